import type { Account } from '../../../contract/accounts/accounts.js';
import type { Connection, FinishConnection } from '../../../contract/accounts/connections.js';
import { isPlatform, type Platform } from '../../../contract/platforms.js';
import { CALLBACK_PATH } from '../../../networks/access/redirects.js';
import { accessOf } from '../../../networks/access.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Services } from '../../operations/services.js';
import type { Form } from '../form.js';
import { ownPath } from '../own-path.js';
import { htmlResponse, redirect } from '../responses.js';
import type { FormVisit, PageRoutes } from '../routes.js';
import type { User } from '../user.js';
import { addApps, appConnectPage, isAfterSaving } from './app-routes.js';
import { endedSignIn, finish, finishInBrowser, hasEnded } from './arrival.js';
import { ChoosePage } from './choose-page.js';
import { type ConnectInput, ConnectPage } from './connect-page.js';
import { ReconnectSimulatedPage } from './reconnect-simulated-page.js';
import { finishedPath, returnCookie, returnPathOf } from './return-path.js';
import { SignInAtNetworkPage } from './sign-in-page.js';

const NOTHING_ENTERED: ConnectInput = { identifier: '', server: '', connection: '', begunWith: '', next: '' };

/** Connecting accounts of real networks. */
export function addConnecting(
  routes: PageRoutes,
  services: Pick<Services, 'store' | 'clock' | 'publicUrl' | 'isPublic'>,
): void {
  const { publicUrl, isPublic } = services;
  routes.get('/channels/:id/connect', async ({ user, param, query, context }) => {
    const account = await user.call('accounts.get', { path: { id: param('id') } });
    const next = ownPath(query.get('next')) ?? '';
    if (account.simulated) return ReconnectSimulatedPage({ user, account, next });
    if (!accessOf(account.platform)) return redirect(context, `/channels#${account.id}`);
    const isSaved = isAfterSaving(query);
    const withApp = await appConnectPage(account.platform, {
      user,
      account,
      next,
      publicUrl,
      isPublic,
      isSaved,
    });
    if (withApp) return withApp;
    const input = { ...NOTHING_ENTERED, identifier: account.handle, next };
    return ConnectPage({ user, platform: account.platform, account, input, publicUrl });
  });

  routes.get('/channels/connect/:platform', async ({ user, param, query, context }) => {
    const platform = connectable(user, param('platform'));
    if (platform === null) return redirect(context, '/channels#connect-title');
    const isSaved = isAfterSaving(query);
    const withApp = await appConnectPage(platform, {
      user,
      account: null,
      next: '',
      publicUrl,
      isPublic,
      isSaved,
    });
    if (withApp) return withApp;
    const ended = await connectionOf(user, query.get('after') ?? '');
    const input = { ...NOTHING_ENTERED, server: ended?.server ?? '' };
    return ConnectPage({ user, platform, account: null, input, publicUrl });
  });

  routes.post('/channels/connect/:platform', async (visit) => {
    const { user, form, param, redirect, context } = visit;
    const platform = connectable(user, param('platform'));
    if (platform === null) return redirect('/channels#connect-title');
    const input = {
      identifier: form.text('identifier'),
      server: form.text('server'),
      connection: form.text('connection'),
      begunWith: form.text('begunWith'),
      next: ownPath(form.text('next')) ?? '',
    };
    const account = await accountOf(user, form.text('account'));
    let connection: Connection | null = null;
    try {
      connection = await beginning(visit, platform, input, account);
      if (connection.method !== 'app_password') {
        const answer = redirect(`/channels/connections/${connection.id}`);
        if (input.next !== '')
          answer.headers.append('Set-Cookie', returnCookie(connection, input.next, services));
        return answer;
      }
      const body = { identifier: input.identifier, appPassword: form.words('appPassword') };
      return redirect(await finish(user, connection, body, input.next));
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      const problem = error.toProblem(context.requestId);
      const entered = { ...input, connection: connection?.id ?? '', begunWith: input.server };
      const page =
        (await appConnectPage(platform, { user, account, next: input.next, publicUrl, isPublic, problem })) ??
        ConnectPage({ user, platform, account, input: entered, publicUrl, problem });
      return htmlResponse(context, page, { status: problem.status });
    }
  });

  routes.get('/channels/connections/:id', async (visit) => {
    const { user, param, context } = visit;
    const connection = await user.call('connections.get', { path: { id: param('id') } });
    const next = returnPathOf(visit, connection, services);
    if (connection.status === 'connected') return redirect(context, finishedPath(connection, next));
    if (connection.status === 'choosing') return ChoosePage({ user, connection, next });
    if (hasEnded(connection)) return endedSignIn(visit, services, connection, next);
    return SignInAtNetworkPage({ user, connection, next });
  });

  routes.post('/channels/connections/:id', async (visit) => {
    const { user, param, form, redirect, context } = visit;
    const path = { id: param('id') };
    const next = returnPathOf(visit, path, services);
    try {
      return redirect(await finish(user, path, answerIn(form), next));
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      const problem = error.toProblem(context.requestId);
      const connection = await user.call('connections.get', { path });
      // A connection that has ended says why in its own words.
      if (hasEnded(connection)) return redirect(`/channels/connections/${connection.id}`);
      const shown = { user, connection, next, problem };
      const page = connection.status === 'choosing' ? ChoosePage(shown) : SignInAtNetworkPage(shown);
      return htmlResponse(context, page, { status: problem.status });
    }
  });

  addApps(routes, services);
  routes.get(CALLBACK_PATH, (visit) => finishInBrowser(visit, services));
}

/** What the person brings back from the network, or has chosen. */
function answerIn(form: Form): FinishConnection {
  if (form.ticked('choosing')) return { choices: form.all('choice') };
  const callbackUrl = form.text('callbackUrl');
  return callbackUrl === '' ? { code: form.text('code') } : { callbackUrl };
}

/** The network that accounts of this workspace can be connected of; null: none of that name. */
function connectable({ workspace, rehearsal }: User, name: string): Platform | null {
  if (workspace.sandbox === 1 || !isPlatform(name) || !accessOf(name)) return null;
  return rehearsal?.includes(name) === false ? null : name;
}

async function accountOf(user: User, id: string): Promise<Account | null> {
  return id === '' ? null : user.call('accounts.get', { path: { id } });
}

/** Begins a connection. After a wrong password the one that waits goes on. */
async function beginning(
  { user, form }: FormVisit,
  platform: Platform,
  { identifier, server, connection, begunWith }: ConnectInput,
  account: Account | null,
): Promise<Connection> {
  const method = form.text('method');
  const isInBrowser = method === 'browser';
  const known = server === begunWith && !isInBrowser ? await connectionOf(user, connection) : null;
  if (known?.status === 'waiting') return known;
  return user.call('connections.start', {
    body: {
      platform,
      ...(server !== '' && { server }),
      ...(isInBrowser && identifier !== '' && { identifier }),
      ...(method !== '' && { method }),
      ...(account && { accountId: account.id }),
    },
  });
}

/** The connection with this id; null: there is none. */
async function connectionOf(user: User, id: string): Promise<Connection | null> {
  if (id === '') return null;
  try {
    return await user.call('connections.get', { path: { id } });
  } catch (error) {
    if (error instanceof RequestRefused && error.code === 'connection_not_found') return null;
    throw error;
  }
}
