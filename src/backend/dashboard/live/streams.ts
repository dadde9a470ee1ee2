import { sql } from 'kysely';
import { isSessionActive, type Session } from '../../domain/access/sessions.js';
import type { EventFeed } from '../../domain/events/feed.js';
import type { RequestContext } from '../../http/request-context.js';
import { eventStreamAnswer } from '../../http/responses/event-stream.js';
import type { OpenRequests } from '../../operations/open-requests.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Services } from '../../operations/services.js';
import type { Queries } from '../../store/store.js';
import type { PageRoutes } from '../routes.js';

/** How long a stream stays silent before it sends a heartbeat, in milliseconds. */
const HEARTBEAT_MS = 15_000;

/** How often a stream checks its session, in milliseconds. */
const SESSION_CHECK_MS = 900;

/** How soon a page reconnects, in milliseconds. */
const RETRY_MS = 1_000;

/** A visible page has one stream, a page in the background has none. */
export const MAX_STREAMS_PER_SESSION = 8;

export interface LiveDependencies {
  /** Watches the event log and the activity log. */
  readonly growth: EventFeed;
  readonly open: OpenRequests;
}

/** Adds the stream that notifies open pages of changes. */
export function addLive(routes: PageRoutes, services: Services, ports: LiveDependencies): void {
  const streams = new LiveStreams(services, ports);
  routes.get('/live', ({ session, request, context }) => streams.answer(session, request, context));
}

/** Notifies pages that something has changed in their workspace; the pages reload themselves. */
class LiveStreams {
  readonly #services: Services;
  readonly #dependencies: LiveDependencies;
  readonly #perSession = new Map<string, number>();

  constructor(services: Services, ports: LiveDependencies) {
    this.#services = services;
    this.#dependencies = ports;
  }

  /** @throws RequestRefused if the session has too many streams */
  answer(session: Session, request: Request, { headers }: Pick<RequestContext, 'headers'>): Response {
    const streams = this.#perSession.get(session.id) ?? 0;
    if (streams >= MAX_STREAMS_PER_SESSION) {
      throw new RequestRefused(
        'rate_limited',
        `This session has ${MAX_STREAMS_PER_SESSION} live pages open. Close one.`,
        { retryAfterSeconds: 5 },
      );
    }
    this.#perSession.set(session.id, streams + 1);
    const held = this.#dependencies.open.begin(request);
    const gone = new AbortController();
    const texts = this.#changes(session, AbortSignal.any([held.signal, gone.signal]));
    return eventStreamAnswer(texts, headers, () => {
      gone.abort();
      held.end();
      this.#leave(session.id);
    });
  }

  async *#changes({ id, caller }: Session, signal: AbortSignal): AsyncGenerator<string, void, undefined> {
    const { store, clock } = this.#services;
    let mark = await markOfWorkspace(store.db, caller.workspace.id);
    let sentAt = clock.monotonic();
    yield `retry: ${RETRY_MS}\n\n`;
    while (!signal.aborted) {
      // Read the position before the mark: entries added in between are found in the next round.
      const last = await lastOfBothLogs(store.db);
      const present = await markOfWorkspace(store.db, caller.workspace.id);
      if (present !== mark) {
        mark = present;
        sentAt = clock.monotonic();
        yield 'event: changed\ndata: {}\n\n';
      }
      await this.#dependencies.growth.grown(last, SESSION_CHECK_MS, signal);
      if (signal.aborted) return;
      if (!(await isSessionActive(store, id, clock.now()))) {
        yield 'event: ended\ndata: {}\n\n';
        return;
      }
      if (clock.monotonic() - sentAt >= HEARTBEAT_MS) {
        sentAt = clock.monotonic();
        yield ': heartbeat\n\n';
      }
    }
  }

  #leave(sessionId: string): void {
    const left = (this.#perSession.get(sessionId) ?? 1) - 1;
    if (left > 0) this.#perSession.set(sessionId, left);
    else this.#perSession.delete(sessionId);
  }
}

/**
 * The position of both logs, across all workspaces. Events record outcomes; activity records what somebody changed.
 */
export async function lastOfBothLogs(db: Queries): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select (select coalesce(max(seq), 0) from events) + (select coalesce(max(seq), 0) from activity) as last
  `.execute(db);
  return rows[0]?.last ?? 0;
}

/** The position of both logs in one workspace. It changes whenever something happens. */
async function markOfWorkspace(db: Queries, workspaceId: string): Promise<string> {
  const { rows } = await sql<{ event: number | null; act: number | null }>`
    select (select max(seq) from events where workspace_id = ${workspaceId}) as event,
      (select max(seq) from activity where workspace_id = ${workspaceId}) as act
  `.execute(db);
  return `${rows[0]?.event ?? 0} ${rows[0]?.act ?? 0}`;
}
