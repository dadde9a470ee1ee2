import { sql } from 'kysely';
import { writeCursor } from '../../src/backend/operations/cursor.js';
import { numberedId } from '../../test/support/many-rows.js';
import type { Filled } from './place.js';

/** One thing that is asked of a backend, and how. */
export interface Subject {
  readonly name: string;
  readonly runs: number;
  /** What a run is, beside the same on the small database; absent: it grows up to a limit, and is held to that. */
  readonly atMost?: number;
  prepare(on: Filled): Promise<() => Promise<void>>;
}

const RUNS = 101;

/** How much more it may cost on the large database than on the small one. */
const FLAT = 2;

async function ask(on: Filled, path: string, body?: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${on.running.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${on.key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer;
}

function list(
  name: string,
  path: string | ((on: Filled) => string | Promise<string>),
  atMost?: number,
): Subject {
  return {
    name,
    runs: RUNS,
    ...(atMost !== undefined && { atMost }),
    prepare: async (on) => {
      const wanted = typeof path === 'string' ? path : await path(on);
      return async () => {
        await ask(on, wanted);
      };
    },
  };
}

/** The cursor of a page in the middle of all posts: what a reader has who came there page by page. */
async function cursorInTheMiddle(on: Filled): Promise<string> {
  const { store, workspace, accounts } = on;
  const rows = { store, workspaceId: workspace?.id ?? '', accounts, now: 0 };
  const id = numberedId(rows, 'post', sql.lit(Math.floor(on.amounts.posts / 2)));
  const post = await store.db
    .selectFrom('posts')
    .select(['id', 'effective_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return writeCursor(['posts.list', rows.workspaceId, 'desc', {}], [post.effective_at, post.id]);
}

let made = 0;

const unique = (): string => {
  made += 1;
  return `A post that is made on a full database, number ${made} at ${Date.now()}`;
};

/** A post that is due at once, until its reader hears that it is out. */
async function publish(on: Filled): Promise<void> {
  const { id } = await ask(on, '/v1/posts', { platform: 'bluesky', text: unique(), scheduleMode: 'now' });
  for (let look = 0; look < 20; look += 1) {
    const { status } = await ask(on, `/v1/posts/${String(id)}?wait=10`);
    if (status === 'published') return;
  }
  throw new Error(`${String(id)} was not published.`);
}

export const SUBJECTS: readonly Subject[] = [
  list('GET /v1/posts, the newest page', '/v1/posts'),
  list(
    '… a page in the middle, by its cursor',
    async (on) => `/v1/posts?cursor=${await cursorInTheMiddle(on)}`,
  ),
  list('… drafts and scheduled', '/v1/posts?status=draft,scheduled'),
  // As many as the small database has, here and where windows close: else a longer answer is compared with a shorter.
  list('… two that ask for attention', '/v1/posts?status=attention&limit=2'),
  list('… of an account that has 20', ({ accounts }) => `/v1/posts?accountId=${accounts[0]?.id}`),
  list('… of two networks, published', '/v1/posts?platform=instagram,mastodon&status=published'),
  list('… with images', '/v1/posts?kind=image'),
  list('… with a frequent text', '/v1/posts?text=roastery'),
  list('… with a text that none has', '/v1/posts?text=nowhere', 250),
  list('GET /v1/calendar, this week', '/v1/calendar'),
  list('GET /v1/comments', '/v1/comments'),
  list('… that are unanswered', '/v1/comments?unanswered=true'),
  list('GET /v1/conversations', '/v1/conversations'),
  list('… three that close next', '/v1/conversations?order=soonest_closing&limit=3'),
  list('… unanswered and unread', '/v1/conversations?unanswered=true&unread=true'),
  list('GET /v1/events', '/v1/events?start=latest'),
  list('GET /v1/activity', '/v1/activity'),
  list('GET /v1/webhooks/{id}/deliveries', ({ webhookId }) => `/v1/webhooks/${webhookId}/deliveries`),
  {
    name: 'POST /v1/posts, scheduled',
    runs: RUNS,
    prepare: async (on) => async () => {
      const scheduledAt = new Date(Date.now() + 40 * 24 * 60 * 60 * 1000).toISOString();
      await ask(on, '/v1/posts', {
        platform: 'bluesky',
        text: unique(),
        scheduleMode: 'schedule',
        scheduledAt,
      });
    },
  },
  {
    name: 'a post that is due: claimed, sent and known to be out',
    runs: 31,
    prepare: async (on) => () => publish(on),
  },
];

export { FLAT };
