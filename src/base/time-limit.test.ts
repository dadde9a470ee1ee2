import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { collectGarbage } from '../../test/support/collect-garbage.js';
import { withTimeLimit } from './time-limit.js';

it('aborts after the time, even if nothing refers to the signal and garbage is collected meanwhile', async () => {
  let reason: unknown;
  (() => {
    const signal = withTimeLimit(30, new AbortController().signal);
    signal.addEventListener('abort', () => {
      reason = signal.reason;
    });
  })();
  for (let round = 0; round < 10 && reason === undefined; round += 1) {
    collectGarbage();
    await sleep(10);
  }
  expect(reason).toMatchObject({ name: 'TimeoutError' });
});

it('aborts with the reason of another signal', () => {
  const other = new AbortController();
  const signal = withTimeLimit(60_000, new AbortController().signal, other.signal);
  expect(signal.aborted).toBe(false);
  other.abort('gone');
  expect([signal.aborted, signal.reason]).toEqual([true, 'gone']);
  expect(withTimeLimit(60_000, AbortSignal.abort('before')).reason).toBe('before');
});
