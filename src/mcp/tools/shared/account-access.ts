import { ApiError } from '../../../client/errors/api-errors.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import { networkName } from '../../../contract/platforms.js';
import type { Answer } from '../../answers/answer.js';
import { safeHandle, unsafeHandles } from '../../answers/untrusted.js';
import type { CallContext } from '../../call-context.js';
import { refusal, type Untouched } from '../../errors/error-answer.js';

/** The API's largest page. */
const PAGE = 100;

/** The connected accounts, by id. */
export type AccountsById = ReadonlyMap<string, Account>;

export async function readAccounts(call: CallContext): Promise<AccountsById> {
  const accounts: Account[] = [];
  for await (const account of call.client.accounts.list({ limit: PAGE }, call.request()))
    accounts.push(account);
  return new Map(accounts.map((account) => [account.id, account]));
}

/**
 * The connected accounts, where those named that could not act are checked at their network first: a person may have
 * restored them. Where the check is not possible, what is stored counts.
 */
export async function recheckedAccounts(ids: readonly string[], call: CallContext): Promise<AccountsById> {
  const accounts = new Map(await readAccounts(call));
  const unusable = ids.flatMap((id) => {
    const account = accounts.get(id);
    return account !== undefined && accessProblem(account) !== undefined ? [account] : [];
  });
  const checked = await Promise.all(
    unusable.map(async (account) => {
      try {
        return await call.client.accounts.check(account.id, call.request());
      } catch (error) {
        // Without the scope, or while the network is down.
        if (error instanceof ApiError) return account;
        throw error;
      }
    }),
  );
  for (const account of checked) accounts.set(account.id, account);
  return accounts;
}

/** An account as a person knows it: "Bluesky @fernhill.example". */
export function accountName({ platform, handle, id }: Pick<Account, 'platform' | 'handle' | 'id'>): string {
  return `${networkName(platform)} ${safeHandle(handle) ?? id}`;
}

/** Accounts by name, as far as they are connected. */
export function accountNames(ids: readonly string[], accounts: AccountsById): string {
  return ids
    .map((id) => {
      const account = accounts.get(id);
      return account === undefined ? id : accountName(account);
    })
    .join(', ');
}

/** Why an account can neither publish nor answer now, and what a person has to do; undefined if it can. */
export function accessProblem(account: Account): { readonly why: string; readonly fix: string } | undefined {
  const { status, actionUrl } = account.health;
  const name = accountName(account);
  const where = actionUrl === null ? '' : `: ${actionUrl}`;
  if (status === 'reconnect_required') {
    return { why: `${name} needs to be reconnected`, fix: `A person has to reconnect ${name}${where}` };
  }
  if (status !== 'disabled') return undefined;
  return {
    why: `${name} is disabled by its network`,
    fix: `A person has to sign in to the network as ${name} and follow its instructions, then check it on the Channels page when its network has restored it, or reconnect it${where}`,
  };
}

/** The answer if none of the accounts can act, so that a person is not asked in vain. */
export function noAccess(accounts: readonly Account[], untouched: Untouched): Answer {
  const problems = accounts.flatMap((account) => accessProblem(account) ?? []);
  const [first] = accounts;
  return {
    ...refusal({
      code: first?.health.status === 'disabled' ? 'account_disabled' : 'account_reconnect_required',
      message: `${problems.map(({ why }) => why).join('; ')}.`,
      untouched,
      facts: {
        accounts: accounts.map(({ id, platform, handle, health }) => ({
          accountId: id,
          platform,
          handle: safeHandle(handle),
          health: health.status,
          actionUrl: health.actionUrl,
        })),
      },
      next: `${problems.map(({ fix }) => fix).join('. ')}. Then repeat the call`,
    }),
    untrusted: unsafeHandles(accounts.map(({ id, handle }) => ({ accountId: id, handle }))),
  };
}
