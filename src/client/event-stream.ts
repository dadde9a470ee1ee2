import type { EventPage, EventType, PostriderEvent } from '../contract/events/events.js';
import type { Call, Perform } from './calls/call.js';
import { ApiError, RateLimitError, ServerError } from './errors/api-errors.js';
import { AbortedError, ConnectionError, TimeoutError, UnexpectedAnswerError } from './errors/errors.js';
import type { CallOptions } from './options.js';
import { abortableSleep, type Sleep } from './waiting.js';

export interface StreamOptions {
  /**
   * Where to continue: the `cursor` of the last event that you processed. `now` (default) starts with the next event,
   * `oldest` with the oldest event.
   */
  readonly after?: string | undefined;
  /** Only these types. Default: all that the key can see. */
  readonly types?: readonly EventType[] | undefined;
  /** Ends the stream. */
  readonly signal?: AbortSignal | undefined;
  /** Headers of every request. */
  readonly headers?: CallOptions['headers'];
  /** Called when the backend cannot be reached, with the milliseconds until the next try. */
  readonly onTrouble?: ((error: Error, pauseMs: number) => void) | undefined;
  /** Called with the position in the log after every response, with or without events. */
  readonly onPosition?: ((cursor: string) => void) | undefined;
}

export interface EventStreaming {
  /**
   * Yields events as they happen. Broken connections, restarts of the backend and sleep of the machine lose nothing:
   * the stream continues after the last event it yielded. To continue after a restart of your program, store each
   * event's `cursor` and pass the last one as `after`.
   *
   * @throws PostriderError for what a retry cannot fix, such as an invalid key or cursor
   * @example for await (const event of client.events.stream({ after })) await handle(event)
   */
  stream(options?: StreamOptions): AsyncGenerator<PostriderEvent, void, undefined>;
}

/** How long a request waits for events, in seconds. */
const HELD_SECONDS = 25;

/** Pause between requests that both returned events, so that events are fetched together. Milliseconds. */
const GATHER_MS = 100;

const BATCH = 100;

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/** Reads the event log by its cursor with long polling. */
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
      // The response of `events.list`, with the shape of the operation table.
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

/** Whether the failure may be temporary. */
function passes(error: Error): boolean {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
  if (error instanceof RateLimitError || error instanceof ServerError) return true;
  return error instanceof UnexpectedAnswerError && !(error instanceof ApiError) && error.status >= 500;
}
