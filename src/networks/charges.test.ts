import { expect, it } from 'vitest';
import { chargeOf, chargeSentences, replySentences } from './charges.js';

const parts = [
  { kind: 'main', text: 'Open on Sunday', status: 'published' },
  { kind: 'thread', text: 'See https://fernhill.com', status: 'failed' },
  { kind: 'first_comment', text: 'A comment', status: 'failed' },
];

it('charges for the posts that are sent, and nothing on simulated or free networks', () => {
  const x = { platform: 'x', simulated: false, parts } as const;
  expect(chargeOf(x).price).toBeCloseTo(0.23);
  expect(chargeOf(x, ({ status }) => status !== 'published').price).toBeCloseTo(0.215);
  expect(chargeOf({ ...x, simulated: true }).price).toBe(0);
  expect(chargeOf({ ...x, platform: 'bluesky' }).price).toBe(0);
});

it('says what each network charges in all', () => {
  const charges = [
    { platform: 'x', price: 0.2 },
    { platform: 'bluesky', price: 0 },
    { platform: 'x', price: 0.015 },
  ] as const;
  expect(chargeSentences(charges, 'for 2 rows')).toEqual(['X charges $0.215 for 2 rows.']);
});

it('charges for a reply as for a post, where replies cost', () => {
  const plain = { platform: 'x', simulated: false, text: 'We do.' } as const;
  const linked = { ...plain, text: 'See https://fernhill.com' };
  expect(replySentences([plain])).toEqual(['X charges $0.015 for this reply.']);
  expect(replySentences([linked])).toEqual(['X charges $0.20 for this reply.']);
  expect(replySentences([plain, linked, { ...linked, platform: 'threads' }])).toEqual([
    'X charges $0.215 for 2 replies.',
  ]);
  expect(replySentences([{ ...linked, simulated: true }])).toEqual([]);
});
