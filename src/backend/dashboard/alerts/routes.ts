import { AlertAddressInvalid } from '../../domain/alerts/alert-address.js';
import type { AlertChannels } from '../../domain/alerts/alert-channels.js';
import { isAlertKind, isAlertTopic } from '../../domain/alerts/alert-topics.js';
import type { Form } from '../form.js';
import { htmlResponse } from '../responses.js';
import type { FormVisit, PageRoutes } from '../routes.js';
import { changedBy, type User } from '../user.js';
import { type AlertInput, AlertsPage, EMPTY_INPUT, type Tested } from './page.js';

/** The settings page for alerts. */
export function addAlerts(routes: PageRoutes, alerts: AlertChannels): void {
  const page = async (
    user: User,
    { input = EMPTY_INPUT, problem = null, tested = null }: Partial<Shown> = {},
  ) => {
    const channels = await alerts.list(user.workspace.id);
    return AlertsPage({ user, channels, sendsMail: alerts.sendsMail, input, problem, tested });
  };

  routes.get('/settings/alerts', ({ user }) => page(user));

  const add = async ({ user, form, context, redirect }: FormVisit) => {
    const input = inputOf(form);
    try {
      const id = await alerts.add(user.workspace, input, changedBy(user));
      return redirect(`/settings/alerts#${id}`);
    } catch (error) {
      if (!(error instanceof AlertAddressInvalid)) throw error;
      return htmlResponse(context, await page(user, { input, problem: error.message }), { status: 422 });
    }
  };
  const test = async ({ user, param }: FormVisit) => {
    const id = param('id');
    return page(user, { tested: { id, error: await alerts.test(user.workspace, id) } });
  };
  const remove = async ({ user, param, redirect }: FormVisit) => {
    await alerts.remove(user.workspace.id, param('id'), changedBy(user));
    return redirect('/settings/alerts');
  };

  routes.post('/settings/alerts', add);
  routes.post('/settings/alerts/:id/test', test);
  routes.post('/settings/alerts/:id/delete', remove);
}

interface Shown {
  readonly input: AlertInput;
  readonly problem: string | null;
  readonly tested: Tested | null;
}

function inputOf(form: Form): AlertInput {
  const kind = form.text('kind');
  return {
    kind: isAlertKind(kind) ? kind : EMPTY_INPUT.kind,
    address: form.text('address'),
    topics: form.all('topic').filter(isAlertTopic),
    withText: form.text('text') === '1',
  };
}
