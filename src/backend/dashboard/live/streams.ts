import { type Session, sessionLasts } from '../../domain/access/sessions.js';
import type { EventFeed } from '../../domain/events/feed.js';
import { eventStreamAnswer } from '../../http/event-stream.js';
import type { RequestContext } from '../../http/request-context.js';
import type { OpenRequests } from '../../operations/open-requests.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Services } from '../../operations/services.js';
import { lastOfBothLogs, markOfWorkspace } from './growth.js';

/** A stream says that it is alive when nothing has come for so long, in milliseconds. */
const HEARTBEAT_MS = 15_000;

/** How often it is looked whether the session still lasts, in milliseconds. */
const LOOK_EVERY_MS = 900;

/** How soon a page whose connection broke comes back, in milliseconds. */
const RETRY_MS = 1_000;

/** Most streams of one session: a page that is looked at has one, and a page in the background none. */
export const STREAMS_PER_SESSION = 8;

export interface LivePorts {
  /** Grows with both logs: events and activity. */
  readonly growth: EventFeed;
  readonly open: OpenRequests;
}

/** Tells pages that something has changed in their workspace; what it is they read themselves. */
export class LiveStreams {
  readonly #services: Services;
  readonly #ports: LivePorts;
  readonly #perSession = new Map<string, number>();

  constructor(services: Services, ports: LivePorts) {
    this.#services = services;
    this.#ports = ports;
  }

  /** @throws RequestRefused where the session has too many open */
  answer(session: Session, request: Request, { headers }: Pick<RequestContext, 'headers'>): Response {
    const streams = this.#perSession.get(session.id) ?? 0;
    if (streams >= STREAMS_PER_SESSION) {
      throw new RequestRefused(
        'rate_limited',
        `This session has ${STREAMS_PER_SESSION} pages open that show changes by themselves. Close one.`,
        { retryAfterSeconds: 5 },
      );
    }
    this.#perSession.set(session.id, streams + 1);
    const held = this.#ports.open.begin(request);
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
    let toldAt = clock.monotonic();
    yield `retry: ${RETRY_MS}\n\n`;
    while (!signal.aborted) {
      // First how far the logs are, then what is new in them: whatever comes in between is found the next time.
      const last = await lastOfBothLogs(store.db);
      const present = await markOfWorkspace(store.db, caller.workspace.id);
      if (present !== mark) {
        mark = present;
        toldAt = clock.monotonic();
        yield 'event: changed\ndata: {}\n\n';
      }
      await this.#ports.growth.grown(last, LOOK_EVERY_MS, signal);
      if (signal.aborted) return;
      if (!(await sessionLasts(store, id, clock.now()))) {
        yield 'event: ended\ndata: {}\n\n';
        return;
      }
      if (clock.monotonic() - toldAt >= HEARTBEAT_MS) {
        toldAt = clock.monotonic();
        yield ': nothing new\n\n';
      }
    }
  }

  #leave(sessionId: string): void {
    const left = (this.#perSession.get(sessionId) ?? 1) - 1;
    if (left > 0) this.#perSession.set(sessionId, left);
    else this.#perSession.delete(sessionId);
  }
}
