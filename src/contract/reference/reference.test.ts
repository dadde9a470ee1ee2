import { describe, expect, it } from 'vitest';
import { OPERATION_IDS } from '../operations.js';
import { Health } from '../service/health.js';
import { referenceOf } from './reference.js';
import { requestExample } from './request-example.js';
import { typeSentence, typeWordsOf } from './type-words.js';

const sections = referenceOf('https://post.example.org');
const operations = sections.flatMap((section) => section.operations);
const objects = sections.flatMap((section) => section.objects);

describe('the reference', () => {
  it('lists each operation once', () => {
    expect(operations.map(({ id }) => id).sort()).toEqual([...OPERATION_IDS].sort());
  });

  it('describes each referenced object once', () => {
    const names = objects.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const types = [
      ...operations.flatMap(({ answer, sent }) => [
        answer,
        ...sent.flatMap(({ forms }) => forms.flat().map(({ type }) => type)),
      ]),
      ...objects.flatMap(({ type, base, forms }) => [
        type,
        base === null ? [] : [{ object: base }],
        ...forms.flat().map((row) => row.type),
      ]),
    ];
    const named = types.flat().flatMap((piece) => (typeof piece === 'string' ? [] : [piece.object]));
    expect([...new Set(named)].filter((name) => !names.includes(name))).toEqual([]);
  });

  it('has a description for each field', () => {
    const told = [
      ...operations.flatMap(({ id, sent }) =>
        sent.flatMap(({ forms }) => forms.flat().map((row) => ({ of: id, row }))),
      ),
      ...objects.flatMap(({ name, forms }) => forms.flat().map((row) => ({ of: name, row }))),
    ];
    expect(told.filter(({ row }) => row.meaning === '').map(({ of, row }) => `${of}: ${row.path}`)).toEqual(
      [],
    );
  });

  it('has no sentence that ends twice', () => {
    const rows = [
      ...operations.flatMap(({ sent }) => sent.flatMap(({ forms }) => forms.flat())),
      ...objects.flatMap(({ forms }) => forms.flat()),
    ];
    expect(rows.filter(({ meaning }) => /\.`?\.$/.test(meaning)).map(({ meaning }) => meaning)).toEqual([]);
  });

  it('writes a type without fields as a sentence, and leaves an enum to its description', () => {
    expect(typeSentence(['enum'])).toEqual([]);
    expect(typeSentence(['instant']).join('')).toBe('An instant.');
    expect(typeWordsOf({ type: 'object', additionalProperties: {} })).toEqual(['object']);
  });

  it('describes an object that extends another', () => {
    const created = objects.find(({ name }) => name === 'CreatedPost');
    expect(created?.base).toBe('Post');
    expect(created?.forms.flat().map(({ path }) => path)).toEqual(['warnings']);
  });

  it('shows types, limits and required fields', () => {
    const sent = operations.find(({ id }) => id === 'webhooks.create')?.sent ?? [];
    const [url] = sent.flatMap(({ forms }) => forms.flat()).filter(({ path }) => path === 'url');
    expect(url).toMatchObject({
      required: true,
      type: ['string of up to 2000 characters'],
    });
  });
});

describe('an example request', () => {
  const example = { response: {} } as const;

  it('quotes the body for the shell', () => {
    const text = requestExample(
      {
        method: 'PATCH',
        path: '/v1/things/{id}',
        tag: 'Posts',
        summary: '',
        access: 'any_key',
        status: 200,
        response: Health,
        errors: [],
        keyed: true,
        example: { ...example, params: { id: 'a' }, query: { of: 'b,c d' }, body: { text: "It’s, it's" } },
      },
      'http://127.0.0.1:4747',
    );
    expect(text).toContain("curl -X PATCH 'http://127.0.0.1:4747/v1/things/a?of=b,c%20d'");
    expect(text).toContain(String.raw`it'\''s`);
    expect(text).toContain('Idempotency-Key');
  });
});
