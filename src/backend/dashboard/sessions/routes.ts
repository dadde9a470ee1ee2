import { hasAdminPassword, InvalidPassword, setAdminPassword } from '../../domain/access/admin-password.js';
import { endAllSessions, endSession, listedId, listSessions } from '../../domain/access/end-sessions.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Services } from '../../operations/services.js';
import { htmlResponse } from '../responses.js';
import type { FormVisit, PageRoutes, Visit } from '../routes.js';
import type { Attempts } from '../sign-in/attempts.js';
import { sessionCookie } from '../sign-in/cookie.js';
import { changedBy } from '../user.js';
import { SignInSettingsPage } from './page.js';

const PATH = '/settings/sign-in';

/** The settings page for sessions and the admin password. */
export function addSessions(routes: PageRoutes, services: Services, attempts: Attempts): void {
  const { store, clock, publicUrl } = services;

  const page = async ({ user, session, query }: Visit, problem: string | null) =>
    SignInSettingsPage({
      user,
      sessions: await listSessions(store, user.workspace.id, clock.now()),
      current: listedId(session.id),
      systemNow: clock.now(),
      hasPassword: await hasAdminPassword(store),
      hasChanged: query.get('changed') === 'password',
      problem,
    });

  routes.get(PATH, (visit) => page(visit, null));

  routes.post(`${PATH}/sessions/:id/end`, async ({ user, session, param, redirect }) => {
    const id = param('id');
    const ended = await endSession(store, user.workspace.id, id, changedBy(user));
    if (!ended) throw new RequestRefused('not_found', 'This session has already ended.');
    return id === listedId(session.id) ? signedOut(redirect) : redirect(PATH);
  });

  routes.post(`${PATH}/end-others`, async ({ user, session, redirect }) => {
    await endAllSessions(store, user.workspace.id, session.id, changedBy(user));
    return redirect(PATH);
  });

  routes.post(`${PATH}/end-all`, async ({ user, redirect }) => {
    await endAllSessions(store, user.workspace.id, null, changedBy(user));
    return signedOut(redirect);
  });

  routes.post(`${PATH}/password`, async (visit) => {
    const { user, session, form, context, redirect } = visit;
    const refused = async (status: number, problem: string, headers: Record<string, string> = {}) =>
      htmlResponse(context, await page(visit, problem), { status, headers });
    if (await hasAdminPassword(store)) {
      const attempt = await attempts.checkOfSession(session.id, form.words('current'));
      if (attempt.is === 'refused') {
        return refused(429, attempt.why, { 'Retry-After': String(attempt.waitSeconds) });
      }
      if (attempt.is === 'wrong') return refused(422, 'This is not the current admin password.');
    }
    const password = form.words('password');
    if (password !== form.words('repeated')) return refused(422, 'The new passwords do not match.');
    try {
      const by = { workspaceId: user.workspace.id, ...changedBy(user) };
      await setAdminPassword(store, password, clock.now(), { publicUrl, session: session.id, by });
    } catch (error) {
      if (!(error instanceof InvalidPassword)) throw error;
      return refused(422, error.message);
    }
    return redirect(`${PATH}?changed=password`);
  });

  function signedOut(redirect: FormVisit['redirect']): Response {
    const answer = redirect('/sign-in');
    answer.headers.append('Set-Cookie', sessionCookie(null, services));
    return answer;
  }
}
