import type { Context, Hono } from 'hono';
import { adminPasswordVersion, hasAdminPassword } from '../../domain/access/admin-password.js';
import { browserName } from '../../domain/access/browser-name.js';
import { closeSession, openSession } from '../../domain/access/sessions.js';
import { useSignInLink } from '../../domain/access/sign-in-links.js';
import { ensureFirstWorkspace } from '../../domain/access/workspaces.js';
import type { HttpEnv } from '../../http/request-context.js';
import { routed } from '../../http/responses/page-answer.js';
import type { Services } from '../../operations/services.js';
import { readForm } from '../form.js';
import { ownPath } from '../own-path.js';
import { htmlResponse, redirect } from '../responses.js';
import type { Attempts } from './attempts.js';
import { sessionCookie, sessionSecretOf } from './cookie.js';
import { SignInPage } from './page.js';

interface SignInOptions {
  /** Everyone may open the pages of the simulated networks. */
  readonly hasOpenNetworkPages: boolean;
}

/** Signing in with a link or a password, and signing out. */
export function addSignIn(
  app: Hono<HttpEnv>,
  services: Services,
  attempts: Attempts,
  { hasOpenNetworkPages }: SignInOptions,
): void {
  const { store, clock } = services;

  const page = async (
    c: Context<HttpEnv>,
    status: number,
    problem: string | null,
    next: string,
    headers: Record<string, string> = {},
  ) => {
    const password = await hasAdminPassword(store);
    const html = SignInPage({ problem, password, next, hasOpenNetworkPages });
    return htmlResponse(routed(c, '/sign-in'), html, { status, headers });
  };
  const open = (c: Context<HttpEnv>, workspaceId: string): Promise<string> => {
    const browser = browserName(c.req.header('user-agent') ?? '');
    return openSession(store, workspaceId, services, {
      browser,
      address: c.get('context').clientAddress(),
      replaces: sessionSecretOf(c, services),
    });
  };
  const enter = async (c: Context<HttpEnv>, secret: string, next: string) => {
    const context = routed(c, '/sign-in');
    const answer = redirect(context, next, { 'Set-Cookie': sessionCookie(secret, services) });
    answer.headers.append('Set-Cookie', await attempts.knownBrowser(c));
    return answer;
  };

  app.get('/sign-in', async (c) => {
    const next = ownPath(c.req.query('next')) ?? '/';
    const token = c.req.query('token');
    if (token === undefined) return page(c, 200, null, next);
    const workspaceId = await useSignInLink(store, token, clock.now());
    if (workspaceId !== null) return enter(c, await open(c, workspaceId), next);
    return page(
      c,
      403,
      'This link was already used, has been withdrawn, or is older than 15 minutes. Create a new one.',
      next,
    );
  });

  app.post('/sign-in', async (c) => {
    const form = await readForm(c.req.raw);
    const next = ownPath(form.text('next')) ?? '/';
    const version = await adminPasswordVersion(store);
    const attempt = await attempts.check(c, form.words('password'));
    if (attempt.is === 'refused') {
      return page(c, 429, attempt.why, next, { 'Retry-After': String(attempt.waitSeconds) });
    }
    if (attempt.is === 'wrong') return page(c, 403, 'This is not the admin password.', next);
    const workspace = await ensureFirstWorkspace(store, services);
    const secret = await open(c, workspace.id);
    if ((await adminPasswordVersion(store)) === version) return enter(c, secret, next);
    // The change has ended all sessions, but could not know of this one.
    await closeSession(store, secret);
    return page(c, 403, 'The admin password was changed just now. Enter the new one.', next);
  });

  app.post('/sign-out', async (c) => {
    const secret = sessionSecretOf(c, services);
    // No CSRF token: another site could at worst sign the user out, and the origin check refuses that too.
    if (secret !== null) await closeSession(store, secret);
    return redirect(routed(c, '/sign-out'), '/sign-in', { 'Set-Cookie': sessionCookie(null, services) });
  });
}
