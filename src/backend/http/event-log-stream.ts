import { type EventType, MAX_STREAMS_PER_KEY, typesVisibleTo } from '../../contract/events/events.js';
import { isScope } from '../../contract/scopes.js';
import { actingPerson, scopesOf } from '../domain/access/caller.js';
import { type EventBatch, writePosition } from '../domain/events/event-log.js';
import type { EventFeed } from '../domain/events/feed.js';
import { followEvents } from '../domain/events/follow.js';
import { readableTypes, startPosition } from '../domain/events/handlers.js';
import type { Call, Caller } from '../operations/call.js';
import type { OpenRequest, OpenRequests } from '../operations/open-requests.js';
import { RequestRefused } from '../operations/refusal.js';
import type { Services } from '../operations/services.js';
import { eventStreamAnswer } from './responses/event-stream.js';

/** Interval of heartbeats on an idle stream, in milliseconds. */
const HEARTBEAT_MS = 15_000;

/** How long a client waits before it reconnects, in milliseconds. */
const RECONNECT_MS = 1_000;

/**
 * The event log as server-sent events. It reads the log only as fast as the client does. A stream ends when the
 * client disconnects, its API key is revoked or expires, or the server shuts down.
 */
export class EventStreams {
  readonly #feed: EventFeed;
  readonly #open: OpenRequests;
  readonly #heartbeatMs: number;
  readonly #perKey = new Map<string, number>();

  constructor(feed: EventFeed, open: OpenRequests, heartbeatMs = HEARTBEAT_MS) {
    this.#feed = feed;
    this.#open = open;
    this.#heartbeatMs = heartbeatMs;
  }

  /**
   * @param headers response headers to add
   * @throws RequestRefused
   */
  async answer(
    call: Call<'events.list'>,
    request: Request,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response> {
    const { caller, query, services } = call;
    readableTypes(caller, query.types);
    const after = await startPosition(call, request.headers.get('last-event-id') ?? query.cursor);
    const held = this.#acquire(caller, request);
    const gone = new AbortController();
    const batches = followEvents(services.store, this.#feed, {
      workspaceId: caller.workspace.id,
      after,
      types: () => typesNow(services, caller, query.types),
      heartbeatMs: this.#heartbeatMs,
      signal: AbortSignal.any([held.signal, gone.signal]),
    });
    const end = (): void => {
      gone.abort();
      this.#release(caller, held);
    };
    return eventStreamAnswer(textsOf(batches, caller.workspace.id, after), headers, end);
  }

  #acquire({ key }: Caller, request: Request): OpenRequest {
    const open = this.#perKey.get(key.id) ?? 0;
    if (open >= MAX_STREAMS_PER_KEY) {
      throw new RequestRefused(
        'rate_limited',
        `This API key already has ${MAX_STREAMS_PER_KEY} open streams. Close one, or poll with \`wait\` instead.`,
        { retryAfterSeconds: 5 },
      );
    }
    this.#perKey.set(key.id, open + 1);
    return this.#open.begin(request);
  }

  #release({ key }: Caller, held: OpenRequest): void {
    const left = (this.#perKey.get(key.id) ?? 1) - 1;
    if (left > 0) this.#perKey.set(key.id, left);
    else this.#perKey.delete(key.id);
    held.end();
  }
}

/** The event types that the key can see now; null once it is revoked or expired, or its person has no access. */
async function typesNow(
  { store, clock }: Services,
  { key, person, workspace }: Caller,
  asked: readonly EventType[] | undefined,
): Promise<readonly EventType[] | null> {
  const row = await store.db
    .selectFrom('api_keys')
    .select(['scopes_json', 'revoked_at', 'expires_at'])
    .where('id', '=', key.id)
    .executeTakeFirst();
  if (!row || row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= clock.now())) {
    return null;
  }
  const stored: readonly string[] = JSON.parse(row.scopes_json);
  const acting = person && (await actingPerson(store.db, person.id, workspace.id));
  if (acting === null) return null;
  const granted = stored.filter(isScope);
  const visible = typesVisibleTo(new Set(acting ? scopesOf(acting.role, granted) : granted));
  return asked && asked.length > 0 ? asked.filter((type) => visible.includes(type)) : visible;
}

async function* textsOf(
  batches: AsyncGenerator<EventBatch, void, undefined>,
  workspaceId: string,
  after: number,
): AsyncGenerator<string, void, undefined> {
  // An id without data: a client that reconnects before the first event resumes from here.
  yield `retry: ${RECONNECT_MS}\nid: ${writePosition(workspaceId, after)}\n\n`;
  for await (const batch of batches) yield textOf(batch, workspaceId);
}

function textOf({ events, position }: EventBatch, workspaceId: string): string {
  const texts = events.map(
    (event) => `id: ${event.cursor}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
  );
  if (texts.length === 0) return `: no new events\nid: ${writePosition(workspaceId, position)}\n\n`;
  return texts.join('');
}
