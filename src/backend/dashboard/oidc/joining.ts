import type { Context } from 'hono';
import type { Log } from '../../base/log.js';
import { IdentityTaken } from '../../domain/access/oidc/identities.js';
import { type OidcIdentity, type OidcProvider, OidcRefused } from '../../domain/access/oidc/provider.js';
import type { SignedIn } from '../../domain/access/sessions.js';
import { beginStep, type SignInStep } from '../../domain/access/sign-in-steps.js';
import {
  acceptInvitation,
  NameTaken,
  type OpenInvitation,
  openInvitation,
} from '../../domain/people/invitations.js';
import type { Profile } from '../../domain/people/profile.js';
import type { HttpEnv, RequestContext } from '../../http/request-context.js';
import type { Services } from '../../operations/services.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import { htmlResponse } from '../responses.js';
import { stepCookie } from '../sign-in/cookie.js';
import { callbackOf } from './callback.js';
import { MovingOnPage, NotSignedInPage } from './pages.js';

export interface JoiningByProvider {
  readonly provider: OidcProvider;
  readonly log: Log;
}

/** Who wants to join, and with which invitation. */
interface WantsToJoin {
  readonly invitation: OpenInvitation;
  readonly profile: Profile;
}

/** Sends somebody who was invited to the provider. The invitation is used when they come back. */
export async function beginJoining(
  context: RequestContext,
  services: Services,
  { provider, log }: JoiningByProvider,
  { invitation, profile }: WantsToJoin,
): Promise<Response> {
  const { name } = provider.settings;
  try {
    const { to, checks } = await provider.begin(callbackOf(services));
    const data = { ...checks, invitationId: invitation.id, ...profile };
    const step = { personId: null, workspaceId: null, data };
    const secret = await beginStep(services.store, 'oidc', step, services.clock.now());
    const headers = { 'Set-Cookie': stepCookie(secret, services) };
    return htmlResponse(context, MovingOnPage({ name, to }), { headers });
  } catch (error) {
    if (!(error instanceof OidcRefused)) throw error;
    log.warn({ err: error }, 'the OpenID Connect provider could not be used');
    return htmlResponse(context, NotSignedInPage({ name, problem: error.message }), { status: 502 });
  }
}

/** Whether somebody came back from the provider to join. */
export const isJoining = ({ data }: SignInStep): boolean => typeof data['invitationId'] === 'string';

/**
 * Lets somebody join who came back from the provider. They are a new person: an account that somebody here has linked
 * joins nobody twice.
 *
 * @returns who joined, or why nobody did
 */
export async function finishJoining(
  c: Context<HttpEnv>,
  services: Services,
  { data }: SignInStep,
  identity: OidcIdentity,
): Promise<SignedIn | { readonly problem: string }> {
  const { store, clock } = services;
  const invitation = await openInvitation(store, { id: String(data['invitationId']) }, clock.now());
  if (!invitation) return { problem: NO_INVITATION };
  const joining = {
    signInName: String(data['signInName']),
    displayName: String(data['displayName']),
    passwordHash: null,
    identity,
    requestId: c.get('context').requestId,
  };
  const now = workspaceNow(invitation.workspace, clock.now());
  try {
    const who = await store.write((trx) => acceptInvitation(trx, invitation, joining, now, services));
    return who ?? { problem: NO_INVITATION };
  } catch (error) {
    if (error instanceof IdentityTaken) return { problem: `${error.message} Sign in with it instead.` };
    if (error instanceof NameTaken) return { problem: `${error.message} Open the invitation again.` };
    throw error;
  }
}

const NO_INVITATION =
  'The invitation was accepted or withdrawn meanwhile, or has expired. Ask for a new link.';
