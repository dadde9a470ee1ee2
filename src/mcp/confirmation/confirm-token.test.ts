import { describe, expect, it } from 'vitest';
import {
  type Action,
  CONFIRM_MS,
  checkToken,
  readToken,
  shownAt,
  signAction,
  type TokenCheck,
} from './confirm-token.js';

const now = Date.parse('2026-12-01T08:00:00Z');
const act: Action = {
  tool: 'postrider_create_post',
  keyId: 'key_1',
  workspaceId: 'ws_1',
  parts: { accounts: ['acc_1'], text: 'Hi', scheduledAt: now + 60_000 },
  version: 3,
};
const token = signAction(act, 'nonce-1', 'secret', now);

function check(
  changed: Partial<Action>,
  { secret = 'secret', at = now, text = token } = {},
): TokenCheck | undefined {
  const claims = readToken(text);
  return claims && checkToken(claims, { ...act, ...changed }, secret, at);
}

describe('a confirm token', () => {
  it('is short enough to copy', () => {
    expect(token.length).toBeLessThan(100);
  });

  it('identifies the action it was created for, and contains its nonce', () => {
    expect(check({})).toEqual({ result: 'valid', nonce: 'nonce-1' });
  });

  it('is valid for ten minutes on the server’s clock', () => {
    expect(check({}, { at: now + CONFIRM_MS })).toEqual({ result: 'valid', nonce: 'nonce-1' });
    expect(check({}, { at: now + CONFIRM_MS + 1 })).toEqual({ result: 'expired' });
  });

  it('names the arguments that differ', () => {
    expect(check({ parts: { ...act.parts, text: 'Ho' } })).toEqual({ result: 'mismatch', fields: ['text'] });
    expect(check({ parts: { accounts: ['acc_2'], text: 'Ho', scheduledAt: now + 60_000 } })).toEqual({
      result: 'mismatch',
      fields: ['accounts', 'text'],
    });
  });

  it('names the version if it differs', () => {
    expect(check({ version: 4 })).toEqual({ result: 'mismatch', fields: ['version'] });
  });

  it.each<[string, Partial<Action>, { secret?: string }]>([
    ['another key', { keyId: 'key_2' }, {}],
    ['another workspace', { workspaceId: 'ws_2' }, {}],
    ['another tool', { tool: 'postrider_publish_post' }, {}],
    ['another server', {}, { secret: 'other' }],
  ])('is rejected for %s', (_what, changed, options) => {
    expect(check(changed, options)).toEqual({ result: 'mismatch', fields: [] });
  });

  it('cannot be changed to last longer or to have another nonce', () => {
    const parts = token.split('.');
    const forged = (index: number, part: string): string => parts.with(index, part).join('.');
    expect(check({}, { text: forged(1, (now + 10 * CONFIRM_MS).toString(36)) })?.result).toBe('mismatch');
    expect(check({}, { text: forged(0, Buffer.from('nonce-2').toString('base64url')) })?.result).toBe(
      'mismatch',
    );
  });

  it('contains the version that was shown, and when it was shown', () => {
    const claims = readToken(token);
    expect(claims?.version).toBe(3);
    expect(claims && shownAt(claims)).toBe(now);
    expect(readToken(signAction({ ...act, version: null }, 'n', 'secret', now))?.version).toBeNull();
  });

  it('is not accepted with a character more, less or changed anywhere', () => {
    const accepted = [...token].flatMap((letter, at) => {
      const [before, after] = [token.slice(0, at), token.slice(at + 1)];
      const other = letter === 'a' ? 'b' : 'a';
      const edited = [
        `${before}${after}`,
        `${before}${other}${after}`,
        ...['!', 'A', '='].map((more) => `${before}${letter}${more}${after}`),
      ];
      return edited.filter((text) => check({}, { text })?.result === 'valid');
    });
    expect(accepted).toEqual([]);
  });

  it.each(['', 'yes', 'a.b.c', 'a.b.c.d.e.f'])('is not %j', (text) => {
    expect(readToken(text)).toBeUndefined();
  });
});
