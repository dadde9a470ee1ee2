import type { Context, Hono } from 'hono';
import { hasAdminPassword, isAdminPassword } from '../../domain/access/admin-password.js';
import { closeSession, openSession } from '../../domain/access/sessions.js';
import { useSignInLink } from '../../domain/access/sign-in-links.js';
import { ensureFirstWorkspace } from '../../domain/access/workspaces.js';
import { routed } from '../../http/page-answer.js';
import type { TakeToken } from '../../http/rate-limit.js';
import type { HttpEnv } from '../../http/request-context.js';
import type { Services } from '../../operations/services.js';
import { goTo, htmlAnswer } from '../answers.js';
import { readForm } from '../form.js';
import { Attempts } from './attempts.js';
import { sessionCookie, sessionSecretOf } from './cookie.js';
import { SignInPage } from './page.js';

/** Signing in by a link or a password, and out again. */
export function addSignIn(app: Hono<HttpEnv>, services: Services, take: TakeToken): void {
  const { store, clock, publicUrl } = services;
  const attempts = new Attempts(take);
  const secure = publicUrl.startsWith('https:');

  const page = async (c: Context<HttpEnv>, status: number, problem: string | null, next: string) => {
    const html = SignInPage({ problem, password: await hasAdminPassword(store), next });
    return htmlAnswer(routed(c, '/sign-in'), html, { status });
  };
  const enter = async (c: Context<HttpEnv>, workspaceId: string, next: string) => {
    const secret = await openSession(store, workspaceId, services);
    return goTo(routed(c, '/sign-in'), next, { 'Set-Cookie': sessionCookie(secret, secure) });
  };

  app.get('/sign-in', async (c) => {
    const next = ownPath(c.req.query('next'));
    const token = c.req.query('token');
    if (token === undefined) return page(c, 200, null, next);
    const workspaceId = await useSignInLink(store, token, clock.now());
    if (workspaceId !== null) return enter(c, workspaceId, next);
    return page(c, 403, 'That link was used already, or is older than 15 minutes. Make a new one.', next);
  });

  app.post('/sign-in', async (c) => {
    const form = await readForm(c.req.raw);
    const next = ownPath(form.text('next'));
    const waitSeconds = await attempts.begin();
    if (waitSeconds > 0) {
      return page(c, 429, `Too many tries. Try again in ${waitSeconds} s.`, next);
    }
    if (!(await isAdminPassword(store, form.words('password')))) {
      return page(c, 403, 'That is not the admin password.', next);
    }
    const workspace = await ensureFirstWorkspace(store, services);
    return enter(c, workspace.id, next);
  });

  app.post('/sign-out', async (c) => {
    const secret = sessionSecretOf(c.req.header('cookie'));
    // Another site can at worst sign somebody out; the guard of origins refuses that too.
    if (secret !== null) await closeSession(store, secret);
    return goTo(routed(c, '/sign-out'), '/sign-in', { 'Set-Cookie': sessionCookie(null, secure) });
  });
}

/** A path of this server, and of no other: `//elsewhere` and `/\elsewhere` lead away. */
function ownPath(path: string | undefined): string {
  return path !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : '/';
}
