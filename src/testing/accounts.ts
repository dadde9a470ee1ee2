import type { PostriderClient } from '../client/client.js';
import type { Account } from '../contract/accounts/accounts.js';
import type { AccountInput, TestAccounts } from './test-backend.js';

const MAX_PAGE_SIZE = 100;

/** The accounts of a workspace, connected through the API. */
export function accountsOf(client: PostriderClient): TestAccounts {
  const all = async (): Promise<readonly Account[]> => {
    const found: Account[] = [];
    for await (const account of client.accounts.list({ limit: MAX_PAGE_SIZE })) found.push(account);
    return found;
  };
  const connect = async (inputs: readonly AccountInput[]): Promise<Account[]> => {
    const connected: Account[] = [];
    for (const input of inputs) connected.push(await client.testAccounts.connect(input));
    return connected;
  };
  return {
    // One account per input, in order.
    connect: (async (...inputs: readonly AccountInput[]) => connect(inputs)) as TestAccounts['connect'],
    all,
    on: async (platform, handle) => {
      const onPlatform = (await all()).filter((account) => account.platform === platform);
      const matching = onPlatform.filter(
        (account) => handle === undefined || account.handle === withAt(handle),
      );
      const [only, ...others] = matching;
      if (only && others.length === 0) return only;
      const handles = onPlatform.map((account) => account.handle).join(', ') || 'none';
      throw new Error(
        only
          ? `There are several accounts on ${platform}. Pass one of their handles: ${handles}.`
          : `There is no account${handle === undefined ? '' : ` ${withAt(handle)}`} on ${platform}, only ${handles}. Connect one with accounts.connect({ platform: '${platform}', handle: … }).`,
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
