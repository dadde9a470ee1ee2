import { isAlertKind, isAlertTopic } from '../../../contract/alerts/alerts.js';
import type { AlertChannelInput, AlertChannels } from '../../domain/alerts/alert-channels.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Store } from '../../store/store.js';
import type { Form } from '../form.js';
import { htmlResponse } from '../responses.js';
import type { FormVisit, PageRoutes } from '../routes.js';
import { changedBy, type User } from '../user.js';
import { AlertsPage, emptyInput, type Tested } from './page.js';

/** The settings page for alerts. */
export function addAlerts(
  routes: PageRoutes,
  { store }: { readonly store: Store },
  alerts: AlertChannels,
): void {
  const page = async (
    user: User,
    { input = emptyInput(alerts.sendsMail), problem = null, tested = null }: Partial<Shown> = {},
  ) => {
    const channels = await alerts.list(user.workspace.id);
    return AlertsPage({ user, channels, sendsMail: alerts.sendsMail, input, problem, tested });
  };

  routes.get('/settings/alerts', ({ user }) => page(user));

  const add = async ({ user, form, context, redirect }: FormVisit) => {
    const input = inputOf(form);
    try {
      const checked = await alerts.check(user.workspace, input);
      const { id } = await store.write((trx) => alerts.add(trx, user.workspace, checked, changedBy(user)));
      return redirect(`/settings/alerts#${id}`);
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      return htmlResponse(context, await page(user, { input, problem: error.message }), { status: 422 });
    }
  };
  const test = async ({ user, param }: FormVisit) => {
    const id = param('id');
    const tested = await alerts.test(user.workspace, id);
    await store.write((trx) => alerts.recordTest(trx, tested, changedBy(user)));
    return page(user, { tested: { id, error: tested.error } });
  };
  const remove = async ({ user, param, redirect }: FormVisit) => {
    await store.write((trx) => alerts.remove(trx, user.workspace.id, param('id'), changedBy(user)));
    return redirect('/settings/alerts');
  };

  routes.post('/settings/alerts', add);
  routes.post('/settings/alerts/:id/test', test);
  routes.post('/settings/alerts/:id/delete', remove);
}

interface Shown {
  readonly input: AlertChannelInput;
  readonly problem: string | null;
  readonly tested: Tested | null;
}

function inputOf(form: Form): AlertChannelInput {
  const kind = form.text('kind');
  return {
    kind: isAlertKind(kind) ? kind : 'email',
    address: form.text('address'),
    topics: form.all('topic').filter(isAlertTopic),
    withText: form.text('text') === '1',
  };
}
