import type { Context, Hono } from 'hono';
import { factorsOf, recordFactorChange } from '../../domain/access/factors/factors.js';
import { useCode } from '../../domain/access/factors/use-code.js';
import { signingOptions, usePasskey } from '../../domain/access/factors/use-passkey.js';
import { relyingPartyAt } from '../../domain/access/factors/webauthn.js';
import { passwordHashOf } from '../../domain/access/passwords.js';
import { hashOfSecret } from '../../domain/access/secrets.js';
import type { SignedIn } from '../../domain/access/sessions.js';
import { beginStep, findStep, type SignInStep, takeStep } from '../../domain/access/sign-in-steps.js';
import type { HttpEnv } from '../../http/request-context.js';
import { routed } from '../../http/responses/page-answer.js';
import type { Services } from '../../operations/services.js';
import { openerHeaders } from '../assistants/authorize-routes.js';
import { type Form, readForm } from '../form.js';
import { ownPath } from '../own-path.js';
import { htmlResponse, jsonResponse, redirect } from '../responses.js';
import type { Attempts } from './attempts.js';
import { stepCookie, stepSecretOf } from './cookie.js';
import type { Entry } from './entry.js';
import { noPasskeys } from './passkey-routes.js';
import { SecondStepPage } from './second-step-page.js';

const PATH = '/sign-in/second-factor';

/** Somebody whose password was right. */
interface Waiting extends SignedIn {
  /** Hash of the stored password with which they began. */
  readonly password: string;
}

/** Asks somebody whose password is right for their second factor. Until then there is no session. */
export async function askSecondFactor(
  c: Context<HttpEnv>,
  services: Services,
  { personId, workspaceId }: SignedIn,
  { hash, next }: { readonly hash: string | null; readonly next: string },
): Promise<Response> {
  const step: SignInStep = { personId, workspaceId, data: { password: hashOfSecret(hash ?? '') } };
  const secret = await beginStep(services.store, 'second_factor', step, services.clock.now());
  return redirect(routed(c, '/sign-in'), `${PATH}?next=${encodeURIComponent(next)}`, {
    'Set-Cookie': stepCookie(secret, services),
  });
}

/** The second step of signing in: a code from an authenticator app, or a recovery code. */
export function addSecondStep(
  app: Hono<HttpEnv>,
  services: Services,
  attempts: Attempts,
  entry: Entry,
): void {
  const { store, clock } = services;

  const page = async (
    c: Context<HttpEnv>,
    { personId }: Waiting,
    { next, problem, status = 200, headers = {} }: PageOptions,
  ) => {
    const factors = await factorsOf(store.db, personId);
    const hasPasskeys = factors.passkeys > 0 && partyOf(c) !== null;
    const html = SecondStepPage({ action: PATH, factors, hasPasskeys, next, problem: problem ?? null });
    return htmlResponse(routed(c, PATH), html, { status, headers: { ...headers, ...openerHeaders(next) } });
  };
  const partyOf = (c: Context<HttpEnv>) => relyingPartyAt(services.publicUrl, c.req.header('host'));
  const startAgain = (c: Context<HttpEnv>) => redirect(routed(c, PATH), '/sign-in');
  const waiting = async (c: Context<HttpEnv>): Promise<Waiting | null> =>
    waitingIn(await findStep(store, 'second_factor', stepSecretOf(c, services), clock.now()));

  /** @returns with what the person has proved who they are; null: with nothing */
  const prove = async (c: Context<HttpEnv>, personId: string, form: Form) => {
    const [party, signed] = [partyOf(c), form.text('passkey')];
    if (party !== null && signed !== '') {
      const asker = stepSecretOf(c, services);
      const owner = await usePasskey(store, asker, signed, party, clock.now());
      return owner === personId ? 'passkey' : null;
    }
    return useCode(services, personId, { code: form.text('code'), recovery: form.text('recovery') });
  };

  app.post(`${PATH}/options`, async (c) => {
    const context = routed(c, `${PATH}/options`);
    const [who, party, secret] = [await waiting(c), partyOf(c), stepSecretOf(c, services)];
    if (who === null || party === null || secret === null) throw noPasskeys();
    return jsonResponse(context, await signingOptions(store, secret, who.personId, party, clock.now()));
  });

  app.get(PATH, async (c) => {
    const who = await waiting(c);
    if (who === null) return startAgain(c);
    return page(c, who, { next: ownPath(c.req.query('next')) ?? '/' });
  });

  app.post(PATH, async (c) => {
    const form = await readForm(c.req.raw);
    const next = ownPath(form.text('next')) ?? '/';
    const who = await waiting(c);
    if (who === null) return startAgain(c);
    const refused = await attempts.countCode(c, who.personId);
    if (refused !== null) {
      const headers = { 'Retry-After': String(refused.waitSeconds) };
      return page(c, who, { next, problem: refused.why, status: 429, headers });
    }
    const used = await prove(c, who.personId, form);
    if (used === null) return page(c, who, { next, problem: WRONG_CODE, status: 403 });
    const by = await entry.changedBy(c, who);
    const isFirst = (await takeStep(store, 'second_factor', stepSecretOf(c, services), clock.now())) !== null;
    const isSamePassword = hashOfSecret((await passwordHashOf(store, who.personId)) ?? '') === who.password;
    if (by === null || !isFirst || !isSamePassword) return startAgain(c);
    if (used === 'recovery') await recordRecovery(services, who, by);
    return entry.enter(c, await entry.open(c, who), next);
  });
}

interface PageOptions {
  readonly next: string;
  readonly problem?: string;
  readonly status?: number;
  readonly headers?: Record<string, string>;
}

const WRONG_CODE =
  'This code is not right, or was used before. Each code works once: wait for the next one if you have just used it.';

async function recordRecovery(
  { store }: Services,
  { personId, workspaceId }: SignedIn,
  by: NonNullable<Awaited<ReturnType<Entry['changedBy']>>>,
): Promise<void> {
  const { recoveryCodesLeft } = await factorsOf(store.db, personId);
  const summary = `used a recovery code to sign in: ${recoveryCodesLeft} left`;
  await store.write((trx) => recordFactorChange(trx, { personId, workspaceId, by }, summary));
}

function waitingIn(step: SignInStep | null): Waiting | null {
  if (step === null || step.personId === null || step.workspaceId === null) return null;
  const { password } = step.data;
  return { personId: step.personId, workspaceId: step.workspaceId, password: String(password) };
}
