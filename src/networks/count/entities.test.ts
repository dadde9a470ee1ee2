import { expect, it } from 'vitest';
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

it('stays quick on hostile text', () => {
  const begun = performance.now();
  entitiesOf('@'.repeat(20_000) + '#'.repeat(20_000) + 'a.'.repeat(20_000) + '@a'.repeat(10_000));
  expect(performance.now() - begun).toBeLessThan(1000);
});
