import type { Context, Hono } from 'hono';
import { InvalidPassword, passwordHash } from '../../domain/access/passwords.js';
import {
  acceptInvitation,
  NameTaken,
  type OpenInvitation,
  openInvitation,
  refuseTakenName,
} from '../../domain/people/invitations.js';
import { InvalidProfile, type Profile, readProfile } from '../../domain/people/profile.js';
import type { HttpEnv } from '../../http/request-context.js';
import { routed } from '../../http/responses/page-answer.js';
import type { Services } from '../../operations/services.js';
import { workspaceNow } from '../../store/workspace-clock.js';
import { type Form, readForm } from '../form.js';
import { beginJoining, type JoiningByProvider } from '../oidc/joining.js';
import { htmlResponse } from '../responses.js';
import type { Attempts } from './attempts.js';
import { Entry } from './entry.js';
import { JoinPage, NoInvitationPage } from './join-page.js';

/** The passwords of the form differ. */
class PasswordsDiffer extends Error {
  override readonly name = 'PasswordsDiffer';
}

/** Joining a workspace with the link of an invitation. */
export function addJoining(
  app: Hono<HttpEnv>,
  services: Services,
  attempts: Attempts,
  oidc: JoiningByProvider | null,
): void {
  const { store, clock, publicUrl } = services;
  const entry = new Entry(services, attempts);
  const provider = oidc?.provider.settings.name ?? null;

  app.get('/join', async (c) => {
    const token = c.req.query('token') ?? '';
    const invitation = await openInvitation(store, { token }, clock.now());
    if (!invitation) return noInvitation(c);
    const input = { name: '', displayName: '' };
    return htmlResponse(routed(c, '/join'), JoinPage({ invitation, token, input, provider, problem: null }));
  });

  app.post('/join', async (c) => {
    const context = routed(c, '/join');
    const form = await readForm(c.req.raw);
    const token = form.text('token');
    const invitation = await openInvitation(store, { token }, clock.now());
    if (!invitation) return noInvitation(c);
    try {
      if (oidc !== null && form.text('with') === 'provider') {
        const profile = await freeProfile(form);
        await attempts.requireChallengeTurn(c);
        return await beginJoining(context, services, oidc, { invitation, profile });
      }
      const who = await join(invitation, form, context.requestId);
      return who ? await entry.enter(c, await entry.open(c, who), '/') : await noInvitation(c);
    } catch (error) {
      if (!isFault(error)) throw error;
      const input = { name: form.text('name'), displayName: form.text('displayName') };
      const html = JoinPage({ invitation, token, input, provider, problem: error.message });
      return htmlResponse(context, html, { status: 422 });
    }
  });

  async function join(invitation: OpenInvitation, form: Form, requestId: string) {
    const profile = await freeProfile(form);
    const password = form.words('password');
    if (password !== form.words('repeated')) throw new PasswordsDiffer('The passwords do not match.');
    // Only with a good name and a good password is the costly hash made, which then uses up the invitation.
    const hash = await passwordHash(store.db, password, publicUrl);
    const now = workspaceNow(invitation.workspace, clock.now());
    const joining = { ...profile, passwordHash: hash, requestId };
    return store.write((trx) => acceptInvitation(trx, invitation, joining, now, services));
  }

  async function freeProfile(form: Form): Promise<Profile> {
    const profile = readProfile(form.text('name'), form.text('displayName'));
    await refuseTakenName(store.db, profile.signInName, null);
    return profile;
  }

  const noInvitation = (c: Context<HttpEnv>) =>
    htmlResponse(routed(c, '/join'), NoInvitationPage(), { status: 403 });
}

function isFault(error: unknown): error is Error {
  return [InvalidProfile, NameTaken, PasswordsDiffer, InvalidPassword].some((kind) => error instanceof kind);
}
