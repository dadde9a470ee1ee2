import type { Context, Hono } from 'hono';
import type { Log } from '../../base/log.js';
import { factorsOf, hasSecondFactor } from '../../domain/access/factors/factors.js';
import { relyingPartyAt } from '../../domain/access/factors/webauthn.js';
import type { OidcProvider } from '../../domain/access/oidc/provider.js';
import { findSigningIn, passwordHashOf, waysToSignIn } from '../../domain/access/passwords.js';
import { closeSession } from '../../domain/access/sessions.js';
import { useSignInLink } from '../../domain/access/sign-in-links.js';
import { workspaceToEnter } from '../../domain/access/workspaces.js';
import type { HttpEnv } from '../../http/request-context.js';
import { routed } from '../../http/responses/page-answer.js';
import type { Services } from '../../operations/services.js';
import { openerHeaders } from '../assistants/authorize-routes.js';
import { readForm } from '../form.js';
import { addOidcSignIn } from '../oidc/sign-in-routes.js';
import { ownPath } from '../own-path.js';
import { htmlResponse, redirect } from '../responses.js';
import type { Attempts } from './attempts.js';
import { sessionCookie, sessionSecretOf } from './cookie.js';
import { Entry } from './entry.js';
import { SignInPage } from './page.js';
import { addPasskeySignIn } from './passkey-routes.js';
import { addSecondStep, askSecondFactor } from './second-step.js';

interface SignInOptions {
  /** Everyone may open the pages of the simulated networks. */
  readonly hasOpenNetworkPages: boolean;
  /** Where people can sign in as well. */
  readonly provider: OidcProvider | null;
  readonly log: Log;
}

/** Signing in with a link or a password, and signing out. */
export function addSignIn(
  app: Hono<HttpEnv>,
  services: Services,
  attempts: Attempts,
  { hasOpenNetworkPages, provider, log }: SignInOptions,
): void {
  const { store, clock } = services;
  const entry = new Entry(services, attempts);
  addSecondStep(app, services, attempts, entry);
  if (provider !== null) addOidcSignIn(app, services, provider, { attempts, entry, log });

  const page = async (
    c: Context<HttpEnv>,
    status: number,
    problem: string | null,
    next: string,
    { name = '', headers = {} }: { name?: string; headers?: Record<string, string> } = {},
  ) => {
    const ways = await waysToSignIn(store);
    const hasPasskeys = ways.passkeys && relyingPartyAt(services.publicUrl, c.req.header('host')) !== null;
    const html = SignInPage({
      problem,
      ways,
      hasPasskeys,
      provider: provider?.settings.name ?? null,
      name,
      next,
      hasOpenNetworkPages,
    });
    return htmlResponse(routed(c, '/sign-in'), html, {
      status,
      headers: { ...headers, ...openerHeaders(next) },
    });
  };

  addPasskeySignIn(app, services, attempts, entry, page);

  app.get('/sign-in', async (c) => {
    const next = ownPath(c.req.query('next')) ?? '/';
    const token = c.req.query('token');
    if (token === undefined) return page(c, 200, null, next);
    const who = await useSignInLink(store, token, clock.now());
    if (who !== null) return entry.enter(c, await entry.open(c, who), next);
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
    const name = form.text('name');
    const refused = (status: number, problem: string, headers: Record<string, string> = {}) =>
      page(c, status, problem, next, { name, headers });
    const person = await findSigningIn(store, name);
    const hash = person?.passwordHash ?? null;
    const attempt = await attempts.check(c, hash, form.words('password'));
    if (attempt.is === 'refused') {
      return refused(429, attempt.why, { 'Retry-After': String(attempt.waitSeconds) });
    }
    if (attempt.is === 'wrong' || !person) {
      return refused(
        403,
        name === '' ? 'This is not the admin password.' : 'The name or the password is wrong.',
      );
    }
    const workspaceId = person.isDisabled ? null : await workspaceToEnter(store, person.id);
    if (workspaceId === null) {
      return refused(403, 'You no longer have access to this workspace. Ask one of its owners.');
    }
    const who = { personId: person.id, workspaceId };
    if (hasSecondFactor(await factorsOf(store.db, person.id)))
      return askSecondFactor(c, services, who, { hash, next });
    const secret = await entry.open(c, who);
    if ((await passwordHashOf(store, person.id)) === hash) return entry.enter(c, secret, next);
    // The change has ended all sessions, but could not know of this one.
    await closeSession(store, secret);
    return refused(403, 'The password was changed just now. Enter the new one.');
  });

  app.post('/sign-out', async (c) => {
    const secret = sessionSecretOf(c, services);
    // No CSRF token: another site could at worst sign the user out, and the origin check refuses that too.
    if (secret !== null) await closeSession(store, secret);
    return redirect(routed(c, '/sign-out'), '/sign-in', { 'Set-Cookie': sessionCookie(null, services) });
  });
}
