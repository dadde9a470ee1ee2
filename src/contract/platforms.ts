interface Entry {
  /** Display name. */
  readonly name: string;
  /** Other names, which the tools and the command line accept. */
  readonly aliases: readonly string[];
}

/** The networks that Postrider publishes to, in display order. */
const NETWORKS = {
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
} as const satisfies Readonly<Record<string, Entry>>;

export type Platform = keyof typeof NETWORKS;

const ENTRIES = Object.entries(NETWORKS) as readonly [Platform, Entry][];

export const PLATFORMS: readonly Platform[] = ENTRIES.map(([platform]) => platform);

export const PLATFORM_NAMES = Object.fromEntries(
  ENTRIES.map(([platform, { name }]) => [platform, name]),
) as Readonly<Record<Platform, string>>;

/** A network's name; of a network that only a newer backend knows, its id. */
export function networkName(platform: string): string {
  return isPlatform(platform) ? PLATFORM_NAMES[platform] : platform;
}

/** The network of each alias. */
export const PLATFORM_ALIASES: Readonly<Record<string, Platform>> = Object.fromEntries(
  ENTRIES.flatMap(([platform, { aliases }]) => aliases.map((alias) => [alias, platform] as const)),
);

export function isPlatform(value: string): value is Platform {
  return Object.hasOwn(NETWORKS, value);
}
