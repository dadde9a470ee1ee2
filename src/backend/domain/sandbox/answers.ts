import { type AnswersQuery, MAX_ANSWERS, type OutboxAnswer } from '../../../contract/sandbox/answers.js';
import type { Call, Handlers } from '../../operations/call.js';
import { isAccountOf } from '../../simulators/account-of.js';
import { containsExactly } from '../../store/queries/contains.js';
import type { AccountRow } from '../../store/schema.js';
import type { Queries } from '../../store/store.js';
import { fromStoredText } from '../../store/stored-text.js';
import { requireAccount } from '../accounts/require-account.js';
import { requireSandbox } from './require-sandbox.js';

interface AnswerFilter extends Pick<AnswersQuery, 'text' | 'platform'> {
  readonly workspaceId: string;
  readonly account: AccountRow | null;
}

/** Lists what accounts wrote to people, as stored at the simulated networks. */
async function listAnswers({ caller, query, services }: Call<'testAnswers.list'>) {
  const { workspace } = caller;
  requireSandbox(workspace);
  const { db } = services.store;
  const { kind, accountId, text, platform } = query;
  const account = accountId === undefined ? null : await requireAccount(db, workspace.id, accountId);
  const filter = { workspaceId: workspace.id, account, text, platform };
  const found = [
    ...(kind === 'message' ? [] : await comments(db, filter)),
    ...(kind === 'comment' ? [] : await messages(db, filter)),
  ];
  return { data: found.sort((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, MAX_ANSWERS) };
}

/** Comments without an author were written by an account. */
async function comments(
  db: Queries,
  { workspaceId, account, text, platform }: AnswerFilter,
): Promise<OutboxAnswer[]> {
  let found = db
    .selectFrom('network_comments as comment')
    .leftJoin('accounts as account', (join) => join.on(isAccountOf('comment')))
    .selectAll('comment')
    .select(['account.id as account_id', 'account.handle'])
    .where('comment.workspace_id', '=', workspaceId)
    .where('comment.author_json', 'is', null);
  if (account) found = found.where('account.id', '=', account.id);
  if (platform) found = found.where('comment.platform', '=', platform);
  if (text !== undefined) found = found.where(containsExactly('comment.text', text));
  const rows = await found.orderBy('comment.seq', 'desc').limit(MAX_ANSWERS).execute();
  return rows.map((row) => ({
    ...common('comment', row),
    networkId: row.comment_id,
    networkPostId: row.network_post_id,
    answers: row.parent_id,
    to: null,
  }));
}

async function messages(
  db: Queries,
  { workspaceId, account, text, platform }: AnswerFilter,
): Promise<OutboxAnswer[]> {
  let found = db
    .selectFrom('network_messages as message')
    .innerJoin('network_conversations as conversation', (join) =>
      join
        .onRef('conversation.workspace_id', '=', 'message.workspace_id')
        .onRef('conversation.platform', '=', 'message.platform')
        .onRef('conversation.conversation_id', '=', 'message.conversation_id'),
    )
    .leftJoin('accounts as account', (join) => join.on(isAccountOf('conversation')))
    .selectAll('message')
    .select(['account.id as account_id', 'account.handle', 'conversation.person_handle'])
    .where('message.workspace_id', '=', workspaceId)
    .where('message.from_business', '=', 1);
  if (account) found = found.where('account.id', '=', account.id);
  if (platform) found = found.where('message.platform', '=', platform);
  if (text !== undefined) found = found.where(containsExactly('message.text', text));
  const rows = await found.orderBy('message.seq', 'desc').limit(MAX_ANSWERS).execute();
  return rows.map((row) => ({
    ...common('message', row),
    networkId: row.message_id,
    networkPostId: null,
    answers: row.answers_comment,
    to: `@${row.person_handle.replace(/^@/, '')}`,
  }));
}

interface FoundRow {
  readonly platform: OutboxAnswer['platform'];
  readonly account_id: string | null;
  /** Without the leading @. */
  readonly handle: string | null;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly created_at: number;
}

function common(kind: OutboxAnswer['kind'], row: FoundRow) {
  return {
    kind,
    platform: row.platform,
    accountId: row.account_id,
    handle: row.handle === null ? null : `@${row.handle}`,
    text: fromStoredText(row.text),
    createdAt: new Date(row.created_at).toISOString(),
  };
}

export const answerHandlers = { 'testAnswers.list': listAnswers } satisfies Partial<Handlers>;
