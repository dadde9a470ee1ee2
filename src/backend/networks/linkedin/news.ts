import * as z from 'zod';
import type { Connection } from '../connection.js';
import type { NetworkComment, NewComment, News, NewsAdapter } from '../inbox-adapter.js';
import { textAt, valueAt } from '../requests/json-answer.js';
import { listedAt } from '../requests/lookup.js';
import { orWithheld } from '../requests/or-withheld.js';
import { commentUrnOf } from './comment-urns.js';
import { getRest, readOfThread } from './comments.js';

/** What is asked for: a comment that was written, edited or deleted. */
const ACTIONS = 'List(COMMENT,COMMENT_EDIT,COMMENT_DELETE)';
const PAGE = 100;
/** Pages that one look reads. */
const MAX_PAGES = 3;
/** The first look goes back this far, in milliseconds. */
const FIRST_MS = 24 * 60 * 60_000;
/** LinkedIn may list a notification this much later than its time, in milliseconds. */
const LATE_MS = 5 * 60_000;

/** Up to when notifications were read, and those after it that were read as well. */
const Cursor = z.object({ until: z.number(), seen: z.array(z.string()) });

const WITHHELD =
  'LinkedIn does not let your app read comments on this Page: it needs rw_organization_admin and r_organization_social_feed, and you need to be its super administrator.';

/** A comment on a post of the Page, to which something has happened. */
interface Notification {
  readonly id: string;
  readonly at: number;
  readonly postUrn: string;
  readonly commentUrn: string;
}

function notificationIn(one: unknown): Notification | null {
  const id = textAt(one, 'notificationId');
  const at = valueAt(one, 'lastModifiedAt');
  const postUrn = textAt(one, 'sourcePost');
  const commentUrn = textAt(one, 'generatedActivity');
  if (id === null || typeof at !== 'number' || postUrn === null || commentUrn === null) return null;
  return { id, at, postUrn, commentUrn };
}

async function notificationsSince(connection: Connection, from: number) {
  const page = encodeURIComponent(connection.account.networkUserId);
  const found: Notification[] = [];
  let [isWhole, pages] = [false, 0];
  while (!isWhole && pages < MAX_PAGES) {
    const range = `timeRange=(start:${from},end:${connection.now})`;
    const { body } = await getRest(
      connection,
      `/rest/organizationalEntityNotifications?q=criteria&organizationalEntity=${page}&actions=${ACTIONS}&${range}&start=${pages * PAGE}&count=${PAGE}`,
    );
    const elements = listedAt(body, 'elements');
    found.push(...elements.flatMap((one) => notificationIn(one) ?? []));
    isWhole = elements.length < PAGE;
    pages += 1;
  }
  return { found, requests: pages };
}

/** Reads comments that were written or edited, with one request for each thread. Deleted ones are missing. */
async function readThreads(connection: Connection, urns: readonly string[]) {
  const byThread = new Map<string, string[]>();
  for (const urn of new Set(urns)) {
    const comment = commentUrnOf(urn);
    if (comment) byThread.set(comment.thread, [...(byThread.get(comment.thread) ?? []), comment.number]);
  }
  const read: NetworkComment[] = [];
  for (const [thread, numbers] of byThread) read.push(...(await readOfThread(connection, thread, numbers)));
  return { read: new Map(read.map((one) => [one.networkCommentId, one])), requests: byThread.size };
}

/** What one look has found, and the requests that it sent. */
interface Found {
  readonly comments: NewComment[];
  requests: number;
}

async function lookForComments(connection: Connection, cursor: string | null, found: Found) {
  const before = cursor === null ? null : Cursor.parse(JSON.parse(cursor));
  const from = before === null ? connection.now - FIRST_MS : before.until - LATE_MS;
  const { found: all, requests } = await notificationsSince(connection, from);
  found.requests += requests;
  const fresh = all.filter(({ id }) => !before?.seen.includes(id));
  const threads = await readThreads(
    connection,
    fresh.map(({ commentUrn }) => commentUrn),
  );
  found.requests += threads.requests;
  // The newest first, as other networks list them.
  for (const { commentUrn, postUrn } of fresh.sort((one, other) => other.at - one.at)) {
    const comment = threads.read.get(commentUrn);
    if (comment?.isOwn || found.comments.some((one) => one.networkCommentId === commentUrn)) continue;
    const where = { networkCommentId: commentUrn, answers: postUrn, isPost: true } as const;
    // Without it, the comment is read again, and counts as deleted if LinkedIn does not have it.
    found.comments.push({ ...where, ...(comment && { comment }) });
  }
  const until = Math.max(...all.map(({ at }) => at), before?.until ?? connection.now - LATE_MS);
  const seen = all.filter(({ at }) => at >= until - LATE_MS).map(({ id }) => id);
  return { next: JSON.stringify({ until, seen }) };
}

/** What LinkedIn notifies a Page of: comments on its posts that were written, edited or deleted. */
export const linkedinNews: NewsAdapter = {
  async look(connection, cursor): Promise<News> {
    const found: Found = { comments: [], requests: 0 };
    const looked = await orWithheld({ cursor, withheld: WITHHELD }, (from) =>
      lookForComments(connection, from, found),
    );
    return {
      comments: found.comments,
      conversationIds: [],
      cursor: looked.cursor,
      more: false,
      withheld: looked.withheld === null ? [] : [looked.withheld],
      units: Math.max(found.requests, 1),
    };
  },
};
