import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExactJson } from './exact-json.js';

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** JSON with integers of any size, written in any layout; and what it must be read as. */
const WRITTEN = fc.letrec<{ value: { json: string; read: unknown } }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }).map((integer) => ({
      json: String(integer),
      read: integer > MAX_SAFE || integer < -MAX_SAFE ? String(integer) : Number(integer),
    })),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => {
      const json = JSON.stringify(number);
      const isLong = /^-?\d+$/.test(json) && !Number.isSafeInteger(Number(json));
      return { json, read: isLong ? json : JSON.parse(json) };
    }),
    fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.constantFrom('.0', '.5', 'e0', 'E+2', '.25e-3'))
      .map(([whole, rest]) => ({ json: `${whole}${rest}`, read: Number(`${whole}${rest}`) })),
    fc
      .oneof(
        fc.string(),
        fc.constantFrom('12345678901234567890', '":12345678901234567890', '\\"1234567890123456789'),
      )
      .map((text) => ({ json: JSON.stringify(text), read: text })),
    fc.constantFrom(true, false, null).map((value) => ({ json: String(value), read: value })),
    fc.array(tie('value'), { maxLength: 4 }).map((items) => ({
      json: `[ ${items.map(({ json }) => json).join(' ,\n')}]`,
      read: items.map(({ read }) => read),
    })),
    fc.array(fc.tuple(fc.string(), tie('value')), { maxLength: 4 }).map((entries) => ({
      json: `{${entries.map(([name, { json }]) => `${JSON.stringify(name)}:\t${json}`).join(',')} }`,
      read: Object.fromEntries(entries.map(([name, { read }]) => [name, read])),
    })),
  ),
}));

describe('JSON with long integers', () => {
  it('is read with exactly the digits that were written, in any JSON', () => {
    fc.assert(
      fc.property(WRITTEN.value, ({ json, read }) => {
        expect(parseExactJson(json)).toEqual(read);
      }),
      { numRuns: 300 },
    );
  });

  it('is refused where JSON.parse refuses it', () => {
    const malformed = [
      '{12345678901234567890: 1}',
      '00012345678901234567890',
      '[12345678901234567890,]',
      '12345678901234567890"x"',
      '-',
      '{"id":12345678901234567890',
      "{'id':12345678901234567890}",
    ];
    for (const text of malformed) expect(() => parseExactJson(text), text).toThrow(SyntaxError);
    fc.assert(
      fc.property(
        WRITTEN.value,
        fc.nat(),
        fc.constantFrom('', ',', '"', '\\', '}', '9'),
        (written, at, put) => {
          const { json } = written;
          const cut = at % (json.length + 1);
          const text = json.slice(0, cut) + put + json.slice(cut + 1);
          const outcomes = [JSON.parse, parseExactJson].map((parse) => {
            try {
              parse(text);
              return 'read';
            } catch {
              return 'refused';
            }
          });
          expect(outcomes[1]).toBe(outcomes[0]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('keeps 2^53 as text, and one less as a number', () => {
    expect(parseExactJson('[9007199254740991,9007199254740992,-9007199254740992]')).toEqual([
      9007199254740991,
      '9007199254740992',
      '-9007199254740992',
    ]);
  });

  it('reads a string of megabytes full of escapes', () => {
    const text = '\\"'.repeat(500_000);
    expect(parseExactJson(`{"a":${JSON.stringify(text)},"id":7412345678901234567}`)).toEqual({
      a: text,
      id: '7412345678901234567',
    });
  });
});
