import * as z from 'zod';
import type { Account, AccountPage } from '../../../contract/accounts/accounts.js';
import { DEFAULT_PAGE_SIZE } from '../../../contract/lists.js';
import type { Call, Handlers } from '../../operations/call.js';
import { readCursor } from '../../operations/cursor.js';
import { listPage } from '../../operations/list-page.js';
import { pageRows } from '../../store/queries/page-rows.js';
import { listAccounts, positionOf } from './repository.js';
import { requireAccount } from './require-account.js';
import { updateAccount } from './update-account.js';
import { viewAccounts, viewOneAccount } from './view-accounts.js';

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
  const page = pageRows({ rows: found, scannedUpTo: null }, { limit, placeOf: positionOf });
  return listPage(list, page, positionOf, await viewAccounts(call, page.rows));
}

async function getAccount(call: Call<'accounts.get'>): Promise<Account> {
  const { caller, params, services } = call;
  return viewOneAccount(call, await requireAccount(services.store.db, caller.workspace.id, params.id));
}

export const accountHandlers = {
  'accounts.list': listAccountPage,
  'accounts.get': getAccount,
  'accounts.update': updateAccount,
} satisfies Partial<Handlers>;
