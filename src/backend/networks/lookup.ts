import { type Delivered, OutcomeInDoubt, type OutgoingPart } from './adapter.js';

/** One of the account's own posts, as its network lists it. */
export interface ListedPost {
  readonly networkPostId: string;
  readonly url: string;
  readonly text: string;
  /** Epoch milliseconds, as exactly as the network tells. */
  readonly createdAt: number;
  /** The post that it answers, where the network tells. */
  readonly answers?: string | null;
}

/** What is looked for: a post, or what follows one. */
export interface Sought {
  /** When the first attempt began, epoch milliseconds. */
  readonly since: number;
  readonly knownPostIds?: readonly string[];
  /** The post that it answers; null or absent: it begins a conversation. */
  readonly answers?: string | null;
}

/**
 * How far a network's clock may be behind ours. Both follow NTP; the post itself was made after the attempt
 * began by our clock, so a few seconds cover the rest.
 */
export const CLOCK_SKEW_MS = 5000;

/** Enough for whatever was posted between the first attempt and the look-up. */
export const PAGES_AT_MOST = 5;

/** Text by which two posts are told apart: networks change Unicode forms and white space, never words. */
export function comparable(text: string): string {
  return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** A part as what is looked for. */
export function soughtPart({ since, knownPostIds, parent, kind }: OutgoingPart): Sought {
  return { since, knownPostIds, answers: kind === 'thread' ? parent.networkPostId : null };
}

/** From when on a network is asked for posts, epoch milliseconds, on the second: some tell no more. */
export function searchFrom({ since }: Sought): number {
  return Math.floor((since - CLOCK_SKEW_MS) / 1000) * 1000;
}

/**
 * The post among those that the account has made since the first attempt began. A false match would need the
 * same account to have made another post with the same whole text in that time, that none of our other
 * targets holds: the posts that we know of are left out, and the duplicate guard keeps us from making a
 * second one unasked. What remains is a person who pasted the very text by hand in those seconds.
 * @throws OutcomeInDoubt where there is no text to go by
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
  if (newest && wanted === '') throw untold('A post without text cannot be told from another.');
  return newest ? { networkPostId: newest.networkPostId, url: newest.url, adopted: true } : null;
}

/** The list went on beyond what is read: the post may be further down. */
export function tooManyToSearch(): OutcomeInDoubt {
  return untold('Too many posts since the attempt to search them.');
}

function untold(message: string): OutcomeInDoubt {
  return new OutcomeInDoubt({ status: null, code: null, message });
}
