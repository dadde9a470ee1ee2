import { isEventType } from '../../../contract/events/events.js';
import { RequestRefused } from '../../operations/refusal.js';
import { htmlAnswer } from '../answers.js';
import type { Form } from '../form.js';
import type { FormVisit, PersonRoutes } from '../routes.js';
import { WebhooksPage } from './list-page.js';
import { SecretPage } from './secret-page.js';
import { WebhookPage } from './webhook-page.js';
import { FIRST_WISH, type WebhookWish, WishPage, wishFrom } from './wish-page.js';

const DELIVERIES = '20';
const MOST = '100';

/** Settings, Webhooks: addresses that are told of events. */
export function addWebhooks(routes: PersonRoutes): void {
  routes.show('/settings/webhooks', async ({ person }) => {
    const { data } = await person.ask('webhooks.list', { query: { limit: MOST } });
    return WebhooksPage({ person, webhooks: data });
  });

  routes.show('/settings/webhooks/new', ({ person }) =>
    WishPage({ person, wish: FIRST_WISH, editing: null, problem: null }),
  );

  routes.act('/settings/webhooks', (visit) =>
    wished(visit, null, async (wish) => {
      const { person, form } = visit;
      const made = await person.ask('webhooks.create', {
        body: bodyOf(wish),
        key: form.text('key') || undefined,
      });
      return htmlAnswer(visit.context, SecretPage({ person, webhook: made, because: 'made' }));
    }),
  );

  routes.show('/settings/webhooks/:id', async ({ person, param, query }) => {
    const path = { id: param('id') };
    const cursor = query.get('cursor') ?? '';
    const status = query.get('status') ?? '';
    const [webhook, deliveries] = await Promise.all([
      person.ask('webhooks.get', { path }),
      person.ask('webhooks.deliveries', { path, query: { cursor, status, limit: DELIVERIES } }),
    ]);
    return WebhookPage({ person, webhook, deliveries, status, cursor });
  });

  routes.show('/settings/webhooks/:id/edit', async ({ person, param }) => {
    const webhook = await person.ask('webhooks.get', { path: { id: param('id') } });
    return WishPage({ person, wish: wishFrom(webhook), editing: webhook.id, problem: null });
  });

  routes.act('/settings/webhooks/:id/edit', (visit) => {
    const id = visit.param('id');
    return wished(visit, id, async (wish) => {
      const { events = null, ...rest } = bodyOf(wish);
      await visit.person.ask('webhooks.update', { path: { id }, body: { ...rest, events } });
      return visit.goTo(`/settings/webhooks/${id}`);
    });
  });

  for (const [act, active] of [
    ['pause', false],
    ['resume', true],
  ] as const) {
    routes.act(`/settings/webhooks/:id/${act}`, async ({ person, param, goTo }) => {
      const { id } = await person.ask('webhooks.update', { path: { id: param('id') }, body: { active } });
      return goTo(`/settings/webhooks/${id}`);
    });
  }

  routes.act('/settings/webhooks/:id/test', async ({ person, param, goTo }) => {
    const { id, webhookId } = await person.ask('webhooks.test', { path: { id: param('id') } });
    return goTo(`/settings/webhooks/${webhookId}#${id}`);
  });

  routes.act('/settings/webhooks/:id/rotate', async ({ person, param, form }) => {
    const key = form.text('key') || undefined;
    const rotated = await person.ask('webhooks.rotateSecret', { path: { id: param('id') }, key });
    return SecretPage({ person, webhook: rotated, because: 'rotated' });
  });

  routes.act('/settings/webhooks/:id/delete', async ({ person, param, goTo }) => {
    await person.ask('webhooks.delete', { path: { id: param('id') } });
    return goTo('/settings/webhooks');
  });

  routes.act('/settings/webhooks/:id/deliveries/:deliveryId/resend', async ({ person, param, goTo }) => {
    const path = { id: param('id'), deliveryId: param('deliveryId') };
    const { id, webhookId } = await person.ask('webhooks.resend', { path });
    return goTo(`/settings/webhooks/${webhookId}#${id}`);
  });
}

/** Does what the form asks for; what was refused stands in the form again, with the reason. */
async function wished(
  { person, form, context }: FormVisit,
  editing: string | null,
  act: (wish: WebhookWish) => Promise<Response>,
): Promise<Response> {
  const wish = readWish(form);
  try {
    return await act(wish);
  } catch (error) {
    if (!(error instanceof RequestRefused) || error.code === 'webhook_not_found') throw error;
    const problem = error.toProblem(context.requestId);
    const page = WishPage({ person, wish, editing, problem });
    return htmlAnswer(context, page, { status: problem.status });
  }
}

function readWish(form: Form): WebhookWish {
  return {
    url: form.text('url'),
    label: form.text('label'),
    all: form.text('which') !== 'some',
    events: form.all('event').filter(isEventType),
  };
}

function bodyOf({ url, label, all, events }: WebhookWish) {
  return { url, label, ...(!all && { events: [...events] }) };
}
