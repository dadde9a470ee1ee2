import type { PostriderClient } from '../client/client.js';
import type { Account } from '../contract/accounts/accounts.js';
import type { AccountWish, TestAccounts } from './test-backend.js';

/** Maximum page size. */
const PAGE = 100;

/** The accounts of a workspace, connected through the API. */
export function accountsOf(client: PostriderClient): TestAccounts {
  const all = async (): Promise<readonly Account[]> => {
    const found: Account[] = [];
    for await (const account of client.accounts.list({ limit: PAGE })) found.push(account);
    return found;
  };
  const connect = async (wishes: readonly AccountWish[]): Promise<Account[]> => {
    const made: Account[] = [];
    for (const wish of wishes) made.push(await client.testAccounts.connect(wish));
    return made;
  };
  return {
    // As many as requested, in order.
    connect: (async (...wishes: readonly AccountWish[]) => connect(wishes)) as TestAccounts['connect'],
    all,
    on: async (platform, handle) => {
      const there = (await all()).filter((account) => account.platform === platform);
      const named = there.filter((account) => handle === undefined || account.handle === withAt(handle));
      const [only, ...others] = named;
      if (only && others.length === 0) return only;
      const handles = there.map((account) => account.handle).join(', ') || 'none';
      throw new Error(
        only
          ? `There are several accounts on ${platform}: name one of ${handles}.`
          : `There is no account${handle === undefined ? '' : ` ${withAt(handle)}`} on ${platform}, only ${handles}. Make one with accounts.connect({ platform: '${platform}', handle: … }).`,
      );
    },
    expire: async (account) => client.testAccounts.expire(idOf(account)),
    disconnect: async (account) => {
      await client.testAccounts.disconnect(idOf(account));
    },
  };
}

/** A handle as the API returns it. */
export function withAt(handle: string): string {
  return handle.startsWith('@') ? handle : `@${handle}`;
}

export function idOf(account: Account | string): Account['id'] {
  // The API reports an invalid account id.
  return typeof account === 'string' ? (account as Account['id']) : account.id;
}
