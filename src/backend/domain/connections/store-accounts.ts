import type { Account } from '../../../contract/accounts/accounts.js';
import type { Connection } from '../../../contract/accounts/connections.js';
import { shownHandle } from '../../../contract/handles.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { accountStanding } from '../../../networks/access.js';
import { boardsAfter, type ListedBoards } from '../../../networks/boards.js';
import type { OwnLimits } from '../../../networks/own-limits.js';
import type { ConnectContext, SignedInAccount } from '../../networks/connecting/connector.js';
import { endOfAccess } from '../../networks/stored-credentials.js';
import type { Call } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import { refuseAtLimit } from '../../operations/workspace-limits.js';
import { recordActivity } from '../../store/activity.js';
import type { AccountRow } from '../../store/schema.js';
import type { Write } from '../../store/store.js';
import type { ConnectionRow } from '../../store/tables/connection-rows.js';
import { findAccount } from '../accounts/repository.js';
import { knownBoards } from '../accounts/view.js';
import { viewAccounts } from '../accounts/view-accounts.js';
import { connectionOf, storedUserId } from './before-storing.js';
import { type NoticeState, subscribeToNotices } from './notices.js';
import { boardsOf, limitsOf } from './own-limits.js';
import { readsMetricsAfter } from './reads-metrics-after.js';
import { viewConnection } from './view.js';

type FinishCall = Call<'connections.finish'>;

/** An account to store, with what is known of it beyond the sign-in. */
interface StoredFacts {
  readonly limits: OwnLimits | null;
  readonly boards: ListedBoards | null;
  /** How far the network has reviewed the app that it is connected with. */
  readonly review: string | null;
  readonly notices: NoticeState;
}

/** Stores the accounts of a sign-in: all, or none. */
export async function storeAccounts(
  call: FinishCall,
  row: ConnectionRow,
  context: ConnectContext,
  signedIn: readonly SignedInAccount[],
): Promise<Connection> {
  const review = (await context.app())?.review ?? null;
  const facts = await Promise.all(
    signedIn.map(async (one): Promise<StoredFacts> => {
      const connection = connectionOf(one, row, context);
      const limits = await limitsOf(connection);
      const boards = await boardsOf(connection);
      const to = { isPublic: call.services.isPublic, now: call.now };
      return { limits, boards, review, notices: await subscribeToNotices(connection, to) };
    }),
  );
  return call.commit(async (trx) => {
    const stored: AccountRow[] = [];
    for (const [place, one] of signedIn.entries()) {
      const known = facts[place];
      if (known) stored.push(await storeAccount(trx, call, row, one, known));
    }
    await endConnection(trx, row, stored);
    const accounts: Account[] = await viewAccounts(call, stored, trx);
    const connected = { ...row, status: 'connected', origin: stored[0]?.origin ?? row.origin } as const;
    const standing = accountStanding(row.platform, review, call.services.isPublic);
    return viewConnection(connected, { now: call.services.clock.now(), standing, accounts });
  });
}

async function storeAccount(
  trx: Write,
  call: FinishCall,
  row: ConnectionRow,
  signedIn: SignedInAccount,
  facts: StoredFacts,
): Promise<AccountRow> {
  const { caller, services, now } = call;
  const known = await trx
    .selectFrom('accounts')
    .selectAll()
    .where('workspace_id', '=', caller.workspace.id)
    .where('platform', '=', row.platform)
    .where('network_user_id', '=', storedUserId(row, signedIn))
    .executeTakeFirst();
  await refuseOtherAccount(trx, row, known, signedIn);
  if (!known) await refuseAtLimit(trx, 'accounts', caller.workspace.id);
  const id = known?.id ?? services.ids.next('account', now);
  const stored = await upsert(trx, known, {
    ...accountRow(call, id, row, signedIn, facts),
    reads_metrics: readsMetricsAfter(services.store, row.platform, known, signedIn.credentials),
    reads_comments: known?.reads_comments ?? null,
    link_tags_json: known?.link_tags_json ?? null,
    ...boardColumns(known, facts.boards),
    noticed_at: known?.noticed_at ?? null,
  });
  await recordActivity(trx, {
    workspaceId: caller.workspace.id,
    apiKeyId: caller.key.id,
    operation: 'connections.finish',
    objectId: stored.id,
    summary: `${known ? 'reconnected' : 'connected'} ${stored.handle} on ${PLATFORM_NAMES[row.platform]}`,
    requestId: call.requestId,
    now,
  });
  return stored;
}

async function endConnection(trx: Write, { id }: ConnectionRow, stored: readonly AccountRow[]) {
  const [first] = stored;
  if (first === undefined) throw new Error(`The connection ${id} has no account.`);
  await trx
    .updateTable('connections')
    .set({
      status: 'connected',
      account_id: first.id,
      account_ids_json: stored.length > 1 ? JSON.stringify(stored.map((one) => one.id)) : null,
      origin: first.origin,
      problem: null,
      state_hash: null,
      sealed: null,
    })
    .where('id', '=', id)
    .execute();
}

/** What people choose for an account: reconnecting it leaves that as it is. */
type ChosenColumn = 'reads_metrics' | 'reads_comments' | 'link_tags_json';

type BoardColumns = Pick<AccountRow, 'boards_json' | 'board_id'>;

/** The boards of an account that has just signed in. A new account’s only board is its default. */
function boardColumns(known: AccountRow | undefined, listed: ListedBoards | null): BoardColumns {
  const [only, ...others] = listed?.boards ?? [];
  const first = only && others.length === 0 ? only.id : null;
  const before = known ? knownBoards(known) : null;
  return {
    boards_json: listed ? JSON.stringify(boardsAfter(before ?? [], listed)) : (known?.boards_json ?? null),
    board_id: known ? known.board_id : first,
  };
}

function accountRow(
  { caller, services, now }: FinishCall,
  id: string,
  row: ConnectionRow,
  signedIn: SignedInAccount,
  { limits, review, notices }: StoredFacts,
): Omit<AccountRow, ChosenColumn | keyof BoardColumns | 'noticed_at'> {
  const { origin, handle, displayName, avatarUrl, profileUrl, credentials } = signedIn;
  const { platform } = row;
  return {
    id,
    workspace_id: caller.workspace.id,
    platform,
    network_user_id: storedUserId(row, signedIn),
    handle,
    display_name: displayName,
    simulated: 0,
    origin,
    avatar_url: avatarUrl,
    profile_url: profileUrl,
    app_review: review,
    premium: 0,
    limits_json: limits && JSON.stringify(limits),
    inbox_withheld: null,
    ...notices,
    credentials_json: services.store.vault.sealAccount({ id, platform }, credentials),
    health_status: 'healthy',
    health_reason: null,
    health_action: null,
    health_checked_at: now,
    token_expires_at: endOfAccess(credentials),
    connected_at: now,
  };
}

/** Reconnecting an account must not connect another one by mistake. */
async function refuseOtherAccount(
  trx: Write,
  { account_id: wanted, workspace_id }: ConnectionRow,
  known: AccountRow | undefined,
  { handle }: SignedInAccount,
): Promise<void> {
  if (wanted === null || known?.id === wanted) return;
  const account = await findAccount(trx, workspace_id, wanted);
  if (!account) return;
  throw new RequestRefused(
    'state_conflict',
    `You signed in as ${shownHandle(handle)}, but the account to reconnect is ${shownHandle(account.handle)}. Sign in as ${shownHandle(account.handle)}, or connect ${shownHandle(handle)} as another account.`,
  );
}

async function upsert(trx: Write, known: AccountRow | undefined, fresh: AccountRow): Promise<AccountRow> {
  if (!known) return trx.insertInto('accounts').values(fresh).returningAll().executeTakeFirstOrThrow();
  const { id: _id, premium: _premium, ...again } = fresh;
  return trx
    .updateTable('accounts')
    .set(again)
    .where('id', '=', known.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
