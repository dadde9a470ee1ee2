import { describe, expect, it } from 'vitest';
import {
  type Action,
  CONFIRM_MS,
  checkToken,
  readToken,
  type Signing,
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
const signing: Signing = { secret: 'secret', idempotencyKey: undefined, now };
const token = signAction(act, signing);

function check(
  changed: Partial<Action>,
  { text = token, ...others }: Partial<Signing> & { text?: string } = {},
): TokenCheck | undefined {
  const claims = readToken(text, others.now ?? now);
  return claims && checkToken(claims, { ...act, ...changed }, { ...signing, ...others });
}

describe('a confirm token', () => {
  it('is short enough to copy, and has no letters that look like digits', () => {
    expect(token).toMatch(/^[0-9a-hjkmnp-tv-z]{9}$/);
    expect(signAction({ ...act, version: null }, signing)).toHaveLength(8);
  });

  it('identifies the action it was created for, under one idempotency key', () => {
    const found = check({});
    expect(found).toEqual({ result: 'valid', idempotencyKey: expect.stringMatching(/^confirm-[\w-]{12}$/) });
    expect(check({})).toEqual(found);
    // An answer whose outcome is unknown names the key, and the call is repeated with it.
    const idempotencyKey = found?.result === 'valid' ? found.idempotencyKey : '';
    expect(check({}, { idempotencyKey })).toEqual(found);
  });

  it('differs between two previews of the same action in the same second, and so does the key', () => {
    const tokens = Array.from({ length: 8 }, () => signAction(act, signing));
    expect(new Set(tokens).size).toBeGreaterThan(1);
    const keys = tokens.map((text) => JSON.stringify(check({}, { text })));
    expect(new Set(keys).size).toBe(new Set(tokens).size);
  });

  it('keeps the caller’s own idempotency key, and accepts no other', () => {
    const text = signAction(act, { ...signing, idempotencyKey: 'mine' });
    expect(check({}, { text, idempotencyKey: 'mine' })).toEqual({ result: 'valid', idempotencyKey: 'mine' });
    expect(check({}, { text, idempotencyKey: 'other' })).toEqual({ result: 'mismatch' });
    expect(check({}, { text })).toEqual({ result: 'mismatch' });
    expect(check({}, { idempotencyKey: 'mine' })).toEqual({ result: 'mismatch' });
  });

  it('is valid for ten minutes on the server’s clock', () => {
    expect(check({}, { now: now + CONFIRM_MS })?.result).toBe('valid');
    expect(check({}, { now: now + CONFIRM_MS + 1 })).toEqual({ result: 'expired' });
    expect(check({}, { now: now + 32 * 86_400_000 })?.result).not.toBe('valid');
    // 1,024 seconds later the time in it reads the same. The signature does not.
    expect(check({}, { now: now + 1_024_000 })).toEqual({ result: 'mismatch' });
    expect(check({}, { now: now - 2_000 })).toEqual({ result: 'expired' });
  });

  it.each<[string, Partial<Action>, Partial<Signing>]>([
    ['another text', { parts: { ...act.parts, text: 'Ho' } }, {}],
    ['another version', { version: 4 }, {}],
    ['another key', { keyId: 'key_2' }, {}],
    ['another workspace', { workspaceId: 'ws_2' }, {}],
    ['another tool', { tool: 'postrider_publish_post' }, {}],
    ['another server', {}, { secret: 'other' }],
  ])('is rejected for %s', (_what, changed, options) => {
    expect(check(changed, options)).toEqual({ result: 'mismatch' });
  });

  it('contains the version that was shown, and when it was shown', () => {
    const claims = readToken(token, now + 300_400);
    expect(claims?.version).toBe(3);
    expect(claims?.shownAt).toBe(now);
    expect(readToken(signAction({ ...act, version: null }, signing), now)?.version).toBeNull();
    expect(readToken(token, now + 1_024_000, now)?.shownAt).toBe(now);
    const late = readToken(signAction({ ...act, version: 999_999_999 }, signing), now);
    expect(late?.version).toBe(999_999_999);
  });

  it('is not accepted with a character more, less or changed anywhere', () => {
    const accepted = [...token].flatMap((letter, at) => {
      const [before, after] = [token.slice(0, at), token.slice(at + 1)];
      const other = letter === 'a' ? 'b' : 'a';
      const edited = [
        `${before}${after}`,
        `${before}${other}${after}`,
        ...['!', 'A', '0', '='].map((more) => `${before}${letter}${more}${after}`),
      ];
      return edited.filter((text) => check({}, { text })?.result === 'valid');
    });
    expect(accepted).toEqual([]);
  });

  it.each(['', 'yes', 'a.b.c', 'confirmed', token.toUpperCase(), `${token}0123456789`, token.slice(0, 7)])(
    'is not %j',
    (text) => {
      expect(readToken(text, now)).toBeUndefined();
    },
  );
});
