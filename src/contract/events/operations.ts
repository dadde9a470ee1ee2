import * as z from '../lazy-zod.js';
import type { Operation } from '../operation.js';
import { ActivityPage, ActivityQuery } from '../service/activity.js';
import { EVENT_TYPES, EventListQuery, EventPage, MAX_STREAMS_PER_KEY, PostriderEvent } from './events.js';
import { exampleActivity, exampleCursor, exampleEvent } from './examples.js';

const TriggerEvent = z
  .strictObject({
    type: z.enum(EVENT_TYPES).meta({ description: 'The event type.' }),
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Fields of `data` to change. Objects are merged into the fixture.' }),
  })
  .meta({ id: 'TriggerEvent' });

/** The event log and the activity log. */
export const EVENT_OPERATIONS = {
  'events.list': {
    method: 'GET',
    path: '/v1/events',
    tag: 'Events',
    summary: 'List events, oldest first',
    description: `Returns the events that the scopes of the key allow it to see. With \`Accept: text/event-stream\`, the response is a stream of server-sent events that stays open until it is closed. Each event has its cursor as \`id\`, so \`Last-Event-ID\` (or \`cursor\`) resumes after a broken connection. A key can have ${MAX_STREAMS_PER_KEY} streams open.`,
    access: 'any_key',
    query: EventListQuery,
    status: 200,
    response: EventPage,
    errors: ['cursor_expired'],
    paged: true,
    example: {
      query: { types: 'post.published,post.failed', wait: 20 },
      response: { data: [exampleEvent], nextCursor: null, position: exampleCursor },
    },
  },
  'activity.list': {
    method: 'GET',
    path: '/v1/activity',
    tag: 'Events',
    summary: 'List API calls by key, and what they changed',
    description:
      'Changes are logged in the transaction that makes them. Reads and failed calls are logged within seconds, and repeated reads of the same object by the same key once a minute.',
    access: 'activity:read',
    query: ActivityQuery,
    status: 200,
    response: ActivityPage,
    errors: ['time_invalid', 'time_required'],
    paged: true,
    example: {
      query: { operation: 'posts.create', result: 'done' },
      response: { data: [exampleActivity], nextCursor: null },
    },
  },
  'testEvents.trigger': {
    method: 'POST',
    path: '/v1/test/trigger',
    tag: 'Sandbox',
    summary: 'Trigger an event',
    description:
      'Available only in sandbox workspaces, where the networks are simulated. The event is added to the log and sent to webhooks and streams. Nothing else changes.',
    access: 'test:control',
    body: TriggerEvent,
    status: 201,
    response: PostriderEvent,
    errors: ['state_conflict'],
    example: { body: { type: 'post.published' }, response: exampleEvent },
  },
} as const satisfies Record<string, Operation>;
