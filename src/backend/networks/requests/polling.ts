import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../connection.js';
import { ConnectionFailed } from '../wire.js';

interface Polling {
  readonly everyMs: number;
  readonly times: number;
}

/**
 * Asks repeatedly until there is an answer. The first call is immediate.
 * @returns null if there was none after that many calls
 * @throws ConnectionFailed when the wait is aborted
 */
export async function poll<T>(
  { everyMs, times }: Polling,
  { signal, pause }: Pick<Connection, 'signal' | 'pause'>,
  question: () => Promise<T | null>,
): Promise<T | null> {
  for (let asked = 1; ; asked += 1) {
    const answer = await question();
    if (answer !== null || asked === times) return answer;
    const waited = pause ? pause(everyMs) : sleep(everyMs, undefined, { signal });
    await waited.catch((cause: unknown) => {
      if (signal.aborted) throw new ConnectionFailed('timeout', true);
      throw cause;
    });
    if (signal.aborted) throw new ConnectionFailed('timeout', true);
  }
}
