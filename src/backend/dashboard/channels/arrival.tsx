import type { Connection, FinishConnection } from '../../../contract/accounts/connections.js';
import { CALLBACK_PATH } from '../../../networks/access/redirects.js';
import { appOf } from '../../../networks/access.js';
import { connectionByState, findConnection } from '../../domain/connections/repository.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Services } from '../../operations/services.js';
import { htmlResponse, redirect } from '../responses.js';
import type { Visit } from '../routes.js';
import type { User } from '../user.js';
import { accountsOf } from './accounts-of.js';
import { finishedPath, returnPathOf } from './return-path.js';
import { ConnectFailedPage } from './sign-in-page.js';

type Place = Pick<Services, 'store' | 'clock' | 'publicUrl'>;

/** Whether a connection can no longer be finished, and is not connected. */
export const hasEnded = ({ status }: Connection): boolean => status === 'failed' || status === 'expired';

/** Finishes a connection. @returns the page that it leads to */
export async function finish(
  user: User,
  { id }: { readonly id: string },
  body: FinishConnection,
  next: string,
): Promise<string> {
  const before = new Set((await accountsOf(user)).map((account) => account.id));
  const finished = await user.call('connections.finish', { path: { id }, body });
  const isAgain = finished.accounts.every((account) => before.has(account.id));
  return finishedPath(finished, next, isAgain);
}

/** Why a sign-in has ended without an account, and how to begin again. */
export async function endedSignIn(
  { user }: Visit,
  { store }: Place,
  { id, platform, status, problem }: Connection,
  next: string,
) {
  const row = await findConnection(store.db, user.workspace.id, id);
  const app = appOf(platform) ? await user.call('apps.get', { path: { platform } }) : null;
  const isRefused = status === 'failed';
  return ConnectFailedPage({
    user,
    platform,
    why: isRefused ? (problem ?? 'This sign-in has ended.') : 'The time to sign in has passed.',
    accountId: row?.account_id ?? null,
    connectionId: id,
    next,
    app: isRefused ? app : null,
  });
}

/**
 * Where a network sends the browser back, with a code or an error. These do not stay in the address bar: whatever comes of
 * them, a page at another address says so, unless the person is to copy the address or to try again with it.
 */
export async function finishInBrowser(visit: Visit, services: Place) {
  const { user, query, context } = visit;
  const { store, publicUrl } = services;
  const row = await connectionByState(store.db, user.workspace.id, query.get('state') ?? '');
  if (!row) {
    if (query.size > 0) return redirect(context, CALLBACK_PATH);
    const why =
      'This sign-in was already used, has expired, or was begun in another workspace. No account was connected.';
    return htmlResponse(context, ConnectFailedPage({ user, platform: null, why }), { status: 422 });
  }
  const next = returnPathOf(visit, row, services);
  const { id: connectionId, platform, account_id: accountId } = row;
  if (row.api_key_id !== user.keyId) {
    const why =
      'This sign-in was begun by a program, not in the dashboard. Copy the address of this page, and paste it there.';
    return htmlResponse(context, ConnectFailedPage({ user, platform, why, accountId, connectionId }), {
      status: 422,
    });
  }
  const path = { id: connectionId };
  try {
    const body = { callbackUrl: `${publicUrl}${CALLBACK_PATH}?${query}` };
    return redirect(context, await finish(user, path, body, next));
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    const connection = await user.call('connections.get', { path });
    if (hasEnded(connection)) return redirect(context, `/channels/connections/${connectionId}`);
    const problem = error.toProblem(context.requestId);
    const page = ConnectFailedPage({ user, platform, accountId, connectionId, next, why: '', problem });
    return htmlResponse(context, page, { status: problem.status });
  }
}
