import { isRole, type Role } from '../../../contract/roles.js';
import { neededApprovers } from '../../domain/access/approvers.js';
import { listedId } from '../../domain/access/end-sessions.js';
import { peopleWithSecondStep } from '../../domain/people/members.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Form } from '../form.js';
import type { PageRoutes, Visit } from '../routes.js';
import { may } from '../user.js';
import { InvitedPage } from './invited-page.js';
import { PeoplePage } from './people-page.js';
import { PersonSessionsPage } from './sessions-page.js';

const PATH = '/settings/people';

/** The settings page for the people of the workspace, and for inviting others. */
export function addPeople(routes: PageRoutes): void {
  routes.get(PATH, async ({ user, query }: Visit) => {
    const [people, invitations, needed, withSecondStep] = await Promise.all([
      user.call('people.list'),
      user.call('invitations.list'),
      neededApprovers(user.db, user.workspace),
      may(user, 'people:write') ? peopleWithSecondStep(user.db, user.workspace.id) : null,
    ]);
    return PeoplePage({
      user,
      people: people.data,
      invitations: invitations.data,
      needed,
      withSecondStep,
      hasWithdrawn: query.get('withdrawn') === 'yes',
      hasRemoved: query.get('removed') === 'yes',
    });
  });

  routes.post(`${PATH}/invite`, async ({ user, form, askAgain }) => {
    const asked = await askAgain();
    if (asked !== null) return asked;
    const body = { role: roleIn(form) };
    const invitation = await user.call('invitations.create', { body, key: form.text('key') || undefined });
    return InvitedPage({ user, invitation });
  });

  routes.post(`${PATH}/invitations/:id/withdraw`, async ({ user, param, redirect }) => {
    await user.call('invitations.withdraw', { path: { id: param('id') } });
    return redirect(`${PATH}?withdrawn=yes`);
  });

  routes.post(`${PATH}/:id/role`, async ({ user, param, form, askAgain, redirect }) => {
    const asked = await askAgain();
    if (asked !== null) return asked;
    const id = param('id');
    await user.call('people.update', { path: { id }, body: { role: roleIn(form) } });
    return redirect(`${PATH}#${id}`);
  });

  routes.get(`${PATH}/:id/sessions`, async ({ user, session, param }) => {
    const id = param('id');
    const [{ data: people }, { data: sessions }] = await Promise.all([
      user.call('people.list'),
      user.call('people.sessions', { path: { id } }),
    ]);
    const person = people.find((one) => one.id === id);
    if (!person) throw new RequestRefused('person_not_found', 'This person is no longer in the workspace.');
    return PersonSessionsPage({ user, person, sessions, current: listedId(session.id) });
  });

  // An owner who signs somebody out may have to be quick, so nothing is asked again.
  routes.post(`${PATH}/:id/sessions/:session/end`, async ({ user, param, redirect }) => {
    const id = param('id');
    await user.call('people.endSession', { path: { id, sessionId: param('session') } });
    return redirect(`${PATH}/${id}/sessions`);
  });

  routes.post(`${PATH}/:id/sessions/end-all`, async ({ user, param, redirect }) => {
    const id = param('id');
    await user.call('people.endSessions', { path: { id } });
    return redirect(`${PATH}/${id}/sessions`);
  });

  for (const [act, disabled] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    routes.post(`${PATH}/:id/${act}`, async ({ user, param, askAgain, redirect }) => {
      // An owner who takes access away may have to be quick; giving it back lasts.
      const asked = disabled ? null : await askAgain();
      if (asked !== null) return asked;
      const id = param('id');
      await user.call('people.update', { path: { id }, body: { disabled } });
      return redirect(`${PATH}#${id}`);
    });
  }

  routes.post(`${PATH}/:id/remove`, async ({ user, param, askAgain, redirect }) => {
    const asked = await askAgain();
    if (asked !== null) return asked;
    await user.call('people.remove', { path: { id: param('id') } });
    return redirect(`${PATH}?removed=yes`);
  });
}

function roleIn(form: Form): Role {
  const role = form.text('role');
  if (isRole(role)) return role;
  throw new RequestRefused('validation_failed', 'Choose a role.');
}
