import type { Platform } from '../../contract/platforms.js';
import { textAt } from './json-answer.js';

type Place = readonly (string | number)[];

/** Where a network's own request names the post that it answers. */
const ANSWERED: Readonly<Partial<Record<Platform, Place>>> = {
  x: ['reply', 'in_reply_to_tweet_id'],
  threads: ['reply_to_id'],
  bluesky: ['record', 'reply', 'parent', 'uri'],
  mastodon: ['in_reply_to_id'],
};

/** Where it puts a warning in front of the content. */
const WARNINGS: Readonly<Partial<Record<Platform, Place>>> = {
  mastodon: ['spoiler_text'],
  bluesky: ['record', 'labels', 'values', 0, 'val'],
};

/** The post that a request answers, by the network's id of it; null: it begins a conversation. */
export function answeredBy(platform: Platform, rawCall: unknown): string | null {
  const place = ANSWERED[platform];
  return place ? textAt(rawCall, ...place) || null : null;
}

/** The warning in front of a post; null: none. */
export function warningOf(platform: Platform, rawCall: unknown): string | null {
  const place = WARNINGS[platform];
  return place ? textAt(rawCall, ...place) || null : null;
}
