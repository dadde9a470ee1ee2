import { type FairWork, ShareFull } from '../base/fair-work.js';
import { isTimeout } from '../fetching/deadline.js';
import type { Caller } from './call.js';
import { RequestRefused } from './refusal.js';

interface Waiting {
  readonly caller: Caller;
  /** Aborts when the client disconnects or the server shuts down. */
  readonly signal: AbortSignal;
}

interface TurnOptions {
  /** Stops waiting, at a time limit or with the request’s own signal. */
  readonly signal: AbortSignal;
  /** What the workspace has in progress, such as `downloads`. */
  readonly what: string;
  /** When a workspace with too much work in progress may try again. */
  readonly retryAfterSeconds: number;
}

/**
 * Does the work of a request when it is its workspace’s turn.
 *
 * @throws RequestRefused `workspace_busy`: at once if the workspace has too much work in progress, or if the time
 * limit passes before the turn
 * @throws RequestRefused `unavailable` if the request’s own signal aborts
 * @throws what the work throws
 */
export async function inTurn<Result>(
  turns: FairWork,
  { caller, signal }: Waiting,
  { signal: limit, what, retryAfterSeconds }: TurnOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  let begun = false;
  try {
    return await turns.run(caller.workspace.id, limit, () => {
      begun = true;
      return work();
    });
  } catch (error) {
    if (error instanceof ShareFull) {
      throw new RequestRefused(
        'workspace_busy',
        `This workspace already has ${error.count} ${what} in progress or waiting. Try again in ${retryAfterSeconds} s, or send fewer at the same time.`,
        { retryAfterSeconds },
      );
    }
    if (!begun && isTimeout(error)) {
      throw new RequestRefused(
        'workspace_busy',
        `The turn of this request did not come in time, because other ${what} in progress took long. Try again in ${retryAfterSeconds} s, or send fewer at the same time.`,
        { retryAfterSeconds },
      );
    }
    if (!signal.aborted || error !== signal.reason) throw error;
    throw new RequestRefused('unavailable', 'The request ended before its turn came. Send it again.', {
      retryAfterSeconds: 1,
    });
  }
}
