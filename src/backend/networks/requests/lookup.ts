import { OutcomeInDoubt } from '../adapter.js';
import type { Delivered, OutgoingPart } from '../outgoing-post.js';

/** One of the account's own posts, as the network lists it. */
export interface ListedPost {
  readonly networkPostId: string;
  readonly url: string;
  readonly text: string;
  /** Epoch milliseconds, as precise as the network reports it. */
  readonly createdAt: number;
  /** The post it replies to; absent: the network does not say. */
  readonly answers?: string | null;
}

/** What a lookup searches for: a post, or a part that follows one. */
export interface Sought {
  /** When the first attempt started, epoch milliseconds. */
  readonly since: number;
  readonly knownPostIds?: readonly string[];
  /** The post it replies to; null or absent: it is not a reply. */
  readonly answers?: string | null;
}

/**
 * How far a network's clock may be behind ours. Both follow NTP, and the post was made after the attempt started
 * by our clock, so a few seconds are enough.
 */
export const CLOCK_SKEW_MS = 5000;

/** Pages that a lookup reads: enough for what an account posts between the first attempt and the lookup. */
export const MAX_PAGES = 5;

/** Normalizes text for comparison: networks change Unicode forms and whitespace, never words. */
export function comparable(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** What a lookup of a part searches for. */
export function soughtPart({ since, knownPostIds, parent, kind }: OutgoingPart): Sought {
  return { since, knownPostIds, answers: kind === 'thread' ? parent.networkPostId : null };
}

/** From when to list posts, epoch milliseconds, rounded down to the second: some networks report no more. */
export function searchFrom({ since }: Sought): number {
  return Math.floor((since - CLOCK_SKEW_MS) / 1000) * 1000;
}

/**
 * Finds the post among those that the account made since the first attempt started. A false match would need
 * another post with exactly the same text from the same account in that time. Posts of our other targets are
 * excluded, and the duplicate guard prevents a second one of ours. What remains is a person who pasted the same
 * text by hand within those seconds.
 * @throws OutcomeInDoubt the post has no text to compare
 */
export function pickOwn(listed: readonly ListedPost[], post: Sought, text: string): Delivered | null {
  const known = new Set(post.knownPostIds);
  const wanted = comparable(text);
  const candidates = listed
    .filter((one) => one.createdAt >= searchFrom(post))
    .filter((one) => one.answers === undefined || one.answers === (post.answers ?? null))
    .filter((one) => !known.has(one.networkPostId) && comparable(one.text) === wanted)
    .sort((one, other) => other.createdAt - one.createdAt);
  const newest = candidates[0];
  if (newest && wanted === '') throw unknownOutcome('A post without text cannot be identified.');
  return newest ? { networkPostId: newest.networkPostId, url: newest.url, adopted: true } : null;
}

/** The list is longer than a lookup reads: the post may be further down. */
export function tooManyToSearch(): OutcomeInDoubt {
  return unknownOutcome('The account has made too many posts since the attempt to search them all.');
}

function unknownOutcome(message: string): OutcomeInDoubt {
  return new OutcomeInDoubt({ status: null, code: null, message });
}
