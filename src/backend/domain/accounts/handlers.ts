import * as z from 'zod';
import type { Account, AccountPage } from '../../../contract/accounts/accounts.js';
import { DEFAULT_PAGE_SIZE } from '../../../contract/lists.js';
import type { Call, Handlers } from '../../operations/call.js';
import { readCursor, writeCursor } from '../../operations/cursor.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { AccountRow } from '../../store/schema.js';
import { findAccount, listAccounts, positionOf, publishedSince } from './repository.js';
import { viewAccount } from './view.js';

const DAY_MS = 24 * 60 * 60 * 1000;

const Position = z.tuple([z.number().int(), z.string(), z.string()]);

async function listAccountPage(call: Call<'accounts.list'>): Promise<AccountPage> {
  const { query, caller, services } = call;
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const list = ['accounts.list', caller.workspace.id, query.platform];
  const found = await listAccounts(services.store.db, {
    workspaceId: caller.workspace.id,
    platforms: query.platform,
    after: readCursor(list, query.cursor, Position) ?? undefined,
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    data: await viewAll(call, page),
    nextCursor: last ? writeCursor(list, positionOf(last)) : null,
  };
}

async function getAccount(call: Call<'accounts.get'>): Promise<Account> {
  const { caller, params, services } = call;
  const row = await findAccount(services.store.db, caller.workspace.id, params.id);
  const [account] = row ? await viewAll(call, [row]) : [];
  if (account) return account;
  throw new RequestRefused('account_not_found', `There is no account ${params.id} in this workspace.`);
}

async function viewAll(
  { services, now }: Pick<Call<'accounts.get'>, 'services' | 'now'>,
  rows: readonly AccountRow[],
): Promise<Account[]> {
  const ids = rows.map((row) => row.id);
  const published = await publishedSince(services.store.db, ids, now - DAY_MS);
  return rows.map((row) =>
    viewAccount(row, { publicUrl: services.publicUrl, postsToday: published.get(row.id) ?? 0 }),
  );
}

export const accountHandlers = {
  'accounts.list': listAccountPage,
  'accounts.get': getAccount,
} satisfies Partial<Handlers>;
