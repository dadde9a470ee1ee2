import type { Context, Hono } from 'hono';
import { hasAdminPassword, isAdminPassword } from '../../domain/access/admin-password.js';
import { closeSession, openSession } from '../../domain/access/sessions.js';
import { useSignInLink } from '../../domain/access/sign-in-links.js';
import { ensureFirstWorkspace } from '../../domain/access/workspaces.js';
import type { TakeToken } from '../../http/rate-limit.js';
import type { HttpEnv } from '../../http/request-context.js';
import { routed } from '../../http/responses/page-answer.js';
import type { Services } from '../../operations/services.js';
import { readForm } from '../form.js';
import { htmlResponse, redirect } from '../responses.js';
import { sessionCookie, sessionSecretOf } from './cookie.js';
import { SignInPage } from './page.js';

/** Signing in with a link or a password, and signing out. */
export function addSignIn(app: Hono<HttpEnv>, services: Services, take: TakeToken): void {
  const { store, clock, publicUrl } = services;
  const attempts = new Attempts(take);
  const secure = publicUrl.startsWith('https:');

  const page = async (c: Context<HttpEnv>, status: number, problem: string | null, next: string) => {
    const html = SignInPage({ problem, password: await hasAdminPassword(store), next });
    return htmlResponse(routed(c, '/sign-in'), html, { status });
  };
  const enter = async (c: Context<HttpEnv>, workspaceId: string, next: string) => {
    const secret = await openSession(store, workspaceId, services);
    return redirect(routed(c, '/sign-in'), next, { 'Set-Cookie': sessionCookie(secret, secure) });
  };

  app.get('/sign-in', async (c) => {
    const next = ownPath(c.req.query('next'));
    const token = c.req.query('token');
    if (token === undefined) return page(c, 200, null, next);
    const workspaceId = await useSignInLink(store, token, clock.now());
    if (workspaceId !== null) return enter(c, workspaceId, next);
    return page(c, 403, 'This link was already used, or is older than 15 minutes. Create a new one.', next);
  });

  app.post('/sign-in', async (c) => {
    const form = await readForm(c.req.raw);
    const next = ownPath(form.text('next'));
    const waitSeconds = await attempts.begin();
    if (waitSeconds > 0) {
      return page(c, 429, `Too many attempts. Try again in ${waitSeconds} s.`, next);
    }
    if (!(await isAdminPassword(store, form.words('password')))) {
      return page(c, 403, 'This is not the admin password.', next);
    }
    const workspace = await ensureFirstWorkspace(store, services);
    return enter(c, workspace.id, next);
  });

  app.post('/sign-out', async (c) => {
    const secret = sessionSecretOf(c);
    // No CSRF token: another site could at worst sign the user out, and the origin check refuses that too.
    if (secret !== null) await closeSession(store, secret);
    return redirect(routed(c, '/sign-out'), '/sign-in', { 'Set-Cookie': sessionCookie(null, secure) });
  });
}

/** Allows only paths of this server: `//elsewhere` and `/\elsewhere` lead to other servers. */
function ownPath(path: string | undefined): string {
  return path !== undefined && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : '/';
}

/** Attempts at the password per minute, and in a burst, for all clients together. */
const MAX_PER_MINUTE = 10;

const SECONDS_PER_ATTEMPT = 60 / MAX_PER_MINUTE;

/** One bucket for all clients. */
const BUCKET = 'admin-password';

/**
 * Counts attempts before checking the password, so that guessing is slow even with many machines, parallel requests and
 * processes.
 */
class Attempts {
  readonly #take: TakeToken;

  constructor(take: TakeToken) {
    this.#take = take;
  }

  /** @returns the seconds to wait before the next attempt; 0 if this one is allowed */
  async begin(): Promise<number> {
    const left = await this.#take(BUCKET, MAX_PER_MINUTE);
    return left >= 0 ? 0 : Math.max(1, Math.ceil(-left * SECONDS_PER_ATTEMPT));
  }
}
