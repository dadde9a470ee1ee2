import { expect, it } from 'vitest';
import { growth } from '../../../test/support/steps.js';
import { entitiesOf } from './entities.js';

const found = (text: string) =>
  entitiesOf(text).map(({ kind, value, start, end }) => [kind, value, text.slice(start, end)]);

it('finds links up to the punctuation that ends the sentence', () => {
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

it('finds hashtags of words in any script, not of digits alone', () => {
  expect(found('#café #コーヒー #2026 #no1 #_x').map(([, value]) => value)).toEqual([
    'café',
    'コーヒー',
    'no1',
    '_x',
  ]);
});

it('finds nothing within addresses and mail addresses', () => {
  expect(found('https://a.example/@me#part mail me@b.example').map(([kind]) => kind)).toEqual(['link']);
});

it('takes steps in proportion to the text, whatever links, mentions and hashtags it has', async () => {
  const text = (size: number) => 'http://a.example/@b#c @d #e '.repeat(size);
  expect(await growth(200, (size) => entitiesOf(text(size)))).toMatchObject({ isLinear: true });
});

// A search that goes back over each character for every other would take far longer.
it.each(['@', '#', 'a.', '@a', '#1', 'http://', '(', 'http://a('])(
  'searches a text of nothing but %s once',
  (part) => {
    entitiesOf(part.repeat(100_000 / part.length));
  },
  5_000,
);
