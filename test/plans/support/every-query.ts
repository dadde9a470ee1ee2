import { sql } from 'kysely';
import type { Clock } from '../../../src/backend/base/clock.js';
import { inClear } from '../../support/rows/in-clear.js';
import { insertConversations, insertLogs } from '../../support/rows/many-logs.js';
import { insertPosts, type ManyRows, numberedId } from '../../support/rows/many-rows.js';
import type { BackendUnderTest } from '../../support/running-backend.js';

/** The number of rows of each kind. */
export interface Amounts {
  readonly posts: number;
  readonly conversations: number;
}

/** Fills a workspace with rows of every kind that grows. */
export async function filled(test: BackendUnderTest<Clock>, amounts: Amounts): Promise<ManyRows> {
  const { store } = test.backend.services;
  const accounts = await store.db
    .selectFrom('accounts')
    .selectAll()
    .where('workspace_id', '=', test.workspace.id)
    .orderBy('id')
    .execute();
  const rows: ManyRows = { store, workspaceId: test.workspace.id, accounts, now: test.clock.now() };
  const key = await store.db.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
  const webhook = {
    ...{
      id: 'wh_1',
      workspace_id: test.workspace.id,
      api_key_id: key.id,
      url: 'https://hook.example/',
      label: '',
    },
    ...({
      events_json: null,
      active: 0,
      disabled_because: null,
      disabled_reason: null,
      disabled_at: null,
    } as const),
    ...{ secret: inClear(''), former_secret: null, former_until: null, seen_seq: 0, failing_since: null },
    ...{ created_at: rows.now, updated_at: rows.now },
  } as const;
  await store.write((trx) => trx.insertInto('webhooks').values(webhook).execute());
  await insertPosts(rows, amounts.posts);
  await insertLogs(rows, amounts.posts, { webhookId: webhook.id, keyId: key.id });
  await insertConversations(rows, amounts.conversations);
  return rows;
}

/** Every list with every filter and order. Pages have one item, so that the cursor is used too. */
export async function readEveryList(test: BackendUnderTest<Clock>, rows: ManyRows): Promise<void> {
  const { store, accounts } = rows;
  const [account, other] = accounts.map(({ id }) => id);
  const idOf = async (prefix: string, number: number): Promise<string> => {
    const { rows: found } = await sql<{
      id: string;
    }>`select ${numberedId(rows, prefix, sql.lit(number))} as id`.execute(store.db);
    return found[0]?.id ?? '';
  };
  const post = await idOf('post', 3);
  const conversation = await idOf('conv', 3);
  const comment = await idOf('cmt', 3);
  const webhook = (await store.db.selectFrom('webhooks').select('id').executeTakeFirstOrThrow()).id;
  const both = (path: string) => [`${path}&order=asc`, `${path}&order=desc`];
  const lists = [
    ...both('/v1/posts?'),
    '/v1/posts?status=scheduled',
    '/v1/posts?status=draft,scheduled',
    ...both('/v1/posts?status=attention'),
    ...both('/v1/posts?status=approval'),
    ...both('/v1/posts?platform=bluesky'),
    '/v1/posts?platform=bluesky,mastodon&status=published',
    ...both(`/v1/posts?accountId=${account}`),
    `/v1/posts?accountId=${other}&status=failed,missed&kind=text`,
    '/v1/posts?kind=image',
    '/v1/posts?kind=video&text=roastery',
    '/v1/posts?text=roastery',
    '/v1/posts?text=nowhere',
    '/v1/posts?idempotencyKey=none',
    '/v1/posts/count',
    '/v1/posts/count?status=attention,approval',
    '/v1/posts/count?status=published&from=2026-01-01',
    '/v1/posts/count?platform=bluesky&text=roastery',
    '/v1/posts?from=2026-01-01&to=2027-01-01',
    `/v1/posts?from=2026-01-01&status=published&text=hills&accountId=${other}`,
    '/v1/comments?',
    '/v1/comments?order=asc&since=2020-01-01',
    `/v1/comments?postId=${post}`,
    `/v1/comments?accountId=${account}`,
    '/v1/comments?platform=instagram&state=hidden',
    '/v1/comments?unanswered=true&unread=true',
    '/v1/comments?unanswered=false',
    '/v1/comments?unread=true',
    `/v1/comments/${comment}?`,
    '/v1/conversations?',
    `/v1/conversations?accountId=${account}&unread=true`,
    '/v1/conversations?platform=instagram&unanswered=true',
    '/v1/conversations?unanswered=false&unread=false',
    '/v1/conversations?window=open,closing',
    '/v1/conversations?window=closed',
    '/v1/conversations?order=soonest_closing',
    `/v1/conversations?order=soonest_closing&unanswered=true&accountId=${account}`,
    `/v1/messages?conversationId=${conversation}`,
    '/v1/events?',
    '/v1/events?types=post.failed&start=latest',
    '/v1/events?start=now',
    '/v1/activity?order=asc',
    '/v1/activity?keyId=key_1&operation=posts.create&tool=x&kind=change&result=done,refused,failed&text=made',
    `/v1/activity?objectId=${post}`,
    '/v1/activity?from=2026-01-01&to=2027-01-01',
    '/v1/webhooks?',
    `/v1/webhooks/${webhook}/deliveries?`,
    `/v1/webhooks/${webhook}/deliveries?status=failed,pending`,
    `/v1/webhooks/${webhook}/deliveries?eventId=evt_1`,
    `/v1/webhooks/${webhook}/deliveries/${await idOf('dlv', 3)}?`,
    '/v1/media?',
    '/v1/media?kind=image&unused=true',
    '/v1/media?text=roastery',
    '/v1/media?keys=med_one,med_two&kind=image',
    '/v1/sources?text=beans',
    '/v1/sources?url=http://x.example/',
    '/v1/schedules?',
    `/v1/queue/slots?from=2026-12-01&to=2026-12-08&accountId=${account}`,
    '/v1/calendar?',
    `/v1/calendar?accountId=${account}`,
    '/v1/accounts?',
    `/v1/posts/${post}?`,
    `/v1/comments/${comment}?limit=2`,
    `/v1/conversations/${conversation}?`,
  ];
  for (const path of lists) {
    const paged =
      /^\/v1\/(?:posts|comments|conversations|messages|events|activity|webhooks|media|sources)\?|deliveries\?/;
    const limit = paged.test(path) ? '&limit=1' : '';
    const read = async (cursor: string) => {
      const { status, body } = await test.get<{ nextCursor?: string | null }>(`${path}${limit}${cursor}`);
      if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
      return body.nextCursor;
    };
    const next = await read('');
    if (next) await read(`&cursor=${encodeURIComponent(next)}`);
  }
}
