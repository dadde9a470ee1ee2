import type { Context, Hono } from 'hono';
import { signingOptions, usePasskey } from '../../domain/access/factors/use-passkey.js';
import { relyingPartyAt } from '../../domain/access/factors/webauthn.js';
import { newSecret } from '../../domain/access/secrets.js';
import { workspaceToEnter } from '../../domain/access/workspaces.js';
import type { HttpEnv } from '../../http/request-context.js';
import { routed } from '../../http/responses/page-answer.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Services } from '../../operations/services.js';
import { readForm } from '../form.js';
import { ownPath } from '../own-path.js';
import { jsonResponse } from '../responses.js';
import type { Attempts } from './attempts.js';
import { stepCookie, stepSecretOf } from './cookie.js';
import type { Entry } from './entry.js';

const PATH = '/sign-in/passkey';

/** The sign-in page again, with the reason why somebody was not let in. */
type Refuse = (c: Context<HttpEnv>, status: number, problem: string, next: string) => Promise<Response>;

/** Signing in with a passkey alone. The passkey says whose it is, so nobody learns who has one. */
export function addPasskeySignIn(
  app: Hono<HttpEnv>,
  services: Services,
  attempts: Attempts,
  entry: Entry,
  refuse: Refuse,
): void {
  const { store, clock, publicUrl } = services;

  app.post(`${PATH}/options`, async (c) => {
    const context = routed(c, `${PATH}/options`);
    const party = relyingPartyAt(publicUrl, c.req.header('host'));
    if (party === null) throw noPasskeys();
    await attempts.requireChallengeTurn(c);
    const secret = newSecret();
    const answer = jsonResponse(context, await signingOptions(store, secret, null, party, clock.now()));
    answer.headers.append('Set-Cookie', stepCookie(secret, services));
    return answer;
  });

  app.post(PATH, async (c) => {
    const form = await readForm(c.req.raw);
    const next = ownPath(form.text('next')) ?? '/';
    const party = relyingPartyAt(publicUrl, c.req.header('host'));
    if (party === null) throw noPasskeys();
    const asker = stepSecretOf(c, services);
    const personId = await usePasskey(store, asker, form.text('passkey'), party, clock.now());
    if (personId === null)
      return refuse(c, 403, 'This passkey is not known here. Sign in another way.', next);
    const workspaceId = await workspaceToEnter(store, personId);
    const who = workspaceId === null ? null : { personId, workspaceId };
    if (who === null || (await entry.changedBy(c, who)) === null) {
      return refuse(c, 403, 'You no longer have access to this workspace. Ask one of its owners.', next);
    }
    return entry.enter(c, await entry.open(c, who), next);
  });
}

/** Browsers have no passkeys for the address at which this server is used. */
export function noPasskeys(): RequestRefused {
  return new RequestRefused(
    'not_found',
    'Browsers create passkeys only for a server with a host name, over https or at localhost.',
  );
}
