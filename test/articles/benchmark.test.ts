import { describe, expect, it } from 'vitest';
import { extractPage } from '../../src/backend/ingest/extract-page.js';
import { markedPages } from './marked-page.js';
import { scoreOf } from './score.js';

/**
 * The mean F1 over all pages, by sequences of four words, rounded down. Raise it with every improvement. Readability with
 * a few selectors and names of clutter, and no other rule, reached 0.808.
 */
const MIN_MEAN = 0.993;

/** Of the page that is read worst: headings in boxes called headers, which Readability drops. */
const MIN_PAGE = 0.9;

const scored = markedPages().map(({ name, html, expected, unwanted }) => {
  const { text } = extractPage({
    kind: 'page',
    bytes: Buffer.from(html),
    contentType: 'text/html; charset=utf-8',
    robotsHeader: '',
    url: 'https://site.example/section/page',
  });
  return { name, text, expected, unwanted, score: scoreOf(text, expected) };
});

describe('the articles of 31 kinds of pages in 16 languages', () => {
  it.each(scored)('$name', ({ text, score }) => {
    expect(score.f1, text).toBeGreaterThanOrEqual(MIN_PAGE);
  });

  it('are read as well as before', () => {
    const mean = scored.reduce((sum, { score }) => sum + score.f1, 0) / scored.length;
    expect(mean).toBeGreaterThanOrEqual(MIN_MEAN);
  });

  it('contain hardly a sentence of what is around them', () => {
    const found = scored.flatMap(({ name, text, expected, unwanted }) =>
      unwanted
        .split('\n')
        .filter((line) => line.length >= 30 && !expected.includes(line) && text.includes(line))
        .map((line) => `${name}: ${line}`),
    );
    expect(found).toEqual([
      'questions: Asked 3 years ago. Viewed 12k times',
      'web-forms: Urząd Gminy Brzozowo, ul. Rynek 1',
    ]);
  });
});
