import { CompiledQuery } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../store/store.js';
import { isDue } from '../../../work/due-table.js';
import { messagesQuery } from '../conversation-records.js';
import { NOTICES } from '../intake/notice-table.js';
import { type CommentFilter, commentsQuery } from './comment-list.js';
import { type ConversationFilter, conversationsQuery } from './conversation-list.js';

const store = openStore(':memory:');
afterAll(() => store.close());

async function planOf(query: { compile(): CompiledQuery }): Promise<string> {
  const { sql, parameters } = query.compile();
  const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const { rows } = await store.db.executeQuery<{ detail: string }>(explained);
  return rows.map(({ detail }) => detail).join('; ');
}

describe('the newest page of a conversation', () => {
  it.each([null, [1, 1]] as const)(
    'is read from its index alone, however long it is (%s)',
    async (before) => {
      const plan = await planOf(messagesQuery(store.db, 'conv_1', before, 21));
      expect(plan).toContain('messages_of_conversation');
      expect(plan).not.toMatch(/TEMP B-TREE|SCAN/);
    },
  );
});

describe('lists of comments', () => {
  const page = { workspaceId: 'ws_1', after: null, limit: 21 };
  const cases: readonly [string, CommentFilter, string][] = [
    ['all', page, 'comments_listed'],
    ['a further page', { ...page, after: [1, 1] }, 'comments_listed'],
    ['since a time', { ...page, since: 1, order: 'asc' }, 'comments_listed'],
    ['of a post', { ...page, postId: 'post_1' }, 'comments_of_post'],
    ['of an account', { ...page, accountId: 'acc_1' }, 'comments_of_account'],
    ['unanswered', { ...page, unanswered: true }, 'comments_awaiting'],
  ];
  it.each(cases)('%s: are read from an index, in its order', async (_name, filter, index) => {
    const plan = await planOf(commentsQuery(store.db, filter));
    expect(plan).toMatch(new RegExp(`${index}|comments_awaiting`));
    expect(plan).not.toMatch(/TEMP B-TREE|SCAN/);
  });
});

describe('lists of conversations', () => {
  const page = { workspaceId: 'ws_1', now: 1, after: null, limit: 21 };
  const cases: readonly [string, ConversationFilter, string][] = [
    ['all', page, 'conversations_by_time'],
    ['of an account', { ...page, accountId: 'acc_1' }, 'conversations_of_account'],
    ['unanswered', { ...page, unanswered: true }, 'conversations_awaiting'],
    ['soonest closing', { ...page, order: 'soonest_closing' }, 'conversations_closing'],
  ];
  it.each(cases)('%s: are read from an index, in its order', async (_name, filter, index) => {
    const plan = await planOf(conversationsQuery(store.db, filter));
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/TEMP B-TREE|SCAN/);
  });
});

it('due notices are claimed through their index, in its order, and compared with those of their account', async () => {
  const due = { now: 1, rescue: true, except: [], open: [], closed: ['facebook'] };
  const query = store.db.selectFrom('inbox_notices').select('id').where(isDue(NOTICES, due));
  const plan = await planOf(query.orderBy('wake_at').orderBy('seq').limit(32));
  expect(plan).toContain('inbox_notices_to_wake');
  expect(plan).toContain('inbox_notices_of_account');
  expect(plan).not.toMatch(/TEMP B-TREE|SCAN/);
});
