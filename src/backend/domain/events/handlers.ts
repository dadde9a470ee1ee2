import { withTimeLimit } from '../../../base/time-limit.js';
import { wholeMilliseconds } from '../../../contract/durations.js';
import {
  EVENT_KINDS,
  type EventPage,
  type EventType,
  typesVisibleTo,
} from '../../../contract/events/events.js';
import { DEFAULT_PAGE_SIZE } from '../../../contract/lists.js';
import type { Call, Caller, Handlers } from '../../operations/call.js';
import { requireScope } from '../../operations/scopes.js';
import {
  beforeLatest,
  lastEvent,
  readEvents,
  readPosition,
  refuseExpired,
  writePosition,
} from './event-log.js';
import type { EventFeed } from './feed.js';

/** The event log. */
export function eventHandlers(feed: EventFeed): Pick<Handlers, 'events.list'> {
  return {
    'events.list': (call) => listEvents(call, feed),
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
    const waitMs = wholeMilliseconds(query.wait);
    const over = withTimeLimit(waitMs, signal);
    while (batch.events.length === 0 && !over.aborted) {
      await feed.grown(batch.position, waitMs, over);
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
