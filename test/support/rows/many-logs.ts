import { sql } from 'kysely';
import { type Amount, DAY_MS, inChunks, type ManyRows, numberedId, oneOf } from './many-rows.js';
import { insertCopies } from './rows.js';

/** Fills the logs of posts over the last month: events, activity and webhook deliveries. */
export async function insertLogs(
  rows: ManyRows,
  amount: number,
  { webhookId, keyId }: { readonly webhookId: string; readonly keyId: string },
): Promise<void> {
  const { store, workspaceId, now } = rows;
  const begin = Math.round(now - 29 * DAY_MS);
  await inChunks(amount, async (from, chunk) => {
    const n: Amount = sql`(n + ${sql.lit(from)})`;
    const at = sql`${sql.lit(begin)} + ${n} * ${sql.lit(28 * DAY_MS)} / ${sql.lit(amount)}`;
    const about = { id: numberedId(rows, 'evt', n), object_id: numberedId(rows, 'post', n), created_at: at };
    await store.write(async (trx) => {
      const data_json = '{"postId":"post_1","status":"published","targets":[]}';
      const event = { workspace_id: workspaceId, type: 'post.published', data_json };
      await insertCopies(
        trx,
        'events',
        event,
        { ...about, type: oneOf(['post.published', 'post.scheduled'], n) },
        chunk,
      );
      const call = {
        workspace_id: workspaceId,
        api_key_id: keyId,
        operation: 'posts.create',
        summary: 'made',
      };
      await insertCopies(
        trx,
        'activity',
        { ...call, request_id: '', kind: 'change' },
        { object_id: about.object_id, created_at: at, request_id: numberedId(rows, 'req', n) },
        chunk,
      );
      const delivery = {
        webhook_id: webhookId,
        workspace_id: workspaceId,
        type: 'post.published',
        body: data_json,
      };
      await insertCopies(
        trx,
        'webhook_deliveries',
        { ...delivery, status: 'delivered', attempts: 1, attempt_base: 0 },
        { ...about, id: numberedId(rows, 'dlv', n), event_id: about.id, event_seq: n },
        chunk,
      );
    });
  });
}

/** Fills the inbox: conversations with two messages each, and as many comments. */
export async function insertConversations(
  rows: ManyRows,
  amount: number,
  said?: (done: number, of: number) => void,
): Promise<void> {
  const { store, workspaceId, accounts, now } = rows;
  const [account] = accounts.filter(({ platform }) => platform === 'instagram');
  if (!account) return;
  const of = { workspace_id: workspaceId, account_id: account.id };
  const begin = Math.round(now - 300 * DAY_MS);
  await inChunks(
    amount,
    async (from, chunk) => {
      const n: Amount = sql`(n + ${sql.lit(from)})`;
      const at = sql`${sql.lit(begin)} + ${n} * ${sql.lit(300 * DAY_MS)} / ${sql.lit(amount)}`;
      const id = numberedId(rows, 'conv', n);
      const every = (some: number) => sql`case when ${n} % ${sql.lit(some)} = 0 then 1 else 0 end`;
      await store.write(async (trx) => {
        await insertCopies(
          trx,
          'conversations',
          {
            ...of,
            platform: 'instagram',
            participant_handle: 'mia',
            participant_name: 'Mia',
            basis: 'standard',
          },
          {
            id,
            participant_id: id,
            network_conversation_id: id,
            closes_at: sql`${at} + ${sql.lit(DAY_MS)}`,
            last_inbound_at: at,
            last_message_id: numberedId(rows, 'msg', sql`(2 * ${n})`),
            last_message_at: at,
            awaiting: every(5),
            unread: every(7),
            created_at: at,
          },
          chunk,
        );
        for (const second of [0, 1]) {
          const message = numberedId(rows, 'msg', sql`(2 * ${n} - ${sql.lit(1 - second)})`);
          await insertCopies(
            trx,
            'messages',
            {
              ...of,
              direction: 'inbound',
              text: 'Do you ship to Vienna, and how long does it take?',
              media_json: '[]',
            },
            { id: message, conversation_id: id, network_message_id: message, created_at: at },
            chunk,
          );
        }
        const comment = numberedId(rows, 'cmt', n);
        const author = { author_id: 'person', author_handle: 'mia', author_name: 'Mia', is_own: 0 } as const;
        await insertCopies(
          trx,
          'comments',
          {
            ...of,
            platform: 'instagram',
            ...author,
            text: 'Which beans are these?',
            state: 'visible',
            live: 0,
            listed: 1,
          },
          {
            id: comment,
            post_id: numberedId(rows, 'post', n),
            network_post_id: numberedId(rows, 'net', n),
            network_comment_id: comment,
            thread_id: comment,
            awaiting: every(5),
            unread: every(7),
            created_at: at,
          },
          chunk,
        );
      });
    },
    said,
  );
}
