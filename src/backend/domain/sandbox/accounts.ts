import type { Account } from '../../../contract/accounts/accounts.js';
import { wholeMilliseconds } from '../../../contract/durations.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { Call, Handlers } from '../../operations/call.js';
import { simulatedBoards } from '../../simulators/demo-accounts.js';
import { failingAccount } from '../../simulators/failing-account.js';
import { failureOfHandle } from '../../simulators/shared/named-failures.js';
import { type ActivityOperation, recordActivity } from '../../store/activity.js';
import type { AccountRow } from '../../store/schema.js';
import type { Write } from '../../store/store.js';
import { removeOrForget } from '../accounts/remove-account.js';
import { requireAccount } from '../accounts/require-account.js';
import { viewAccount } from '../accounts/view.js';
import { requireSandbox } from './require-sandbox.js';

type ConnectCall = Call<'testAccounts.connect'>;
type AccountCall = Call<'testAccounts.expire'> | Call<'testAccounts.disconnect'>;

/** Connects an account at a simulated network. An account that was connected before becomes healthy again. */
async function connect(call: ConnectCall): Promise<Account> {
  requireSandbox(call.caller.workspace);
  const created = newAccount(call);
  return call.commit(async (trx) => {
    // Credentials open for the account's id alone, and an account that was connected before keeps its id.
    const known = await knownAccount(trx, created.account);
    const wanted = known === undefined ? created : again(created, known, call);
    const id = known?.id ?? wanted.account.id;
    const row: AccountRow = {
      ...wanted.account,
      id,
      credentials_json: call.services.store.vault.sealAccount({ ...wanted.account, id }, wanted.credentials),
    };
    const { id: _, ...update } = row;
    const stored = await trx
      .insertInto('accounts')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'platform', 'network_user_id']).doUpdateSet(update),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordChange(trx, call, 'testAccounts.connect', stored, 'connected');
    return viewAccount(stored, { ...call.services, postsToday: 0, leftOut: [] });
  });
}

type KnownAccount = Pick<
  AccountRow,
  | 'id'
  | 'network_user_id'
  | 'display_name'
  | 'premium'
  | 'reads_metrics'
  | 'reads_comments'
  | 'link_tags_json'
  | 'board_id'
>;

/** The account of the same person at the network, or with the same handle. */
function knownAccount(
  trx: Write,
  { workspace_id, platform, network_user_id, handle }: NewAccount['account'],
): Promise<KnownAccount | undefined> {
  return trx
    .selectFrom('accounts')
    .select([
      'id',
      'network_user_id',
      'display_name',
      'premium',
      'reads_metrics',
      'reads_comments',
      'link_tags_json',
      'board_id',
    ])
    .where('workspace_id', '=', workspace_id)
    .where('platform', '=', platform)
    .where((or) => or.or([or('network_user_id', '=', network_user_id), or('handle', '=', handle)]))
    .orderBy('connected_at')
    .executeTakeFirst();
}

/** An account that is connected again: what the request does not say stays as it was. */
function again({ account, credentials }: NewAccount, known: KnownAccount, { body }: ConnectCall): NewAccount {
  const { network_user_id, reads_metrics, reads_comments, link_tags_json, board_id } = known;
  const display_name = body.displayName ?? known.display_name;
  const premium = body.premium === undefined ? known.premium : account.premium;
  const choices = { reads_metrics, reads_comments, link_tags_json, board_id };
  return { account: { ...account, network_user_id, display_name, premium, ...choices }, credentials };
}

interface NewAccount {
  readonly account: Omit<AccountRow, 'credentials_json'>;
  readonly credentials: Readonly<Record<string, string>>;
}

function newAccount({ body, caller, now, services }: ConnectCall): NewAccount {
  const handle = body.handle.replace(/^@/, '');
  const failure = failureOfHandle(handle);
  const failing = failure === null ? null : failingAccount(failure, body.platform);
  const expiresAt =
    body.expiresInSeconds === undefined ? null : now + wholeMilliseconds(body.expiresInSeconds);
  const credentials = {
    ...(failing?.credentials ?? { accessToken: `simulated-${body.platform}-${handle}` }),
    ...(expiresAt !== null && { expiresAt: new Date(expiresAt).toISOString() }),
  };
  const account: NewAccount['account'] = {
    id: services.ids.next('account', now),
    workspace_id: caller.workspace.id,
    platform: body.platform,
    network_user_id: failing?.networkUserId ?? networkUserIdOf(handle),
    handle: failing?.handle ?? handle,
    display_name: body.displayName ?? failing?.displayName ?? handle,
    simulated: 1,
    origin: null,
    avatar_url: null,
    profile_url: null,
    app_review: null,
    premium: body.premium === true ? 1 : 0,
    limits_json: null,
    inbox_withheld: null,
    notices_problem: null,
    notices_since: null,
    noticed_at: null,
    reads_metrics: null,
    reads_comments: null,
    link_tags_json: null,
    boards_json: simulatedBoards(body.platform),
    board_id: null,
    health_status: 'healthy',
    health_reason: null,
    health_action: null,
    health_checked_at: now,
    token_expires_at: expiresAt,
    connected_at: now,
  };
  return { account, credentials };
}

/** A 16-digit id derived from the handle with FNV-1a, because most networks use numeric ids. */
function networkUserIdOf(handle: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(handle.toLowerCase())) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return String(1_000_000_000_000_000n + (hash % 9_000_000_000_000_000n));
}

/** Expires an account's access: from now on it sends a token that no network accepts. */
async function expire(call: Call<'testAccounts.expire'>): Promise<Account> {
  const account = await accountOf(call);
  return call.commit(async (trx) => {
    const expired = await trx
      .updateTable('accounts')
      .set({
        credentials_json: call.services.store.vault.sealAccount(account, { accessToken: '' }),
        token_expires_at: call.now,
        health_checked_at: call.now,
      })
      .where('id', '=', account.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordChange(trx, call, 'testAccounts.expire', expired, 'expired access of');
    return viewAccount(expired, { ...call.services, postsToday: 0, leftOut: [] });
  });
}

async function disconnect(call: Call<'testAccounts.disconnect'>) {
  const account = await accountOf(call);
  return call.commit(async (trx) => {
    await recordChange(trx, call, 'testAccounts.disconnect', account, 'disconnected');
    return { id: account.id, removed: await removeOrForget(call.services, trx, account, call.now) };
  });
}

function recordChange(
  trx: Write,
  { caller, requestId, now }: ConnectCall | AccountCall,
  operation: ActivityOperation,
  account: Pick<AccountRow, 'id' | 'platform' | 'handle'>,
  verb: string,
): Promise<void> {
  return recordActivity(trx, {
    workspaceId: caller.workspace.id,
    apiKeyId: caller.key.id,
    operation,
    objectId: account.id,
    summary: `${verb} ${account.handle} on ${PLATFORM_NAMES[account.platform]}`,
    requestId,
    now,
  });
}

async function accountOf({ caller, params, services }: AccountCall): Promise<AccountRow> {
  requireSandbox(caller.workspace);
  return requireAccount(services.store.db, caller.workspace.id, params.id);
}

export const testAccountHandlers = {
  'testAccounts.connect': connect,
  'testAccounts.expire': expire,
  'testAccounts.disconnect': disconnect,
} satisfies Partial<Handlers>;
