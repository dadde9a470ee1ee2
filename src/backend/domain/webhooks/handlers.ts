import type { Handlers } from '../../operations/call.js';
import {
  type ChangeDependencies,
  createWebhook,
  deleteWebhook,
  rotateSecret,
  updateWebhook,
} from './changes.js';
import { getDelivery, getWebhook, listDeliveryPage, listWebhookPage } from './read.js';
import { resendDelivery, testWebhook } from './send-on-request.js';

export function webhookHandlers(dependencies: ChangeDependencies) {
  return {
    'webhooks.list': listWebhookPage,
    'webhooks.get': getWebhook,
    'webhooks.create': (call) => createWebhook(call, dependencies),
    'webhooks.update': (call) => updateWebhook(call, dependencies),
    'webhooks.delete': deleteWebhook,
    'webhooks.rotateSecret': rotateSecret,
    'webhooks.test': (call) => testWebhook(call, dependencies),
    'webhooks.deliveries': listDeliveryPage,
    'webhooks.delivery': getDelivery,
    'webhooks.resend': (call) => resendDelivery(call, dependencies),
  } satisfies Partial<Handlers>;
}
