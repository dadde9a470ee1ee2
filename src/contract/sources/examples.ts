import type { Source, SourceSummary } from './sources.js';

export const exampleSourceId = 'src_01k9x3m5t7v9b2c4d6f8g0h1jk';

export const exampleSourceSummary: SourceSummary = {
  id: exampleSourceId,
  kind: 'article',
  url: 'https://fernhill.example/sunday-opening',
  canonicalUrl: 'https://fernhill.example/sunday-opening',
  title: 'We are open on Sundays',
  byline: 'Ada Fern',
  siteName: 'Fernhill Coffee',
  publishedAt: '2026-11-30T08:00:00.000Z',
  publishedDate: '2026-11-30T09:00:00+01:00',
  language: 'en',
  excerpt: 'From December on, the roastery in the old mill opens on Sundays.',
  wordCount: 23,
  createdAt: '2026-12-01T08:00:00.000Z',
};

export const exampleSource: Source = {
  ...exampleSourceSummary,
  text: 'From December on, the roastery in the old mill opens on Sundays.\n\nCome by between nine and one: the first cup is on us.',
  format: 'simple',
  images: [
    {
      url: 'https://fernhill.example/mill.jpg',
      width: 1600,
      height: 900,
      alt: 'The old mill in the morning',
      from: 'open_graph',
    },
  ],
  robots: { noIndex: false, noAi: false, directives: [] },
  warnings: [],
  entries: [],
  suggestions: [
    {
      platform: 'bluesky',
      skeleton: 'We are open on Sundays\n\nhttps://fernhill.example/sunday-opening',
      used: 63,
      max: 300,
      room: 237,
      unit: 'graphemes',
      needs: [],
    },
  ],
  media: [],
};
