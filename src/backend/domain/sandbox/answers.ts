import * as z from 'zod';
import { DEFAULT_PAGE_SIZE } from '../../../contract/lists.js';
import type { AnswersQuery, OutboxAnswer } from '../../../contract/sandbox/answers.js';
import type { Call, Handlers } from '../../operations/call.js';
import { readCursor } from '../../operations/cursor.js';
import { listPage } from '../../operations/list-page.js';
import { isAccountOf } from '../../simulators/account-of.js';
import { containsExactly } from '../../store/queries/contains.js';
import { bytesIn, pageRows } from '../../store/queries/page-rows.js';
import type { AccountRow } from '../../store/schema.js';
import type { Queries } from '../../store/store.js';
import { fromStoredText } from '../../store/stored-text.js';
import { requireAccount } from '../accounts/require-account.js';
import { requireSandbox } from './require-sandbox.js';

interface AnswerFilter extends Pick<AnswersQuery, 'text' | 'platform'> {
  readonly workspaceId: string;
  readonly account: AccountRow | null;
}

/** The numbers of the last comment and the last message of the pages before. */
const Position = z.tuple([z.number().int(), z.number().int()]);
type Position = z.infer<typeof Position>;

const START: Position = [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER];

/** Lists what accounts wrote to people, as stored at the simulated networks. */
async function listAnswers({ caller, query, services }: Call<'testAnswers.list'>) {
  const { workspace } = caller;
  requireSandbox(workspace);
  const { db } = services.store;
  const { kind, accountId, text, platform, limit = DEFAULT_PAGE_SIZE } = query;
  const list = ['testAnswers.list', workspace.id, kind, accountId, text, platform];
  const before = readCursor(list, query.cursor, Position) ?? START;
  const account = accountId === undefined ? null : await requireAccount(db, workspace.id, accountId);
  const filter = { workspaceId: workspace.id, account, text, platform };
  const written = {
    comment: kind === 'message' ? [] : await placesOfComments(db, filter, before[0], limit + 1),
    message: kind === 'comment' ? [] : await placesOfMessages(db, filter, before[1], limit + 1),
  };
  const rows = newestFirst(written.comment, written.message, before);
  const page = pageRows({ rows, scannedUpTo: null }, { limit, placeOf, bytesOf: ({ bytes }) => bytes });
  const answers = await answersAt(db, filter, page.rows);
  const found = page.rows.filter((row) => answers.has(nameOf(row)));
  const items = found.flatMap((row) => answers.get(nameOf(row)) ?? []);
  return listPage(list, { ...page, rows: found }, placeOf, items);
}

interface Place {
  readonly seq: number;
  readonly created_at: number;
  readonly bytes: number;
}

interface ListedPlace extends Place {
  readonly kind: OutboxAnswer['kind'];
  /** Where the list goes on after it. */
  readonly position: Position;
}

const placeOf = ({ position }: ListedPlace): Position => position;

const nameOf = ({ kind, seq }: Pick<ListedPlace, 'kind' | 'seq'>): string => `${kind} ${seq}`;

/** Merges both lists by time. Each keeps its own order, in which it was written. */
function newestFirst(
  comments: readonly Place[],
  messages: readonly Place[],
  [beforeComment, beforeMessage]: Position,
): ListedPlace[] {
  const merged: ListedPlace[] = [];
  let position: Position = [beforeComment, beforeMessage];
  let [nextComment, nextMessage] = [0, 0];
  for (;;) {
    const comment = comments[nextComment];
    const message = messages[nextMessage];
    if (comment && (!message || comment.created_at >= message.created_at)) {
      nextComment += 1;
      position = [comment.seq, position[1]];
      merged.push({ ...comment, kind: 'comment', position });
    } else if (message) {
      nextMessage += 1;
      position = [position[0], message.seq];
      merged.push({ ...message, kind: 'message', position });
    } else return merged;
  }
}

async function answersAt(
  db: Queries,
  filter: AnswerFilter,
  places: readonly ListedPlace[],
): Promise<ReadonlyMap<string, OutboxAnswer>> {
  const numbers = (kind: OutboxAnswer['kind']): number[] =>
    places.filter((place) => place.kind === kind).map(({ seq }) => seq);
  return new Map([
    ...(await comments(db, filter, numbers('comment'))),
    ...(await messages(db, filter, numbers('message'))),
  ]);
}

/** Comments without an author were written by an account. */
function ownComments(db: Queries, { workspaceId, account, text, platform }: AnswerFilter) {
  let found = db
    .selectFrom('network_comments as comment')
    .leftJoin('accounts as account', (join) => join.on(isAccountOf('comment')))
    .where('comment.workspace_id', '=', workspaceId)
    .where('comment.author_json', 'is', null);
  if (account) found = found.where('account.id', '=', account.id);
  if (platform) found = found.where('comment.platform', '=', platform);
  if (text !== undefined) found = found.where(containsExactly('comment.text', text));
  return found;
}

const placesOfComments = (
  db: Queries,
  filter: AnswerFilter,
  before: number,
  limit: number,
): Promise<Place[]> =>
  ownComments(db, filter)
    .select(['comment.seq', 'comment.created_at', bytesIn('comment.text').as('bytes')])
    .where('comment.seq', '<', before)
    .orderBy('comment.seq', 'desc')
    .limit(limit)
    .execute();

async function comments(
  db: Queries,
  filter: AnswerFilter,
  numbers: readonly number[],
): Promise<(readonly [string, OutboxAnswer])[]> {
  if (numbers.length === 0) return [];
  const rows = await ownComments(db, filter)
    .selectAll('comment')
    .select(['account.id as account_id', 'account.handle'])
    .where('comment.seq', 'in', numbers)
    .execute();
  return rows.map((row) => [
    nameOf({ kind: 'comment', seq: row.seq }),
    {
      ...common('comment', row),
      networkId: row.comment_id,
      networkPostId: row.network_post_id,
      answers: row.parent_id,
      to: null,
    },
  ]);
}

function ownMessages(db: Queries, { workspaceId, account, text, platform }: AnswerFilter) {
  let found = db
    .selectFrom('network_messages as message')
    .innerJoin('network_conversations as conversation', (join) =>
      join
        .onRef('conversation.workspace_id', '=', 'message.workspace_id')
        .onRef('conversation.platform', '=', 'message.platform')
        .onRef('conversation.conversation_id', '=', 'message.conversation_id'),
    )
    .leftJoin('accounts as account', (join) => join.on(isAccountOf('conversation')))
    .where('message.workspace_id', '=', workspaceId)
    .where('message.from_business', '=', 1);
  if (account) found = found.where('account.id', '=', account.id);
  if (platform) found = found.where('message.platform', '=', platform);
  if (text !== undefined) found = found.where(containsExactly('message.text', text));
  return found;
}

const placesOfMessages = (
  db: Queries,
  filter: AnswerFilter,
  before: number,
  limit: number,
): Promise<Place[]> =>
  ownMessages(db, filter)
    .select(['message.seq', 'message.created_at', bytesIn('message.text').as('bytes')])
    .where('message.seq', '<', before)
    .orderBy('message.seq', 'desc')
    .limit(limit)
    .execute();

async function messages(
  db: Queries,
  filter: AnswerFilter,
  numbers: readonly number[],
): Promise<(readonly [string, OutboxAnswer])[]> {
  if (numbers.length === 0) return [];
  const rows = await ownMessages(db, filter)
    .selectAll('message')
    .select(['account.id as account_id', 'account.handle', 'conversation.person_handle'])
    .where('message.seq', 'in', numbers)
    .execute();
  return rows.map((row) => [
    nameOf({ kind: 'message', seq: row.seq }),
    {
      ...common('message', row),
      networkId: row.message_id,
      networkPostId: null,
      answers: row.answers_comment,
      to: `@${row.person_handle.replace(/^@/, '')}`,
    },
  ]);
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
