import { expect, it } from 'vitest';
import { UnsettledCalls } from './unsettled-calls.js';

const call = { tool: 'postrider_publish_post', args: { id: 'post_1', scheduleMode: 'now' }, secret: 'key' };

it('continues a call that is repeated with the same arguments in any order', () => {
  const calls = new UnsettledCalls();
  expect(calls.continued(call)).toBe(call.args);
  calls.keep(call, 'first');
  const again = { ...call, args: { scheduleMode: 'now', id: 'post_1' } };
  expect(calls.continued(again)).toEqual({ ...call.args, idempotencyKey: 'first' });
});

it('continues neither another call, nor that of another key, nor one that names its own key or preview', () => {
  const calls = new UnsettledCalls();
  calls.keep(call, 'first');
  for (const other of [
    { ...call, args: { id: 'post_2', scheduleMode: 'now' } },
    { ...call, tool: 'postrider_retry_post' },
    { ...call, secret: 'other' },
    { ...call, args: { ...call.args, idempotencyKey: 'mine' } },
    { ...call, args: { ...call.args, confirmToken: 'k7m2p9xq' } },
    { ...call, args: 'text' },
  ]) {
    expect(calls.continued(other)).toBe(other.args);
  }
});

it('keeps a call that came with its preview under its arguments', () => {
  const calls = new UnsettledCalls();
  calls.keep({ ...call, args: { ...call.args, confirmToken: 'k7m2p9xq' } }, 'first');
  expect(calls.continued(call)).toMatchObject({ idempotencyKey: 'first' });
});

it('forgets a call that is settled, one that is older than a day, and the oldest of many', () => {
  let now = 0;
  const calls = new UnsettledCalls(() => now);
  calls.keep(call, 'first');
  calls.settle(call);
  expect(calls.continued(call)).toBe(call.args);
  calls.keep(call, 'second');
  now = 24 * 3_600_000 + 1;
  expect(calls.continued(call)).toBe(call.args);
  now = 0;
  calls.keep(call, 'third');
  for (let n = 0; n < 500; n += 1) calls.keep({ ...call, args: { id: String(n) } }, String(n));
  expect(calls.continued(call)).toBe(call.args);
});
