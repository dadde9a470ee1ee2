import { isEventType } from '../../../contract/events/events.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Form } from '../form.js';
import { htmlResponse } from '../responses.js';
import type { FormVisit, PageRoutes } from '../routes.js';
import { DeliveryPage } from './delivery-page.js';
import { DEFAULT_INPUT, inputOf, WebhookFormPage, type WebhookInput } from './form-page.js';
import { WebhooksPage } from './list-page.js';
import { SecretPage } from './secret-page.js';
import { WebhookPage } from './webhook-page.js';
import { deliveryPath } from './webhook-words.js';

const DELIVERIES_PER_PAGE = '20';
const MAX_WEBHOOKS = '100';

/** The settings page for webhooks. */
export function addWebhooks(routes: PageRoutes): void {
  routes.get('/settings/webhooks', async ({ user }) => {
    const { data } = await user.call('webhooks.list', { query: { limit: MAX_WEBHOOKS } });
    return WebhooksPage({ user, webhooks: data });
  });

  routes.get('/settings/webhooks/new', ({ user }) =>
    WebhookFormPage({ user, input: DEFAULT_INPUT, editing: null, problem: null }),
  );

  routes.post('/settings/webhooks', (visit) =>
    saving(visit, null, async (input) => {
      const { user, form } = visit;
      const created = await user.call('webhooks.create', {
        body: bodyOf(input),
        key: form.text('key') || undefined,
      });
      return htmlResponse(visit.context, SecretPage({ user, webhook: created, because: 'created' }));
    }),
  );

  routes.get('/settings/webhooks/:id', async ({ user, param, query }) => {
    const path = { id: param('id') };
    const cursor = query.get('cursor') ?? '';
    const status = query.get('status') ?? '';
    const [webhook, deliveries] = await Promise.all([
      user.call('webhooks.get', { path }),
      user.call('webhooks.deliveries', { path, query: { cursor, status, limit: DELIVERIES_PER_PAGE } }),
    ]);
    return WebhookPage({ user, webhook, deliveries, status, cursor });
  });

  routes.get('/settings/webhooks/:id/edit', async ({ user, param }) => {
    const webhook = await user.call('webhooks.get', { path: { id: param('id') } });
    return WebhookFormPage({ user, input: inputOf(webhook), editing: webhook.id, problem: null });
  });

  routes.post('/settings/webhooks/:id/edit', (visit) => {
    const id = visit.param('id');
    return saving(visit, id, async (input) => {
      const { events = null, ...rest } = bodyOf(input);
      await visit.user.call('webhooks.update', { path: { id }, body: { ...rest, events } });
      return visit.redirect(`/settings/webhooks/${id}`);
    });
  });

  for (const [act, active] of [
    ['pause', false],
    ['resume', true],
  ] as const) {
    routes.post(`/settings/webhooks/:id/${act}`, async ({ user, param, redirect }) => {
      const { id } = await user.call('webhooks.update', { path: { id: param('id') }, body: { active } });
      return redirect(`/settings/webhooks/${id}`);
    });
  }

  routes.post('/settings/webhooks/:id/test', async ({ user, param, redirect }) => {
    const { id, webhookId } = await user.call('webhooks.test', { path: { id: param('id') } });
    return redirect(`/settings/webhooks/${webhookId}#${id}`);
  });

  routes.post('/settings/webhooks/:id/rotate', async ({ user, param, form }) => {
    const key = form.text('key') || undefined;
    const rotated = await user.call('webhooks.rotateSecret', { path: { id: param('id') }, key });
    return SecretPage({ user, webhook: rotated, because: 'rotated' });
  });

  routes.post('/settings/webhooks/:id/delete', async ({ user, param, redirect }) => {
    await user.call('webhooks.delete', { path: { id: param('id') } });
    return redirect('/settings/webhooks');
  });

  routes.get('/settings/webhooks/:id/deliveries/:deliveryId', async ({ user, param }) => {
    const path = { id: param('id'), deliveryId: param('deliveryId') };
    const [webhook, delivery] = await Promise.all([
      user.call('webhooks.get', { path: { id: path.id } }),
      user.call('webhooks.delivery', { path }),
    ]);
    return DeliveryPage({ user, webhook, delivery });
  });

  routes.post('/settings/webhooks/:id/deliveries/:deliveryId/resend', async ({ user, param, redirect }) => {
    const path = { id: param('id'), deliveryId: param('deliveryId') };
    return redirect(deliveryPath(await user.call('webhooks.resend', { path })));
  });
}

/** Submits the form. If the API refuses it, shows the form again with the reason. */
async function saving(
  { user, form, context }: FormVisit,
  editing: string | null,
  act: (input: WebhookInput) => Promise<Response>,
): Promise<Response> {
  const input = readInput(form);
  try {
    return await act(input);
  } catch (error) {
    if (!(error instanceof RequestRefused) || error.code === 'webhook_not_found') throw error;
    const problem = error.toProblem(context.requestId);
    const page = WebhookFormPage({ user, input, editing, problem });
    return htmlResponse(context, page, { status: problem.status });
  }
}

function readInput(form: Form): WebhookInput {
  return {
    url: form.text('url'),
    label: form.text('label'),
    all: form.text('which') !== 'some',
    events: form.all('event').filter(isEventType),
  };
}

function bodyOf({ url, label, all, events }: WebhookInput) {
  return { url, label, ...(!all && { events: [...events] }) };
}
