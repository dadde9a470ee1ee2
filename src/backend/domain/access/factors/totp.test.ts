import { describe, expect, it } from 'vitest';
import { newTotpSecret, otpauthUri, readCode, stepAt, stepOfCode, totpCode } from './totp.js';

/** `12345678901234567890`, as in RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s is that of RFC 6238', (seconds, code) => {
    expect(totpCode(SECRET, stepAt(seconds * 1000))).toBe(code);
  });

  it('counts one step before and after its own, and no further', () => {
    const now = 1_700_000_000_000;
    const step = stepAt(now);
    const found = [-2, -1, 0, 1, 2].map((away) => stepOfCode(SECRET, totpCode(SECRET, step + away), now));
    expect(found).toEqual([null, step - 1, step, step + 1, null]);
  });

  it('is read without the space that apps show, and nothing else is a code', () => {
    expect(['123 456', ' 123456 ', '12345', '1234567', 'abcdef', ''].map(readCode)).toEqual([
      ...['123456', '123456'],
      ...[null, null, null, null],
    ]);
  });
});

describe('a secret', () => {
  it('has 160 random bits in base32', () => {
    const secrets = Array.from({ length: 50 }, newTotpSecret);
    expect(secrets.filter((secret) => !/^[A-Z2-7]{32}$/.test(secret))).toEqual([]);
    expect(new Set(secrets).size).toBe(50);
  });

  it('is named in its QR code by the person and the workspace', () => {
    const uri = new URL(otpauthUri(SECRET, 'Ann & Bo', 'Postrider: Fernhill'));
    expect(decodeURIComponent(uri.pathname)).toBe('/Postrider: Fernhill:Ann & Bo');
    expect([...uri.searchParams]).toEqual([
      ['secret', SECRET],
      ['issuer', 'Postrider: Fernhill'],
    ]);
  });
});
