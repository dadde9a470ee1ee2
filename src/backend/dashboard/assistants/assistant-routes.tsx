import {
  type Assistant,
  changeAssistant,
  endAssistant,
  findAssistant,
  listAssistants,
} from '../../domain/assistants/assistants.js';
import { oauthServer } from '../../http/oauth/oauth-paths.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Services } from '../../operations/services.js';
import type { FormVisit, PageRoutes, Visit } from '../routes.js';
import { changedBy, may, type User } from '../user.js';
import { grantFrom } from './grant-form.js';
import { AssistantsPage } from './list-page.js';

/** The settings page for connected assistants. Everybody sees their own; who manages API keys sees those of all. */
export function addAssistants(
  routes: PageRoutes,
  { store, clock, publicUrl, isPublic }: Pick<Services, 'store' | 'clock' | 'publicUrl' | 'isPublic'>,
): void {
  const theirs = async ({ user, param }: FormVisit): Promise<Assistant> => {
    const assistant = await findAssistant(store, user.workspace.id, param('id'));
    if (assistant && mayManage(user, assistant)) return assistant;
    throw new RequestRefused('not_found', 'You have no such assistant in this workspace.');
  };

  routes.get('/settings/assistants', async ({ user, request }: Visit) =>
    AssistantsPage({
      user,
      assistants: await listAssistants(
        store,
        user.workspace.id,
        may(user, 'keys:manage') ? undefined : user.person.id,
      ),
      address: oauthServer(publicUrl, request.headers.get('host') ?? undefined).resource,
      isPublic,
      systemNow: clock.now(),
    }),
  );

  routes.post('/settings/assistants/:id', async (visit) => {
    const { user, form, redirect } = visit;
    const assistant = await theirs(visit);
    const { role } = assistant.person;
    // Without a preset the form changes the limits alone.
    const chosen = grantFrom(form, role ?? 'viewer');
    const grant = form.text('preset') === '' ? { ...chosen, scopes: assistant.scopes } : chosen;
    await changeAssistant(store, user.workspace.id, assistant, grant, changedBy(user));
    return redirect(`/settings/assistants#${assistant.id}`);
  });

  routes.post('/settings/assistants/:id/end', async (visit) => {
    const { user, redirect } = visit;
    const assistant = await theirs(visit);
    await endAssistant(store, user.workspace.id, assistant, clock.now(), changedBy(user));
    return redirect('/settings/assistants');
  });
}

const mayManage = (user: User, { person }: Assistant): boolean =>
  person.id === user.person.id || may(user, 'keys:manage');
