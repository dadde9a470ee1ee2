import * as z from './lazy-zod.js';

/** The networks that Postrider publishes to, in the order in which they are listed to people. */
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

/** How a person writes each network's name. */
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

/** Other words that people and models use for a network. Lenient readers (tools, command line) accept them. */
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
