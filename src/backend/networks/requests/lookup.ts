import { normalized } from '../../../base/normalized.js';
import { OutcomeInDoubt } from '../adapter.js';
import type { Delivered, OutgoingPart } from '../outgoing-post.js';
import { valueAt } from './json-answer.js';

/**
 * One of the account's own posts, as the network lists it. What a response does not contain in a readable form is null:
 * it is not known, so the post may be the one a lookup searches for.
 */
export interface ListedPost {
  readonly networkPostId: string | null;
  readonly url: string;
  readonly text: string | null;
  /** Epoch milliseconds, as precise as the network reports it. */
  readonly createdAt: number | null;
  /** The post it replies to; null: it is not a reply; undefined: not readable. */
  readonly answers: string | null | undefined;
  /** Whether the account wrote it, where others are listed too; null: not readable. */
  readonly isOwn?: boolean | null;
}

/** One page of a list in which a lookup searches. */
export interface ListedPage {
  readonly posts: readonly ListedPost[];
  /** The cursor of the next page; null: this is the last page. */
  readonly next: string | null;
}

/** What a lookup searches for: a post, or a part that follows one. */
export interface Sought {
  /** When the first attempt started, epoch milliseconds. */
  readonly since: number;
  readonly knownPostIds?: readonly string[];
  /** The post it replies to; null or absent: it is not a reply. Several: it may reply to any of them. */
  readonly answers?: string | null | readonly (string | null)[];
}

/**
 * How far a network's clock may be behind ours. Both follow NTP, and the post was made after the attempt started
 * by our clock, so a few seconds are enough.
 */
export const CLOCK_SKEW_MS = 5000;

/** Pages that a lookup reads: enough for what an account posts between the first attempt and the lookup. */
const MAX_PAGES = 5;

/** Normalizes text for comparison: networks change Unicode forms and whitespace, never words. */
export function comparable(text: string): string {
  return normalized(text, 'NFC').replace(/\s+/g, ' ').trim();
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
 * Reads a list until it contains the post or has shown every place where the post could be. Null: it is surely absent.
 *
 * @param newestFirst whether the list is sorted, so that the search can end at posts older than the first attempt
 * @throws OutcomeInDoubt the list does not say
 */
export async function searchPages(
  sought: Sought,
  text: string,
  newestFirst: boolean,
  read: (cursor: string | null) => Promise<ListedPage>,
): Promise<Delivered | null> {
  const listed: ListedPost[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { posts, next }: ListedPage = await read(cursor);
    listed.push(...posts);
    const own = newestMatch(posts, sought, text);
    if (own !== null) return own;
    const isPast = newestFirst && posts.length > 0 && posts.every((post) => isOlder(post, sought));
    if (next === null || isPast) return pickOwn(listed, sought, text);
    if (next === cursor) throw notReadable('The list does not continue after its first page.');
    cursor = next;
  }
  throw tooManyToSearch();
}

/**
 * Finds the post among those that the account made since the first attempt started. A false match would need
 * another post with exactly the same text from the same account in that time. Posts of our other targets are
 * excluded, and the duplicate guard prevents a second one of ours. What remains is a person who pasted the same
 * text by hand within those seconds.
 * @throws OutcomeInDoubt a post may be the one, but has no text to compare, or cannot be read
 */
export function pickOwn(listed: readonly ListedPost[], sought: Sought, text: string): Delivered | null {
  const own = newestMatch(listed, sought, text);
  if (own !== null) return own;
  if (!listed.some((one) => mayBe(one, sought, text))) return null;
  throw comparable(text) === ''
    ? notReadable('A post without text cannot be identified.')
    : notReadable('The network lists a post that may be this one, but not everything that identifies it.');
}

/** Whether it was created before the first attempt; false where its time cannot be read. */
export function isOlder({ createdAt }: Pick<ListedPost, 'createdAt'>, sought: Sought): boolean {
  return createdAt !== null && createdAt < searchFrom(sought);
}

/** Whether nothing that can be read of it shows that it is another one. */
function mayBe(one: ListedPost, sought: Sought, text: string): boolean {
  const isKnown = one.networkPostId !== null && sought.knownPostIds?.includes(one.networkPostId) === true;
  const answersAnother = one.answers !== undefined && ![sought.answers ?? null].flat().includes(one.answers);
  const saysOther = one.text !== null && comparable(one.text) !== comparable(text);
  return !isKnown && !answersAnother && !saysOther && one.isOwn !== false && !isOlder(one, sought);
}

/** The newest post that is the one without any doubt. */
function newestMatch(listed: readonly ListedPost[], sought: Sought, text: string): Delivered | null {
  if (comparable(text) === '') return null;
  let newest: { readonly delivered: Delivered; readonly createdAt: number } | null = null;
  for (const one of listed) {
    const { networkPostId, url, createdAt } = one;
    const isReadable = one.text !== null && one.answers !== undefined && one.isOwn !== null;
    if (!networkPostId || createdAt === null || !isReadable || !mayBe(one, sought, text)) continue;
    if (newest && newest.createdAt >= createdAt) continue;
    newest = { delivered: { networkPostId, url, adopted: true }, createdAt };
  }
  return newest?.delivered ?? null;
}

/**
 * The list at a path of a response.
 * @throws OutcomeInDoubt there is none: only a list can show that a post is absent
 */
export function listedAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  if (Array.isArray(found)) return found;
  throw notReadable('The response to the lookup does not contain the expected list.');
}

/** The list is longer than a lookup reads: the post may be further down. */
function tooManyToSearch(): OutcomeInDoubt {
  return notReadable('The account has made too many posts since the attempt to search them all.');
}

/** The response to a lookup does not say whether the post exists. */
export function notReadable(message: string, status: number | null = null): OutcomeInDoubt {
  return new OutcomeInDoubt({ status, code: null, message });
}
