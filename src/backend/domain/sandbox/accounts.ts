import type { Account } from '../../../contract/accounts/accounts.js';
import type { OperationId } from '../../../contract/operations.js';
import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import type { Call, Handlers } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import { failingAccount } from '../../simulators/failing-account.js';
import { failureOfHandle } from '../../simulators/shared/named-failures.js';
import { recordActivity } from '../../store/activity.js';
import type { AccountRow } from '../../store/schema.js';
import type { Write } from '../../store/store.js';
import { findAccount } from '../accounts/repository.js';
import { viewAccount } from '../accounts/view.js';
import { requireSandbox } from './require-sandbox.js';

type ConnectCall = Call<'testAccounts.connect'>;
type AccountCall = Call<'testAccounts.expire'> | Call<'testAccounts.disconnect'>;

/** Connects an account at a simulated network. An account that was connected before becomes healthy again. */
async function connect(call: ConnectCall): Promise<Account> {
  requireSandbox(call.caller.workspace);
  const row = newAccount(call);
  return call.commit(async (trx) => {
    const { id: _, ...again } = row;
    const stored = await trx
      .insertInto('accounts')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'platform', 'network_user_id']).doUpdateSet(again),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordChange(trx, call, 'testAccounts.connect', stored, 'connected');
    return viewAccount(stored, { publicUrl: call.services.publicUrl, postsToday: 0 });
  });
}

function newAccount({ body, caller, now, services }: ConnectCall): AccountRow {
  const handle = body.handle.replace(/^@/, '');
  const failure = failureOfHandle(handle);
  const failing = failure === null ? null : failingAccount(failure, body.platform);
  const expiresAt = body.expiresInSeconds === undefined ? null : now + body.expiresInSeconds * 1000;
  const credentials = {
    ...(failing?.credentials ?? { accessToken: `simulated-${body.platform}-${handle}` }),
    ...(expiresAt !== null && { expiresAt: new Date(expiresAt).toISOString() }),
  };
  return {
    id: services.ids.next('account', now),
    workspace_id: caller.workspace.id,
    platform: body.platform,
    network_user_id: failing?.networkUserId ?? networkUserIdOf(handle),
    handle: failing?.handle ?? handle,
    display_name: body.displayName ?? failing?.displayName ?? handle,
    simulated: 1,
    premium: body.premium === true ? 1 : 0,
    credentials_json: JSON.stringify(credentials),
    health_status: 'healthy',
    health_reason: null,
    health_action: null,
    health_checked_at: now,
    token_expires_at: expiresAt,
    connected_at: now,
  };
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
        credentials_json: JSON.stringify({ accessToken: '' }),
        token_expires_at: call.now,
        health_checked_at: call.now,
      })
      .where('id', '=', account.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordChange(trx, call, 'testAccounts.expire', expired, 'expired access of');
    return viewAccount(expired, { publicUrl: call.services.publicUrl, postsToday: 0 });
  });
}

async function disconnect(call: Call<'testAccounts.disconnect'>) {
  const account = await accountOf(call);
  return call.commit(async (trx) => {
    await recordChange(trx, call, 'testAccounts.disconnect', account, 'disconnected');
    const target = await trx
      .selectFrom('targets')
      .select('id')
      .where('account_id', '=', account.id)
      .limit(1)
      .executeTakeFirst();
    const conversation = await trx
      .selectFrom('conversations')
      .select('id')
      .where('account_id', '=', account.id)
      .limit(1)
      .executeTakeFirst();
    if (!target && !conversation) {
      await trx.deleteFrom('accounts').where('id', '=', account.id).execute();
      return { id: account.id, removed: true };
    }
    await trx
      .updateTable('accounts')
      .set({
        credentials_json: JSON.stringify({ accessToken: '' }),
        health_status: 'reconnect_required',
        health_reason: 'The account was disconnected.',
        health_action: 'Connect the account again.',
        health_checked_at: call.now,
      })
      .where('id', '=', account.id)
      .execute();
    return { id: account.id, removed: false };
  });
}

function recordChange(
  trx: Write,
  { caller, requestId, now }: ConnectCall | AccountCall,
  operation: OperationId,
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
  const account = await findAccount(services.store.db, caller.workspace.id, params.id);
  if (account) return account;
  throw new RequestRefused('account_not_found', `There is no account ${params.id} in this workspace.`);
}

export const testAccountHandlers = {
  'testAccounts.connect': connect,
  'testAccounts.expire': expire,
  'testAccounts.disconnect': disconnect,
} satisfies Partial<Handlers>;
