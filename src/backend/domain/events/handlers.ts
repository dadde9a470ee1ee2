import { isRecord } from '../../../base/is-record.js';
import type { JsonObject } from '../../../base/json.js';
import {
  EVENT_KINDS,
  type EventPage,
  type EventType,
  type PostriderEvent,
  typesVisibleTo,
} from '../../../contract/events/events.js';
import { DEFAULT_PAGE_SIZE } from '../../../contract/lists.js';
import type { Call, Caller, Handlers } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import { requireSandbox } from '../../operations/require-sandbox.js';
import { requireScope } from '../../operations/scopes.js';
import { recordActivity } from '../../store/activity.js';
import { recordEvent } from '../../store/events.js';
import {
  beforeLatest,
  lastEvent,
  readEvents,
  readPosition,
  refuseExpired,
  viewEvent,
  writePosition,
} from './event-log.js';
import type { EventFeed } from './feed.js';

export function eventHandlers(feed: EventFeed): Pick<Handlers, 'events.list' | 'testEvents.trigger'> {
  return {
    'events.list': (call) => listEvents(call, feed),
    'testEvents.trigger': trigger,
  };
}

async function listEvents(call: Call<'events.list'>, feed: EventFeed): Promise<EventPage> {
  const { caller, query, services, signal } = call;
  const { db } = services.store;
  const range = {
    workspaceId: caller.workspace.id,
    types: readableTypes(caller, query.types),
    limit: query.limit ?? DEFAULT_PAGE_SIZE,
  };
  let batch = await readEvents(db, { ...range, after: await startPosition(call) });
  if (query.wait) {
    const over = AbortSignal.any([signal, AbortSignal.timeout(query.wait * 1000)]);
    while (batch.events.length === 0 && !over.aborted) {
      await feed.grown(batch.position, query.wait * 1000, over);
      batch = await readEvents(db, { ...range, after: batch.position });
    }
  }
  const position = writePosition(caller.workspace.id, batch.position);
  return { data: [...batch.events], nextCursor: batch.more ? position : null, position };
}

/**
 * Where a reader starts: after its cursor, or without one at the oldest event, the latest ones, or now.
 *
 * @throws RequestRefused `cursor_invalid`; `cursor_expired` where events after it have been deleted
 */
export async function startPosition(
  { caller, query, services }: Pick<Call<'events.list'>, 'caller' | 'query' | 'services'>,
  cursor = query.cursor,
): Promise<number> {
  const known = readPosition(caller.workspace.id, cursor);
  const { db } = services.store;
  if (known !== null) {
    await refuseExpired(db, caller.workspace.id, known);
    return known;
  }
  switch (query.start ?? 'oldest') {
    case 'now':
      return lastEvent(db);
    case 'latest': {
      const types = readableTypes(caller, query.types);
      return beforeLatest(db, caller.workspace.id, types, query.limit ?? DEFAULT_PAGE_SIZE);
    }
    case 'oldest':
      return 0;
  }
}

/**
 * The event types that a reader receives: those that it requests, or all that its key may read.
 *
 * @throws RequestRefused `scope_missing` for a type that the key may not read
 */
export function readableTypes(
  caller: Caller,
  requested: readonly EventType[] | undefined,
): readonly EventType[] {
  if (requested && requested.length > 0) {
    for (const type of requested) requireScope(EVENT_KINDS[type].scope, caller);
    return requested;
  }
  const visible = typesVisibleTo(caller.key.scopes);
  if (visible.length === 0) requireScope('posts:read', caller);
  return visible;
}

/** Records a fixture in the event log. */
async function trigger(call: Call<'testEvents.trigger'>): Promise<PostriderEvent> {
  const { body, caller, now, services } = call;
  requireSandbox(caller.workspace);
  const kind = EVENT_KINDS[body.type];
  const data = kind.data.safeParse(merged(kind.example, body.data ?? {}));
  if (!data.success) {
    const errors = data.error.issues.map(({ path, message }) => ({
      code: 'value_invalid',
      severity: 'error' as const,
      message: `data.${path.join('.')}: ${message}`,
      pointer: `/data/${path.join('/')}`,
    }));
    throw new RequestRefused(
      'validation_failed',
      `The data does not match the event type ${body.type}. ${errors[0]?.message ?? ''}`,
      { errors },
    );
  }
  const fields: Readonly<Record<string, unknown>> = data.data;
  return call.commit(async (trx) => {
    await recordEvent(trx, services.ids, {
      workspaceId: caller.workspace.id,
      type: body.type,
      objectId: String(fields[kind.object]),
      data: fields,
      now,
    });
    const written = trx.selectFrom('events').selectAll().orderBy('seq', 'desc').limit(1);
    const event = viewEvent(await written.executeTakeFirstOrThrow(), caller.workspace.id);
    await recordActivity(trx, {
      workspaceId: caller.workspace.id,
      apiKeyId: caller.key.id,
      operation: 'testEvents.trigger',
      objectId: event.id,
      summary: `triggered ${event.type}`,
      requestId: call.requestId,
      now,
    });
    return event;
  });
}

/** The first with the fields of the second: objects are merged, and everything else is replaced. */
function merged(base: JsonObject, changes: JsonObject): JsonObject {
  const result: Record<string, unknown> = { ...base };
  for (const [name, value] of Object.entries(changes)) {
    const before = Object.hasOwn(base, name) ? base[name] : undefined;
    result[name] = isRecord(before) && isRecord(value) ? merged(before, value) : value;
  }
  return result;
}
