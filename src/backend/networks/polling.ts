import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionFailed } from './wire.js';

interface Polling {
  readonly everyMs: number;
  readonly times: number;
}

/**
 * Asks until there is an answer; the first question goes out at once.
 * @returns null where there was none after so many times
 * @throws ConnectionFailed when the wait is aborted
 */
export async function poll<T>(
  { everyMs, times }: Polling,
  signal: AbortSignal,
  question: () => Promise<T | null>,
): Promise<T | null> {
  for (let asked = 1; ; asked += 1) {
    const answer = await question();
    if (answer !== null || asked === times) return answer;
    await sleep(everyMs, undefined, { signal }).catch(() => {
      throw new ConnectionFailed('timeout', true);
    });
  }
}
