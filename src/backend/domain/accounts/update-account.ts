import type { Account, UpdateAccount } from '../../../contract/accounts/accounts.js';
import { shownHandle } from '../../../contract/handles.js';
import { findBoard } from '../../../networks/boards.js';
import { type LeftOut, leftOutSentence, unreadableOf } from '../../../networks/left-out-permissions.js';
import type { LinkTags } from '../../../networks/link-tags.js';
import { leftOutOf } from '../../networks/stored-credentials.js';
import type { Call } from '../../operations/call.js';
import { refusalOfIssue } from '../../operations/refusal.js';
import { recordActivity } from '../../store/activity.js';
import type { AccountRow } from '../../store/schema.js';
import { requireAccount } from './require-account.js';
import { boardsOfAccount, linkTagsOf } from './view.js';
import { viewOneAccount } from './view-accounts.js';

/** Changes what Postrider does with an account. */
export async function updateAccount(call: Call<'accounts.update'>): Promise<Account> {
  const { body, caller, params, requestId, now } = call;
  return call.commit(async (trx) => {
    const account = await requireAccount(trx, caller.workspace.id, params.id);
    if (body.metrics?.read) requireNumbers(account, leftOutOf(call.services.store, account));
    const set = columnsOf(account, body);
    await trx.updateTable('accounts').set(set).where('id', '=', account.id).execute();
    await recordActivity(trx, {
      workspaceId: caller.workspace.id,
      apiKeyId: caller.key.id,
      operation: 'accounts.update',
      objectId: account.id,
      summary: summaryOf(body),
      requestId,
      now,
    });
    return viewOneAccount(call, { ...account, ...set }, trx);
  });
}

type Changed = Pick<AccountRow, 'reads_metrics' | 'reads_comments' | 'link_tags_json' | 'board_id'>;

function columnsOf(account: AccountRow, { metrics, comments, linkTags, board }: UpdateAccount): Changed {
  return {
    reads_metrics: metrics === undefined ? account.reads_metrics : metrics.read ? 1 : 0,
    reads_comments: comments === undefined ? account.reads_comments : comments.read ? 1 : 0,
    link_tags_json: linkTags === undefined ? account.link_tags_json : tagsAfter(account, linkTags),
    board_id: board === undefined ? account.board_id : board && boardOf(account, board),
  };
}

/** @throws RequestRefused the account was connected without the permission to read numbers */
function requireNumbers({ platform }: AccountRow, leftOut: LeftOut): void {
  const message = leftOutSentence(platform, leftOut);
  if (message === null || !unreadableOf(platform, leftOut).includes('numbers')) return;
  throw refusalOfIssue('validation_failed', { pointer: '/metrics/read', message });
}

/** @throws RequestRefused the account has no such board */
function boardOf(account: AccountRow, written: string): string {
  const list = boardsOfAccount(account)?.list ?? [];
  const board = findBoard(list, written);
  if (board) return board.id;
  throw refusalOfIssue('validation_failed', {
    pointer: '/board',
    message: `${shownHandle(account.handle)} has no board "${written}".`,
    fix:
      list.length === 0
        ? 'Check the account with `POST /v1/accounts/{id}/check`, which lists its boards.'
        : 'Use the id or the name of one of its `boards`. `POST /v1/accounts/{id}/check` finds new ones.',
  });
}

function tagsAfter(
  account: AccountRow,
  { add, campaign }: NonNullable<UpdateAccount['linkTags']>,
): Changed['link_tags_json'] {
  if (!add) return null;
  const before = linkTagsOf(account)?.campaign ?? null;
  const tags: LinkTags = { campaign: campaign === undefined ? before : campaign };
  return JSON.stringify(tags);
}

function summaryOf({ metrics, comments, linkTags, board }: UpdateAccount): string {
  const turned = [
    ...(metrics === undefined ? [] : [`the reading of numbers ${metrics.read ? 'on' : 'off'}`]),
    ...(comments === undefined ? [] : [`the reading of comments ${comments.read ? 'on' : 'off'}`]),
    ...(linkTags === undefined ? [] : [`tags of links ${linkTags.add ? 'on' : 'off'}`]),
  ];
  return [
    ...(turned.length === 0 ? [] : [`turned ${turned.join(', ')}`]),
    ...(board === undefined ? [] : [board === null ? 'removed the default board' : 'set the default board']),
  ].join(', ');
}
