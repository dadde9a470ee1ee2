import { isRole, type Role } from '../../../contract/roles.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Form } from '../form.js';
import type { PageRoutes, Visit } from '../routes.js';
import { InvitedPage } from './invited-page.js';
import { PeoplePage } from './people-page.js';

const PATH = '/settings/people';

/** The settings page for the people of the workspace, and for inviting others. */
export function addPeople(routes: PageRoutes): void {
  routes.get(PATH, async ({ user, query }: Visit) => {
    const [people, invitations] = await Promise.all([
      user.call('people.list'),
      user.call('invitations.list'),
    ]);
    return PeoplePage({
      user,
      people: people.data,
      invitations: invitations.data,
      hasWithdrawn: query.get('withdrawn') === 'yes',
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

  for (const [act, disabled] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    routes.post(`${PATH}/:id/${act}`, async ({ user, param, askAgain, redirect }) => {
      // Whoever takes access away may have to be quick; giving it back lasts.
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
    return redirect(PATH);
  });
}

function roleIn(form: Form): Role {
  const role = form.text('role');
  if (isRole(role)) return role;
  throw new RequestRefused('validation_failed', 'Choose a role.');
}
