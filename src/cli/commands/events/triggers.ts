import type { PostriderClient } from '../../../client/client.js';
import type { CallOptions } from '../../../client/options.js';
import type { EventType, PostriderEvent } from '../../../contract/events/events.js';

/** Makes one event happen in a sandbox, with fields of the person's own. */
export type Trigger = (
  client: PostriderClient,
  type: EventType,
  data: Readonly<Record<string, unknown>>,
  options: CallOptions,
) => Promise<PostriderEvent>;

/** Writes the contract's example into the log: nothing else changes. */
const fixture: Trigger = (client, type, data, options) => client.testEvents.trigger({ type, data }, options);

/** How each event is made to happen. */
export const TRIGGERS: Readonly<Record<EventType, Trigger>> = {
  'post.scheduled': fixture,
  'post.published': fixture,
  'post.partially_published': fixture,
  'post.failed': fixture,
  'post.unknown': fixture,
  'post.missed': fixture,
  'post.cancelled': fixture,
  'target.published': fixture,
  'target.failed': fixture,
  'account.health_changed': fixture,
  'comment.received': fixture,
  'message.received': fixture,
  'message.sent': fixture,
  'webhook.disabled': fixture,
};
