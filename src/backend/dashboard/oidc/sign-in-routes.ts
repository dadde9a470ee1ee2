import type { Context, Hono } from 'hono';
import type { Log } from '../../base/log.js';
import { factorsOf, hasSecondFactor } from '../../domain/access/factors/factors.js';
import { linkIdentity, personOfIdentity } from '../../domain/access/oidc/identities.js';
import { type OidcChecks, type OidcProvider, OidcRefused } from '../../domain/access/oidc/provider.js';
import { passwordHashOf } from '../../domain/access/passwords.js';
import { beginStep, type SignInStep, takeStep } from '../../domain/access/sign-in-steps.js';
import { workspaceToEnter } from '../../domain/access/workspaces.js';
import type { HttpEnv } from '../../http/request-context.js';
import { routed } from '../../http/responses/page-answer.js';
import type { Services } from '../../operations/services.js';
import { sessionOf } from '../error-responses.js';
import { ownPath } from '../own-path.js';
import { htmlResponse, redirect } from '../responses.js';
import type { Attempts } from '../sign-in/attempts.js';
import { stepCookie, stepSecretOf } from '../sign-in/cookie.js';
import type { Entry } from '../sign-in/entry.js';
import { askSecondFactor } from '../sign-in/second-step.js';
import { callbackOf, OIDC_PATH } from './callback.js';
import { finishJoining, isJoining } from './joining.js';
import { NotSignedInPage } from './pages.js';

const PATH = OIDC_PATH;

interface Dependencies {
  readonly attempts: Attempts;
  readonly entry: Entry;
  readonly log: Log;
}

/** Signing in at an OpenID Connect provider. A link leads there: browsers would not let a form be redirected. */
export function addOidcSignIn(
  app: Hono<HttpEnv>,
  services: Services,
  provider: OidcProvider,
  { attempts, entry, log }: Dependencies,
): void {
  const { store, clock } = services;
  const { name } = provider.settings;

  const refused = (c: Context<HttpEnv>, path: string, status: number, problem: string) =>
    htmlResponse(routed(c, path), NotSignedInPage({ name, problem }), { status });

  app.get(PATH, async (c) => {
    await attempts.requireChallengeTurn(c);
    const next = ownPath(c.req.query('next')) ?? '/';
    try {
      const { to, checks } = await provider.begin(callbackOf(services));
      const step = { personId: null, workspaceId: null, data: { ...checks, next } };
      const secret = await beginStep(store, 'oidc', step, clock.now());
      return redirect(routed(c, PATH), to, { 'Set-Cookie': stepCookie(secret, services) });
    } catch (error) {
      if (!(error instanceof OidcRefused)) throw error;
      log.warn({ err: error }, 'the OpenID Connect provider could not be used');
      return refused(c, PATH, 502, error.message);
    }
  });

  app.get(`${PATH}/callback`, async (c) => {
    const path = `${PATH}/callback`;
    const step = await takeStep(store, 'oidc', stepSecretOf(c, services), clock.now());
    if (step === null)
      return refused(c, path, 403, 'This sign-in was used before, or is older than ten minutes.');
    try {
      const answer = new URL(callbackOf(services));
      answer.search = new URL(c.req.url).search;
      const identity = await provider.finish(answer, checksOf(step));
      if (isJoining(step)) {
        const joined = await finishJoining(c, services, step, identity);
        if ('problem' in joined) return refused(c, path, 409, joined.problem);
        return await entry.enter(c, await entry.open(c, joined), '/');
      }
      if (step.personId !== null) return await link(c, step, identity);
      const personId = await personOfIdentity(store, identity, clock.now());
      if (personId === null) return refused(c, path, 403, UNKNOWN);
      return await letIn(c, personId, ownPath(String(step.data['next'])) ?? '/');
    } catch (error) {
      if (!(error instanceof OidcRefused)) throw error;
      log.warn({ err: error }, 'a sign-in at the OpenID Connect provider was refused');
      return refused(c, path, 403, error.message);
    }
  });

  async function letIn(c: Context<HttpEnv>, personId: string, next: string): Promise<Response> {
    const workspaceId = await workspaceToEnter(store, personId);
    const who = workspaceId === null ? null : { personId, workspaceId };
    if (who === null || (await entry.changedBy(c, who)) === null) {
      return refused(
        c,
        `${PATH}/callback`,
        403,
        'You no longer have access to this workspace. Ask one of its owners.',
      );
    }
    if (hasSecondFactor(await factorsOf(store.db, personId))) {
      return askSecondFactor(c, services, who, { hash: await passwordHashOf(store, personId), next });
    }
    return entry.enter(c, await entry.open(c, who), next);
  }

  /** The browser must still be signed in as the person who asked for the link. */
  async function link(
    c: Context<HttpEnv>,
    { personId, workspaceId }: SignInStep,
    identity: Awaited<ReturnType<OidcProvider['finish']>>,
  ): Promise<Response> {
    const path = `${PATH}/callback`;
    const session = await sessionOf(c, { services });
    if (personId === null || workspaceId === null || session?.caller.person.id !== personId) {
      return refused(c, path, 403, 'You were signed out meanwhile, so nothing was linked.');
    }
    const by = await entry.changedBy(c, { personId, workspaceId });
    const change = by && { personId, workspaceId, by };
    const linked = change && (await linkIdentity(store, change, identity, { name, now: clock.now() }));
    if (!linked) return refused(c, path, 409, 'This account is linked to somebody else here.');
    const answer = redirect(routed(c, path), '/settings/sign-in#provider');
    answer.headers.append('Set-Cookie', stepCookie(null, services));
    return answer;
  }
}

const UNKNOWN =
  'Nobody here has linked this account. Sign in another way, and link it under Settings, Account. If you have no access yet, ask an owner of the workspace.';

const checksOf = ({ data: { state, nonce, verifier } }: SignInStep): OidcChecks => ({
  state: String(state),
  nonce: String(nonce),
  verifier: String(verifier),
});
