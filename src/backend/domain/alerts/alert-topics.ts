import type { EventType } from '../../../contract/events/events.js';

/** What an alert can be about. */
export const ALERT_TOPICS = {
  posts: {
    name: 'Posts',
    says: 'A post failed, was published on some accounts only, missed its time, or nobody knows its outcome.',
  },
  accounts: {
    name: 'Accounts',
    says: 'An account has to be reconnected, its access ends soon, or it is restricted.',
  },
  webhooks: { name: 'Webhooks', says: 'A webhook was disabled because its receiver keeps failing.' },
} as const;
export type AlertTopic = keyof typeof ALERT_TOPICS;

export const isAlertTopic = (text: string): text is AlertTopic => Object.hasOwn(ALERT_TOPICS, text);

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

/** Where alerts can be sent. */
export const ALERT_KINDS = {
  email: { name: 'Email', address: 'Email address' },
  slack: { name: 'Slack', address: 'Incoming webhook URL of Slack or Mattermost' },
  discord: { name: 'Discord', address: 'Webhook URL of a Discord channel' },
} as const;
export type AlertKind = keyof typeof ALERT_KINDS;

export const isAlertKind = (text: string): text is AlertKind => Object.hasOwn(ALERT_KINDS, text);
