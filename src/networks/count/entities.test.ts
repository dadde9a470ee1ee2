import { expect, it } from 'vitest';
import { growth } from '../../../test/support/growth/steps.js';
import { entitiesOf } from './entities.js';

const found = (text: string) =>
  entitiesOf(text).map(({ kind, value, start, end }) => [kind, value, text.slice(start, end)]);

it('finds links without trailing punctuation', () => {
  const link = (address: string) => ['link', address, address];
  expect(
    found('See https://a.example/b_(c), or (http://d.example/e). "https://f.example/?g=h&i=j"!'),
  ).toEqual([
    link('https://a.example/b_(c)'),
    link('http://d.example/e'),
    link('https://f.example/?g=h&i=j'),
  ]);
});

it('finds mentions of local, domain and remote handles', () => {
  expect(found('@anna, @ben.example and @cleo@social.example.').map(([, value]) => value)).toEqual([
    'anna',
    'ben.example',
    'cleo@social.example',
  ]);
});

it('finds hashtags in any script, but not of digits only', () => {
  expect(found('#café #コーヒー #2026 #no1 #_x').map(([, value]) => value)).toEqual([
    'café',
    'コーヒー',
    'no1',
    '_x',
  ]);
});

it('finds nothing inside URLs and email addresses', () => {
  expect(found('https://a.example/@me#part mail me@b.example').map(([kind]) => kind)).toEqual(['link']);
});

it('takes linear time in texts of links, mentions and hashtags', async () => {
  const text = (size: number) => 'http://a.example/@b#c @d #e '.repeat(size);
  expect(await growth(200, (size) => entitiesOf(text(size)))).toMatchObject({ isLinear: true });
});

// A quadratic search would take far longer.
it.each(['@', '#', 'a.', '@a', '#1', 'http://', '(', 'http://a('])(
  'searches a long text of only %s in linear time',
  (part) => {
    entitiesOf(part.repeat(100_000 / part.length));
  },
  5_000,
);
