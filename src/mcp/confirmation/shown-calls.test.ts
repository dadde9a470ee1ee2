import { expect, it } from 'vitest';
import { hasOnlyToken, ShownCalls } from './shown-calls.js';

const tool = 'postrider_create_post';
const args = { text: 'Hi', platform: 'x' };
const HOUR_MS = 3_600_000;
const SHOWN = { parts: { text: 'Hi' }, shownAt: 0 };
const caller = { secret: 'mine', tool, args };

function kept(now: () => number = Date.now): ShownCalls {
  const calls = new ShownCalls(now);
  calls.keep(caller, 'token-1', SHOWN);
  return calls;
}

it('completes a call that has only the token, under any of its names', () => {
  const calls = kept();
  for (const name of ['confirmToken', 'confirm_token', 'confirm', 'token', 'confirmationToken'])
    expect(calls.completed({ ...caller, args: { [name]: ' token-1' } })).toEqual({
      ...args,
      [name]: ' token-1',
    });
});

it('lets an argument of the second call stand, so that the difference is found', () => {
  const changed = kept().completed({ ...caller, args: { text: 'Ho', confirmToken: 'token-1' } });
  expect(changed).toEqual({ ...args, text: 'Ho', confirmToken: 'token-1' });
});

it('gives a call to nobody else, to no other tool, and for an hour', () => {
  let now = 0;
  const calls = kept(() => now);
  const only = { confirmToken: 'token-1' };
  expect(calls.completed({ ...caller, secret: 'theirs', args: only })).toBe(only);
  expect(calls.find('theirs', 'token-1')).toBeUndefined();
  expect(calls.completed({ ...caller, tool: 'postrider_publish_post', args: only })).toBe(only);
  now = HOUR_MS;
  expect(calls.completed({ ...caller, args: only })).not.toBe(only);
  now = HOUR_MS + 1;
  expect(calls.completed({ ...caller, args: only })).toBe(only);
});

it('does not repeat an older token', () => {
  const calls = new ShownCalls();
  calls.keep({ ...caller, args: { ...args, token: 'expired' } }, 'token-2', SHOWN);
  expect(calls.completed({ ...caller, args: { confirmToken: 'token-2' } })).toEqual({
    ...args,
    confirmToken: 'token-2',
  });
});

it('keeps the latest calls of each caller, whatever the others do', () => {
  const calls = kept();
  for (let index = 0; index < 500; index += 1)
    calls.keep({ ...caller, secret: 'busy' }, `busy-${index}`, SHOWN);
  expect(calls.find('mine', 'token-1')).toBeDefined();
  expect(calls.find('busy', 'busy-499')).toBeDefined();
  expect(calls.find('busy', 'busy-449')).toBeUndefined();
});

it('keeps no more than ten million characters', () => {
  const calls = kept();
  const text = 'x'.repeat(1_000_000);
  for (let index = 0; index < 12; index += 1)
    calls.keep({ ...caller, secret: `caller ${index}`, args: { text } }, `long-${index}`, SHOWN);
  expect(calls.find('mine', 'token-1')).toBeUndefined();
  expect(calls.find('caller 11', 'long-11')).toBeDefined();
  expect(calls.find('caller 0', 'long-0')).toBeUndefined();
});

it('knows a call that has nothing but a token', () => {
  expect(hasOnlyToken({ confirm_token: 'token-1' })).toBe(true);
  expect(hasOnlyToken({ confirmToken: 'token-1', id: 'post_1' })).toBe(false);
  for (const other of [{}, { confirmToken: 7 }, ['token-1'], null]) expect(hasOnlyToken(other)).toBe(false);
});
