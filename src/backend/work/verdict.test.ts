import { expect, it } from 'vitest';
import { NetworkRefusal } from '../networks/adapter.js';
import { ConnectionFailed } from '../networks/wire.js';
import { TIMINGS } from './timing.js';
import { type AttemptFacts, type ErrorVerdict, verdictOf } from './verdict.js';

const NOW = 1_800_000_000_000;
const MINUTE_MS = 60_000;
const LATEST = NOW + 60 * MINUTE_MS;

/** The verdict on a call that was not sent, in minutes of its grace. */
function verdictAt(minute: number, error: Error, attempt = 20): ErrorVerdict {
  const facts: AttemptFacts = {
    ...{ attempt, random: 0.5, canReconcile: true, timings: TIMINGS },
    ...{ now: NOW + minute * MINUTE_MS, latest: LATEST },
  };
  return verdictOf(error, true, facts);
}

const refused = new ConnectionFailed('refused', false);
const refusal = (code: 'rate_limited' | 'network_unavailable', minute: number | null): NetworkRefusal =>
  new NetworkRefusal(
    code,
    'Not now.',
    { status: 503, code: null, message: null },
    minute === null ? null : NOW + minute * MINUTE_MS,
  );

it('retries what was not sent with growing pauses, however often it has failed', () => {
  const pauses = [1, 2, 3, 8, 9, 50].map((attempt) => {
    const verdict = verdictAt(0, refused, attempt);
    return verdict.kind === 'wait' ? verdict.until - NOW : verdict.kind;
  });
  expect(pauses).toEqual([1_500, 3_000, 6_000, 192_000, 225_000, 225_000].map((ms) => Math.max(ms, 2_000)));
});

it('tries a last time just before it would be too late', () => {
  expect(verdictAt(58, refused)).toMatchObject({ kind: 'wait', until: LATEST - TIMINGS.settleDelay });
  expect(verdictAt(59.95, refused)).toMatchObject({
    kind: 'failed',
    diagnosis: { code: 'network_unavailable', retryAt: null },
  });
});

it('waits as long as the network asks, and gives up at once only for a rate limit that lasts longer', () => {
  for (const code of ['rate_limited', 'network_unavailable'] as const) {
    expect(verdictAt(0, refusal(code, 30))).toMatchObject({ kind: 'wait', until: NOW + 30 * MINUTE_MS });
  }
  expect(verdictAt(0, refusal('rate_limited', 61))).toMatchObject({
    kind: 'failed',
    diagnosis: { retryAt: new Date(NOW + 61 * MINUTE_MS).toISOString() },
  });
  expect(verdictAt(0, refusal('network_unavailable', 24 * 60))).toMatchObject({
    kind: 'wait',
    until: LATEST - TIMINGS.settleDelay,
  });
});

it('says why a network could not be reached, and that nothing was posted where only an upload broke', () => {
  const why = 'No address was found for "social.example". Check the spelling.';
  expect(verdictAt(0, new ConnectionFailed('name_not_found', false, why))).toMatchObject({
    kind: 'wait',
    diagnosis: { code: 'network_unavailable', message: `${why} Nothing was sent.` },
  });
  const facts: AttemptFacts = {
    ...{ attempt: 1, random: 0.5, canReconcile: true, timings: TIMINGS },
    ...{ now: NOW, latest: LATEST },
  };
  expect(verdictOf(new ConnectionFailed('reset', true), false, facts)).toMatchObject({
    kind: 'wait',
    diagnosis: { message: 'The connection to the network broke before the last step; nothing was posted.' },
  });
});
