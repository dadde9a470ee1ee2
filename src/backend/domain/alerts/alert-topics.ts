import type { AlertTopic } from '../../../contract/alerts/alerts.js';
import type { EventType } from '../../../contract/events/events.js';

/** The events that are worth an alert. */
export const ALERT_EVENTS = {
  'post.failed': 'posts',
  'post.partially_published': 'posts',
  'post.unknown': 'posts',
  'post.missed': 'posts',
  'account.health_changed': 'accounts',
  'webhook.disabled': 'webhooks',
} as const satisfies Partial<Record<EventType, AlertTopic>>;
export type AlertEvent = keyof typeof ALERT_EVENTS;

export const isAlertEvent = (type: string): type is AlertEvent => Object.hasOwn(ALERT_EVENTS, type);

/** What no event reports: it is looked for every minute. */
export const ALERT_TROUBLES = {
  'webhook.failing': 'webhooks',
  'key.expiring': 'keys',
  'disk.nearly_full': 'server',
} as const satisfies Record<string, AlertTopic>;
export type AlertTrouble = keyof typeof ALERT_TROUBLES;

export const isAlertTrouble = (type: string): type is AlertTrouble => Object.hasOwn(ALERT_TROUBLES, type);
