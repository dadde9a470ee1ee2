import type { Handlers } from '../../operations/call.js';
import { type ChangePorts, createWebhook, deleteWebhook, rotateSecret, updateWebhook } from './changes.js';
import { getWebhook, listDeliveryPage, listWebhookPage } from './read.js';
import { resendDelivery, testWebhook } from './send-on-request.js';

/** Addresses that are told of events. */
export function webhookHandlers(ports: ChangePorts) {
  return {
    'webhooks.list': listWebhookPage,
    'webhooks.get': getWebhook,
    'webhooks.create': (call) => createWebhook(call, ports),
    'webhooks.update': (call) => updateWebhook(call, ports),
    'webhooks.delete': deleteWebhook,
    'webhooks.rotateSecret': rotateSecret,
    'webhooks.test': (call) => testWebhook(call, ports),
    'webhooks.deliveries': listDeliveryPage,
    'webhooks.resend': (call) => resendDelivery(call, ports),
  } satisfies Partial<Handlers>;
}
