import type { EventPage, EventType, PostriderEvent } from '../contract/events/events.js';
import { ApiError, RateLimitError, ServerError } from './api-errors.js';
import type { Call, Perform } from './call.js';
import { AbortedError, ConnectionError, TimeoutError, UnexpectedAnswerError } from './errors.js';
import type { CallOptions } from './options.js';
import { abortableSleep, type Sleep } from './waiting.js';

export interface StreamOptions {
  /**
   * Where to go on: the `cursor` of the last event that was dealt with. `now`, which is meant when it is left out,
   * begins with what happens from here on; `oldest` with the first event there is.
   */
  readonly after?: string | undefined;
  /** Only these types; all that the key may see unless told. */
  readonly types?: readonly EventType[] | undefined;
  /** Ends the stream. */
  readonly signal?: AbortSignal | undefined;
  /** Headers of every request. */
  readonly headers?: CallOptions['headers'];
  /** Told when the backend cannot be reached, before it is tried again after so many milliseconds. */
  readonly onTrouble?: ((error: Error, pauseMs: number) => void) | undefined;
  /** Told when the backend answers: up to here the log is known, whether or not it had anything to tell. */
  readonly onPosition?: ((cursor: string) => void) | undefined;
}

export interface EventStreaming {
  /**
   * Events as they happen, for as long as anybody asks. A connection that breaks, a backend that is restarted
   * and a machine that slept lose nothing: it goes on from the last event that was given out. To go on after
   * this program has ended, keep each event's `cursor` and give the last one as `after`.
   *
   * @throws PostriderError for what waiting does not mend: a key that is refused, a cursor that is not taken
   * @example for await (const event of client.events.stream({ after })) await dealWith(event)
   */
  stream(options?: StreamOptions): AsyncGenerator<PostriderEvent, void, undefined>;
}

/** How long a request for events is held when there are none, in seconds. */
const HELD_SECONDS = 25;

/** Between two requests that both brought events: what comes meanwhile comes together. Milliseconds. */
const GATHER_MS = 100;

const BATCH = 100;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** Reads the event log by its cursor, each request held until there is something. */
export async function* streamEvents(
  perform: Perform,
  { after = 'now', types, signal, headers, onTrouble, onPosition }: StreamOptions = {},
  sleep: Sleep = abortableSleep,
): AsyncGenerator<PostriderEvent, void, undefined> {
  let cursor = after === 'now' || after === 'oldest' ? null : after;
  let start = cursor === null ? after : undefined;
  let failures = 0;
  while (!signal?.aborted) {
    const call: Call = {
      operation: 'events.list',
      params: [],
      query: {
        limit: BATCH,
        types,
        ...(cursor === null ? { start } : { cursor, wait: HELD_SECONDS }),
      },
      body: undefined,
      options: { signal, headers, timeoutMs: (HELD_SECONDS + 20) * 1000 },
    };
    let page: EventPage;
    try {
      // The answer to `events.list`, whose shape the operation table gives.
      page = (await perform(call)).data as EventPage;
      failures = 0;
    } catch (error) {
      if (error instanceof AbortedError) return;
      if (!(error instanceof Error) || !passes(error)) throw error;
      failures += 1;
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
      onTrouble?.(error, pause);
      await sleep(pause, signal).catch(() => undefined);
      continue;
    }
    for (const event of page.data) {
      yield event;
      cursor = event.cursor;
    }
    cursor = page.position;
    start = undefined;
    onPosition?.(cursor);
    if (page.data.length > 0 && page.nextCursor === null) {
      await sleep(GATHER_MS, signal).catch(() => undefined);
    }
  }
}

/** Whether it may be over by itself after a while. */
function passes(error: Error): boolean {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
  if (error instanceof RateLimitError || error instanceof ServerError) return true;
  return error instanceof UnexpectedAnswerError && !(error instanceof ApiError) && error.status >= 500;
}
