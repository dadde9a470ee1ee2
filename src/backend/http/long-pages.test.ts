import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filled } from '../../../test/plans/support/every-query.js';
import { CountedReads } from '../../../test/support/counted-reads.js';
import { insertCopies } from '../../../test/support/rows/rows.js';
import { BackendUnderTest } from '../../../test/support/running-backend.js';
import { MAX_PAGE_BYTES } from '../../contract/lists.js';
import { OPERATIONS } from '../../contract/operations.js';
import type { Write } from '../store/store.js';

const ROWS = 40;

/** As JSON it has twice as many bytes, so that 40 of them are more than two pages. */
const LONG = '"'.repeat(60_000);

/** What a request reads besides the content of its page: keys, positions, accounts. */
const OTHER_READS = 100_000;

interface LongList {
  /** The operation that lists. */
  readonly path: string;
  /** Gives its rows long content. */
  readonly lengthen: RawBuilder<unknown>;
  /** Only one of its columns is long in this test, and none in use. */
  readonly isShort?: true;
}

const quoted = sql`${JSON.stringify({ text: LONG })}`;
const long = sql`${LONG}`;

const LISTS: Readonly<Record<string, LongList>> = {
  'posts.list': { path: '/v1/posts', lengthen: sql`update posts set text = ${long}` },
  'comments.list': { path: '/v1/comments', lengthen: sql`update comments set text = ${long}` },
  'comments.get': {
    path: '/v1/comments/cmt_root',
    lengthen: sql`update comments set thread_id = 'cmt_root', parent_id = 'cmt_root', text = ${long} where id != 'cmt_root'`,
  },
  'conversations.list': {
    path: '/v1/conversations',
    lengthen: sql`update conversations set participant_name = ${long}`,
    isShort: true,
  },
  'messages.list': {
    path: '/v1/messages?conversationId=conv_root',
    lengthen: sql`update messages set conversation_id = 'conv_root', text = ${long}`,
  },
  'events.list': { path: '/v1/events', lengthen: sql`update events set data_json = ${quoted}` },
  'activity.list': {
    path: '/v1/activity',
    lengthen: sql`update activity set summary = ${long}`,
    isShort: true,
  },
  'webhooks.list': {
    path: '/v1/webhooks',
    lengthen: sql`update webhooks set label = ${long}`,
    isShort: true,
  },
  'webhooks.deliveries': {
    path: '/v1/webhooks/wh_1/deliveries',
    lengthen: sql`update webhook_deliveries set body = ${long}, answer_status = 200, answer_body = ${long}`,
    isShort: true,
  },
  'media.list': { path: '/v1/media', lengthen: sql`update media set filename = ${long}`, isShort: true },
  'sources.list': {
    path: '/v1/sources',
    lengthen: sql`update sources set text = ${long}, title = ${long}, facts_json = ${quoted}`,
  },
  'accounts.list': {
    path: '/v1/accounts',
    lengthen: sql`update accounts set health_action = ${long}`,
    isShort: true,
  },
  'schedules.list': {
    path: '/v1/schedules',
    lengthen: sql`update schedules set label = ${long}`,
    isShort: true,
  },
  'labels.list': { path: '/v1/labels', lengthen: sql`update labels set name = ${long}`, isShort: true },
  'savedTexts.list': { path: '/v1/saved-texts', lengthen: sql`update saved_texts set text = ${long}` },
  'posts.remarks': { path: '/v1/posts/post_root/remarks', lengthen: sql`update remarks set text = ${long}` },
  'queue.slots': {
    path: '/v1/queue/slots?from=2026-12-02&to=2026-12-03',
    lengthen: sql`update schedules set label = ${long}`,
    isShort: true,
  },
  'testOutbox.list': {
    path: '/v1/test/outbox',
    lengthen: sql`update network_posts set text = ${long}, made_by_json = ${quoted}, answer_json = ${quoted}`,
  },
  'testAnswers.list': {
    path: '/v1/test/outbox/answers',
    lengthen: sql`update network_comments set text = ${long}`,
  },
};

let test: BackendUnderTest;
let reads: CountedReads;

beforeAll(async () => {
  test = await BackendUnderTest.start({ validateResponses: false });
  const rows = await filled(test, { posts: ROWS, conversations: ROWS });
  const { store } = rows;
  await store.write((trx) => insertOthers(trx, test));
  test.key = await test.newKey('sandbox');
  reads = CountedReads.of(store);
});
afterAll(() => test.close());

/** Rows of the lists that `filled` leaves empty, and what the longest thread and conversation belong to. */
async function insertOthers(trx: Write, { workspace }: BackendUnderTest): Promise<void> {
  const account = await trx
    .selectFrom('accounts')
    .selectAll()
    .where('platform', '=', 'instagram')
    .executeTakeFirstOrThrow();
  const webhook = await trx.selectFrom('webhooks').selectAll().executeTakeFirstOrThrow();
  const conversation = await trx.selectFrom('conversations').selectAll().limit(1).executeTakeFirstOrThrow();
  const comment = await trx.selectFrom('comments').selectAll().limit(1).executeTakeFirstOrThrow();
  const { seq: _, ...anyConversation } = conversation;
  const { seq: __, ...anyComment } = comment;
  const root = { ...anyConversation, id: 'conv_root', participant_id: 'root' };
  await trx.insertInto('conversations').values(root).execute();
  const top = {
    ...anyComment,
    id: 'cmt_root',
    network_comment_id: 'root',
    thread_id: 'cmt_root',
    created_at: 1,
  };
  await trx.insertInto('comments').values(top).execute();
  const n = (prefix: string) => sql`${sql.lit(prefix)} || (1000 + n)`;
  const { id: ___, ...anyWebhook } = webhook;
  await insertCopies(trx, 'webhooks', anyWebhook, { id: n('wh_') }, ROWS);
  const accountCopy = { ...account, handle: 'copy' };
  await insertCopies(trx, 'accounts', accountCopy, { id: n('acc_'), network_user_id: n('user_') }, ROWS);
  const of = { workspace_id: workspace.id, created_at: 1 };
  const schedule = {
    ...of,
    ...{ label: '', timezone: 'UTC', days_json: '["mon","tue","wed","thu","fri","sat","sun"]' },
    ...({ start_time: '09:00', end_time: null, posts_per_window: 1, active: 1, version: 1 } as const),
    updated_at: 1,
  };
  await insertCopies(trx, 'schedules', schedule, { id: n('sch_') }, ROWS);
  const slots = { account_id: account.id, position: 0 };
  await insertCopies(trx, 'schedule_accounts', slots, { schedule_id: n('sch_') }, ROWS);
  const file = {
    ...of,
    ...({
      kind: 'image',
      content_type: 'image/png',
      bytes: 1,
      codecs_json: '[]',
      warnings_json: '[]',
    } as const),
    ...({ has_thumbnail: 0, created_by_key: 'key', used_at: 1 } as const),
  };
  await insertCopies(trx, 'media', file, { key: n('med_'), sha256: n('hash') }, ROWS);
  const source = {
    ...of,
    kind: 'text',
    facts_json: '{}',
    media_json: '[]',
    created_by_key: 'key',
    text: '',
  } as const;
  await insertCopies(trx, 'sources', source, { id: n('src_') }, ROWS);
  const named = { ...of, name: '', updated_at: 1 };
  await insertCopies(trx, 'labels', { ...named, color: 'red' }, { id: n('lbl_'), name_key: n('') }, ROWS);
  const savedText = { ...named, kind: 'post', text: '' } as const;
  await insertCopies(trx, 'saved_texts', savedText, { id: n('txt_'), name_key: n('') }, ROWS);
  const post = await trx.selectFrom('posts').selectAll().limit(1).executeTakeFirstOrThrow();
  await trx
    .insertInto('posts')
    .values({ ...post, id: 'post_root' })
    .execute();
  const { id: author } = await trx.selectFrom('api_keys').select('id').limit(1).executeTakeFirstOrThrow();
  const remark = { ...of, post_id: 'post_root', api_key_id: author, author: 'Ada', text: '' };
  await insertCopies(trx, 'remarks', remark, { id: n('rmk_') }, ROWS);
  const published = {
    ...of,
    ...({ platform: account.platform, network_user_id: account.network_user_id, text: '' } as const),
    ...{ media_ids_json: '[]', media_json: '[]', raw_call_json: '{"request":{},"fields":{}}' },
  };
  await insertCopies(trx, 'network_posts', published, { network_post_id: n('net_'), path: n('/p/') }, ROWS);
  const reply = {
    ...of,
    ...({ platform: account.platform, network_user_id: account.network_user_id, text: '' } as const),
    ...({ network_post_id: 'net_1001', hidden: 0, live: 0 } as const),
  };
  await insertCopies(trx, 'network_comments', reply, { comment_id: n('reply_') }, ROWS);
}

interface AnyPage {
  readonly data: readonly unknown[];
  readonly unslotted?: readonly unknown[];
  readonly replies?: readonly unknown[];
  readonly nextCursor: string | null;
}

describe('a list of long entries', () => {
  it('is tested for every operation with a cursor', () => {
    const paged = Object.entries(OPERATIONS)
      .filter(([, operation]) => 'query' in operation && 'cursor' in operation.query.shape)
      .map(([id]) => id);
    expect(Object.keys(LISTS).sort()).toEqual(paged.sort());
  });

  it.each(Object.entries(LISTS))('%s: answers and reads a page at a time', async (_id, list) => {
    const { store } = test.backend.services;
    await store.write((trx) => list.lengthen.execute(trx));
    const seen: string[] = [];
    let cursor: string | null = '';
    let pages = 0;
    while (cursor !== null) {
      const query: string = `limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      const address: string = `${test.backend.url}${list.path}${list.path.includes('?') ? '&' : '?'}${query}`;
      const [text, read]: readonly [string, number] = await reads.during(async () => {
        const answer = await fetch(address, { headers: { authorization: `Bearer ${test.key}` } });
        return answer.text();
      });
      const page: AnyPage = JSON.parse(text);
      const items = page.replies ?? [...page.data, ...(page.unslotted ?? [])];
      expect(Buffer.byteLength(text), text.slice(0, 300)).toBeLessThanOrEqual(MAX_PAGE_BYTES);
      if (!list.isShort) expect(read).toBeLessThanOrEqual(MAX_PAGE_BYTES + OTHER_READS);
      expect(items.length).toBeGreaterThan(0);
      seen.push(...items.map((item) => JSON.stringify(item)));
      cursor = page.nextCursor;
      pages += 1;
    }
    expect(pages).toBeGreaterThan(1);
    expect(seen.length).toBeGreaterThanOrEqual(ROWS);
    expect(new Set(seen).size).toBe(seen.length);
  });
});
