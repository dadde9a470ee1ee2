import { sql } from 'kysely';
import { writeCursor } from '../../src/backend/operations/cursor.js';
import { numberedId } from '../../test/support/rows/many-rows.js';
import type { Filled } from './place.js';

/** A request to measure. */
export interface Subject {
  readonly name: string;
  readonly runs: number;
  /** The limit in milliseconds. If absent, the budget is a ratio to the small database. */
  readonly atMost?: number;
  prepare(on: Filled): Promise<() => Promise<void>>;
}

const RUNS = 101;

/** The maximum ratio of the large database to the small one. */
const MAX_RATIO = 2;

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

/** The cursor of a page in the middle of all posts, as a reader gets it page by page. */
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

/** Publishes a post immediately and waits until the API reports it as published. */
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
  // The limit is what the small database has, here and for closing windows, so that the responses have the same length.
  list('… two that need attention', '/v1/posts?status=attention&limit=2'),
  list('… of an account with 20 posts', ({ accounts }) => `/v1/posts?accountId=${accounts[0]?.id}`),
  list('… of two networks, published', '/v1/posts?platform=instagram,mastodon&status=published'),
  list('… with images', '/v1/posts?kind=image'),
  list('… that contain a frequent word', '/v1/posts?text=roastery'),
  list('… that contain a missing word', '/v1/posts?text=nowhere', 250),
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
    name: 'publish a post and see it as published',
    runs: 31,
    prepare: async (on) => () => publish(on),
  },
];

export { MAX_RATIO };
