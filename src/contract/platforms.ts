import * as z from './lazy-zod.js';

/** The networks that Postrider publishes to, in display order. */
export const PLATFORMS = [
  'linkedin',
  'x',
  'instagram',
  'tiktok',
  'youtube',
  'threads',
  'bluesky',
  'mastodon',
  'pinterest',
  'facebook',
] as const;

export type Platform = (typeof PLATFORMS)[number];

export const Platform = z.enum(PLATFORMS).meta({
  id: 'Platform',
  description: 'A social network that Postrider publishes to.',
});

/** Display names of the networks. */
export const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  linkedin: 'LinkedIn',
  x: 'X',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  threads: 'Threads',
  bluesky: 'Bluesky',
  mastodon: 'Mastodon',
  pinterest: 'Pinterest',
  facebook: 'Facebook',
};

/** Other names of networks, which the tools and the command line accept. */
export const PLATFORM_ALIASES: Readonly<Record<string, Platform>> = {
  twitter: 'x',
  'x.com': 'x',
  ig: 'instagram',
  insta: 'instagram',
  'linked-in': 'linkedin',
  linked_in: 'linkedin',
  tik_tok: 'tiktok',
  yt: 'youtube',
  shorts: 'youtube',
  bsky: 'bluesky',
  fediverse: 'mastodon',
  pin: 'pinterest',
  fb: 'facebook',
  meta: 'facebook',
};

export function isPlatform(value: string): value is Platform {
  return (PLATFORMS as readonly string[]).includes(value);
}
