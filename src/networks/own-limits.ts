import type { Platform } from '../contract/platforms.js';
import type { Figure } from './figure.js';
import type { FileRules, FormRules, NetworkRules } from './network-rules.js';
import { RULES } from './rules.js';

/** What an account's own server accepts of files. Absent: its network's default. */
interface OwnFileLimits {
  readonly types?: readonly string[] | undefined;
  readonly maxBytes?: number | undefined;
  /** Width times height. */
  readonly maxPixels?: number | undefined;
  readonly maxFramesPerSecond?: number | undefined;
}

/** The limits that an account's own server sets: Mastodon is thousands of servers. Absent: its network's default. */
export interface OwnLimits {
  readonly maxText?: number | undefined;
  /** What a link counts in the length of a text. */
  readonly linkLength?: number | undefined;
  readonly maxImages?: number | undefined;
  readonly maxAltText?: number | undefined;
  readonly images?: OwnFileLimits | undefined;
  readonly videos?: OwnFileLimits | undefined;
}

/** The limits in a stored account; null: its network's defaults. */
export function ownLimitsIn(stored: string | null): OwnLimits | null {
  return stored === null ? null : JSON.parse(stored);
}

/** The rules for posts of one account: those of its network, with the limits of its own server. */
export function rulesOf(platform: Platform, own: OwnLimits | null | undefined): NetworkRules {
  const rules = RULES[platform];
  if (!own) return rules;
  const { maxText, linkLength } = own;
  const { feed } = rules.forms;
  return {
    ...rules,
    text: {
      ...rules.text,
      max: replaced(rules.text.max, maxText),
      ...(linkLength !== undefined && { linkLength }),
    },
    links: {
      ...rules.links,
      ...(rules.links.weight && { weight: replaced(rules.links.weight, linkLength) }),
    },
    forms: { ...rules.forms, feed: formWith(feed, own) },
  };
}

function formWith(form: FormRules, { maxImages, maxAltText, images, videos }: OwnLimits): FormRules {
  return {
    ...form,
    ...(form.images && {
      images: {
        ...form.images,
        ...filesWith(form.images, images, maxAltText),
        max: replaced(form.images.max, maxImages),
      },
    }),
    ...(form.videos && {
      videos: {
        ...form.videos,
        ...filesWith(form.videos, videos, maxAltText),
        ...(videos?.maxFramesPerSecond !== undefined &&
          form.videos.framesPerSecond && {
            framesPerSecond: replaced(form.videos.framesPerSecond, { max: videos.maxFramesPerSecond }),
          }),
      },
    }),
  };
}

function filesWith(
  { types, maxBytes, maxPixels, altText }: FileRules,
  own: OwnFileLimits = {},
  maxAltText?: number,
): Pick<FileRules, 'types' | 'maxBytes' | 'maxPixels' | 'altText'> {
  return {
    types: replaced(types, own.types),
    ...(maxBytes && { maxBytes: replaced(maxBytes, own.maxBytes) }),
    ...(maxPixels && { maxPixels: replaced(maxPixels, own.maxPixels) }),
    ...(altText && { altText: { ...altText, max: replaced(altText.max, maxAltText) } }),
  };
}

/** The server's own value in place of the network's default. Both are documented at the same place. */
function replaced<T>(figure: Figure<T>, value: T | undefined): Figure<T> {
  if (value === undefined) return figure;
  return {
    value,
    source: figure.source,
    confidence: 'measured',
    note: 'reported by the account’s own server',
  };
}
