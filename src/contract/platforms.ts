import * as z from './lazy-zod.js';

interface Listed {
  /** How people write it. */
  readonly name: string;
  /** Other words that people and models use for it. Lenient readers (tools, command line) accept them. */
  readonly aliases: readonly string[];
}

/** The networks that Postrider publishes to, in the order in which they are listed to people. */
const LISTED = {
  linkedin: { name: 'LinkedIn', aliases: ['linked-in', 'linked_in'] },
  x: { name: 'X', aliases: ['twitter', 'x.com'] },
  instagram: { name: 'Instagram', aliases: ['ig', 'insta'] },
  tiktok: { name: 'TikTok', aliases: ['tik_tok'] },
  youtube: { name: 'YouTube', aliases: ['yt', 'shorts'] },
  threads: { name: 'Threads', aliases: [] },
  bluesky: { name: 'Bluesky', aliases: ['bsky'] },
  mastodon: { name: 'Mastodon', aliases: ['fediverse'] },
  pinterest: { name: 'Pinterest', aliases: ['pin'] },
  facebook: { name: 'Facebook', aliases: ['fb', 'meta'] },
} as const satisfies Readonly<Record<string, Listed>>;

export type Platform = keyof typeof LISTED;

const ENTRIES = Object.entries(LISTED) as readonly [Platform, Listed][];

export const PLATFORMS: readonly Platform[] = ENTRIES.map(([platform]) => platform);

export const Platform = z.enum(PLATFORMS).meta({
  id: 'Platform',
  description: 'A social network that Postrider publishes to.',
});

export const PLATFORM_NAMES = Object.fromEntries(
  ENTRIES.map(([platform, { name }]) => [platform, name]),
) as Readonly<Record<Platform, string>>;

/** Each alias with its network. */
export const PLATFORM_ALIASES: Readonly<Record<string, Platform>> = Object.fromEntries(
  ENTRIES.flatMap(([platform, { aliases }]) => aliases.map((alias) => [alias, platform] as const)),
);

export function isPlatform(value: string): value is Platform {
  return Object.hasOwn(LISTED, value);
}
