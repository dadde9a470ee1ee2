import { expect, it } from 'vitest';
import { withoutSite } from './page-title.js';

const site = { name: 'Fernhill Coffee', host: 'www.fernhill-notes.example', heading: null };

it.each([
  ['Sunday opening | Fernhill Coffee', 'Sunday opening', site],
  ['Sunday opening - News - fernhill coffee', 'Sunday opening - News', site],
  ['Fernhill Coffee | Sunday opening', 'Sunday opening', site],
  ['Sunday opening – Fernhill Notes', 'Sunday opening', site],
  ['Sunday opening | News | Fernhill Coffee', 'Sunday opening', { ...site, heading: 'Sunday opening' }],
  ['The Mill: Sunday opening', 'Sunday opening', { ...site, heading: 'Sunday Opening' }],
  // Not the name of the site, but a part of the title.
  ['Fernhill Coffee: a history', 'Fernhill Coffee: a history', site],
  ['Sunday opening - a report', 'Sunday opening - a report', site],
  ['A - B', 'A - B', { ...site, heading: 'A - B' }],
  ['Why we left Fernhill Coffee', 'Why we left Fernhill Coffee', site],
])('%s → %s', (title, expected, of) => {
  expect(withoutSite(title, of)).toBe(expected);
});
