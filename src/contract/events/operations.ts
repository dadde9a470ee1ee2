import type { Operation } from '../operation.js';
import { TriggerEvent } from '../sandbox/trigger.js';
import { ActivityPage, ActivityQuery } from '../service/activity.js';
import { EventListQuery, EventPage, PostriderEvent, STREAMS_PER_KEY } from './events.js';
import { exampleActivity, exampleCursor, exampleEvent } from './examples.js';

/** What happened, and who did what. */
export const EVENT_OPERATIONS = {
  'events.list': {
    method: 'GET',
    path: '/v1/events',
    tag: 'Events',
    summary: 'Read what happened, oldest first',
    description: `A key is told what its scopes let it see. With \`Accept: text/event-stream\` the answer is a stream of server-sent events that goes on until it is closed: each carries its cursor as \`id\`, so that \`Last-Event-ID\` (or \`cursor\`) goes on where a connection broke. A key may have ${STREAMS_PER_KEY} of them open.`,
    access: 'any_key',
    query: EventListQuery,
    status: 200,
    response: EventPage,
    errors: ['cursor_invalid', 'cursor_expired'],
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
    summary: 'See what was called with which key, and what it changed',
    description:
      'Changes are noted in the transaction that makes them; refused and failed calls and reads are noted within seconds, and the same read of the same object by the same key once a minute.',
    access: 'activity:read',
    query: ActivityQuery,
    status: 200,
    response: ActivityPage,
    errors: ['cursor_invalid', 'time_invalid', 'time_required'],
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
    summary: 'Tell of an event as if it had happened',
    description:
      'Only in sandbox workspaces, where the networks are simulated. Nothing else changes: the event goes into the log, to webhooks and to streams.',
    access: 'test:control',
    body: TriggerEvent,
    status: 201,
    response: PostriderEvent,
    errors: ['state_conflict', 'payload_too_large', 'content_type_unsupported'],
    example: { body: { type: 'post.published' }, response: exampleEvent },
  },
} as const satisfies Record<string, Operation>;
