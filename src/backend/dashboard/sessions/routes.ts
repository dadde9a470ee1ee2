import { endAllSessions, endSession, listedId, listSessions } from '../../domain/access/end-sessions.js';
import { factorsOf } from '../../domain/access/factors/factors.js';
import { passkeysOf } from '../../domain/access/factors/passkeys.js';
import { relyingPartyAt } from '../../domain/access/factors/webauthn.js';
import { isLinked } from '../../domain/access/oidc/identities.js';
import type { OidcProvider } from '../../domain/access/oidc/provider.js';
import { InvalidPassword, passwordHashOf, setPassword } from '../../domain/access/passwords.js';
import { NameTaken } from '../../domain/people/invitations.js';
import { findMember } from '../../domain/people/members.js';
import { changeProfile, InvalidProfile, readProfile } from '../../domain/people/profile.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Services } from '../../operations/services.js';
import { htmlResponse } from '../responses.js';
import type { FormVisit, PageRoutes, Visit } from '../routes.js';
import type { Attempts } from '../sign-in/attempts.js';
import { sessionCookie } from '../sign-in/cookie.js';
import { changedBy } from '../user.js';
import { SignInSettingsPage } from './page.js';

/** Names that were refused, as they were entered. */
interface RefusedProfile {
  readonly signInName: string;
  readonly displayName: string;
  readonly problem: string;
}

const PATH = '/settings/sign-in';

/** The settings page for a person’s own names, sessions and password. */
export function addSessions(
  routes: PageRoutes,
  services: Services,
  attempts: Attempts,
  provider: OidcProvider | null,
): void {
  const { store, clock, publicUrl } = services;

  const own = ({ user, person }: Pick<Visit, 'user' | 'person'>) => ({
    workspaceId: user.workspace.id,
    personId: person.id,
  });
  const page = async (visit: Visit, problem: string | null, refusedProfile: RefusedProfile | null = null) => {
    const { user, person } = visit;
    const stored = await findMember(store.db, user.workspace.id, person.id);
    const names = { signInName: stored?.name ?? '', displayName: person.name, problem: null };
    return SignInSettingsPage({
      user,
      profile: { ...(refusedProfile ?? names), isNameless: stored?.name == null },
      sessions: await listSessions(store, own(visit), clock.now()),
      current: listedId(visit.session.id),
      systemNow: clock.now(),
      hasPassword: stored?.hasPassword ?? false,
      factors: await factorsOf(store.db, visit.person.id),
      passkeys: await passkeysOf(store.db, visit.person.id),
      canAddPasskey: relyingPartyAt(publicUrl, visit.request.headers.get('host') ?? undefined) !== null,
      provider: provider && {
        name: provider.settings.name,
        isLinked: await isLinked(store.db, visit.person.id, provider.settings.issuer),
      },
      changed: visit.query.get('changed'),
      problem,
    });
  };

  routes.get(PATH, (visit) => page(visit, null));

  routes.post(`${PATH}/sessions/:id/end`, async (visit) => {
    const { user, session, param, redirect } = visit;
    const id = param('id');
    const ended = await endSession(store, own(visit), id, changedBy(user));
    if (!ended) throw new RequestRefused('not_found', 'This session has already ended.');
    return id === listedId(session.id) ? signedOut(redirect) : redirect(PATH);
  });

  routes.post(`${PATH}/end-others`, async (visit) => {
    await endAllSessions(store, own(visit), visit.session.id, changedBy(visit.user));
    return visit.redirect(PATH);
  });

  routes.post(`${PATH}/end-all`, async (visit) => {
    await endAllSessions(store, own(visit), null, changedBy(visit.user));
    return signedOut(visit.redirect);
  });

  routes.post(`${PATH}/password`, async (visit) => {
    const { user, person, session, form, context, redirect } = visit;
    const refused = async (status: number, problem: string, headers: Record<string, string> = {}) =>
      htmlResponse(context, await page(visit, problem), { status, headers });
    const current = await passwordHashOf(store, person.id);
    if (current === null) {
      const asked = await visit.askAgain();
      if (asked !== null) return asked;
    } else {
      const attempt = await attempts.checkOfSession(session.id, current, form.words('current'));
      if (attempt.is === 'refused') {
        return refused(429, attempt.why, { 'Retry-After': String(attempt.waitSeconds) });
      }
      if (attempt.is === 'wrong') return refused(422, 'This is not your current password.');
    }
    const password = form.words('password');
    if (password !== form.words('repeated')) return refused(422, 'The new passwords do not match.');
    try {
      const by = { workspaceId: user.workspace.id, ...changedBy(user) };
      await setPassword(store, person.id, password, clock.now(), { publicUrl, session: session.id, by });
    } catch (error) {
      if (!(error instanceof InvalidPassword)) throw error;
      return refused(422, error.message);
    }
    return redirect(`${PATH}?changed=${current === null ? 'first-password' : 'password'}`);
  });

  routes.post(`${PATH}/profile`, async (visit) => {
    const { user, person, form, context, redirect } = visit;
    const [signInName, displayName] = [form.text('name'), form.text('displayName')];
    try {
      const profile = readProfile(signInName, displayName);
      const by = { workspaceId: user.workspace.id, ...changedBy(user) };
      await store.write((trx) => changeProfile(trx, person.id, profile, by));
    } catch (error) {
      if (!(error instanceof InvalidProfile || error instanceof NameTaken)) throw error;
      const refusedProfile = { signInName, displayName, problem: error.message };
      return htmlResponse(context, await page(visit, null, refusedProfile), { status: 422 });
    }
    return redirect(`${PATH}?changed=profile`);
  });

  function signedOut(redirect: FormVisit['redirect']): Response {
    const answer = redirect('/sign-in');
    answer.headers.append('Set-Cookie', sessionCookie(null, services));
    return answer;
  }
}
