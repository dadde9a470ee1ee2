import { describe, expect, it } from 'vitest';
import { fixtureBytes, fixturePage } from '../../../test/support/http/page-site.js';
import { compareTexts } from '../../../test/support/text-similarity.js';
import { extractPage } from './extract-page.js';
import { type Extraction, Unreadable } from './extraction.js';
import { readDocument } from './plain-document.js';

const URL = 'https://site.example/section/page';

function read(bytes: Buffer | string, more: { contentType?: string; robots?: string } = {}): Extraction {
  return extractPage({
    kind: 'page',
    bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
    contentType: more.contentType ?? 'text/html',
    robotsHeader: more.robots ?? '',
    url: URL,
  });
}

function refusalOf(html: string | Buffer, contentType?: string): Unreadable {
  try {
    read(html, contentType === undefined ? {} : { contentType });
  } catch (error) {
    if (error instanceof Unreadable) return error;
    throw error;
  }
  throw new Error('it was read');
}

const page = (head: string, body: string): string =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;

const words = 'The mill opens on Sundays from December on, and the first cup is on us. '.repeat(8);

/** Every kind of site, with what its text has to come to. Precision and recall of words. */
const PAGES: readonly [name: string, language: string, facts: Partial<Extraction>][] = [
  [
    'news',
    'en',
    {
      title: 'Harbour bridge reopens after two years of repairs',
      byline: 'Mira Holt, Tom Ashe',
      siteName: 'Northport Gazette',
      published: { written: '2026-11-16T06:30:00+00:00', instant: '2026-11-16T06:30:00.000Z' },
      language: 'en-GB',
      canonicalUrl: 'https://gazette.example/news/harbour-bridge-reopens',
      excerpt: 'Traffic crossed the harbour bridge on Monday for the first time since the flood.',
    },
  ],
  [
    'blog',
    'en',
    {
      title: 'Why our espresso tastes sour in winter',
      byline: 'Ada Fern',
      published: { written: '2026-11-02T09:15:00+01:00', instant: '2026-11-02T08:15:00.000Z' },
      canonicalUrl: 'https://site.example/blog/sour-espresso',
    },
  ],
  ['docs', 'en', { excerpt: 'How the queue tries again.' }],
  ['shop', 'en', { title: 'Huila single origin, 250 g', siteName: 'Fernhill Coffee' }],
  ['forum', 'en', { title: 'Water hardness and crema' }],
  ['wiki', 'en', { title: 'Watermill' }],
  ['recipe', 'en', { byline: 'Nell Ward', published: { written: '2026-10-11', instant: null } }],
  ['press', 'en', { title: 'Fernhill Coffee opens on Sundays from December' }],
  ['government', 'en', { robots: ['noai', 'noimageai'] }],
  ['japanese', 'ja', { language: 'ja', siteName: 'フェルンヒル通信', wordCount: 181 }],
  ['arabic', 'ar', { language: 'ar', title: 'افتتاح المحمصة يوم الأحد' }],
  ['russian', 'ru', { language: 'ru', title: 'Мельница открыта по воскресеньям' }],
  ['german', 'de', { language: 'de', byline: 'Jörg Brandt', title: 'Mühle öffnet jetzt auch sonntags' }],
  ['chinese', 'zh', { title: '老磨坊咖啡馆周日开门迎客' }],
  ['thai', 'th', { language: 'th' }],
  ['lists', 'fr', { language: 'fr', siteName: 'Le Carnet du café' }],
];

describe('the text of pages of many kinds', () => {
  it.each(PAGES)('%s', (name, language, facts) => {
    const { bytes, golden } = fixturePage(name);
    const found = read(bytes);
    const { precision, recall } = compareTexts(found.text, golden, language);
    expect(precision, found.text).toBeGreaterThanOrEqual(0.95);
    expect(recall, found.text).toBeGreaterThanOrEqual(0.99);
    expect(found).toMatchObject(facts);
  });

  it('is complete, with hardly anything else, across all pages', () => {
    const all = PAGES.map(([name, language]) => {
      const { bytes, golden } = fixturePage(name);
      return compareTexts(read(bytes).text, golden, language);
    });
    const mean = (values: readonly number[]): number =>
      values.reduce((sum, one) => sum + one, 0) / values.length;
    expect(mean(all.map(({ precision }) => precision))).toBeGreaterThanOrEqual(0.985);
    expect(mean(all.map(({ recall }) => recall))).toBeGreaterThanOrEqual(0.995);
  });

  it('keeps headings, lists, quotes, code and tables', () => {
    const { text: docs } = read(fixturePage('docs').bytes);
    expect(docs).toContain('## Backoff\n\n');
    expect(docs).toContain('```\nqueue.add(');
    expect(docs).toContain('Attempt | Earliest wait | Latest wait\n2 | 250 ms | 500 ms');
    expect(docs).toContain('1. Write down what you are about to do.\n2. Do it.\n3. On failure');
    const { text: news } = read(fixturePage('news').bytes);
    expect(news).toContain('> A bridge that people avoid is not a bridge, it is a monument.');
    expect(news).toContain('## Tolls stay away');
  });
});

describe('badly written pages', () => {
  it.each([
    ['with a body that waits for scripts', `<html><body hidden><p>${words}</p></body></html>`],
    ['that call themselves a dialog', `<html role="dialog"><body><p>${words}</p></body></html>`],
    ['without a frame', `<p>${words}</p>`],
    ['with what they say in their head', `<html><head><div><p>${words}</p></div></head></html>`],
    ['with nothing closed', `<html><body>${'<div>'.repeat(1_000)}<p>${words}`],
  ])('are read, those %s', (_what, html) => {
    expect(read(html).text).toContain('The mill opens on Sundays');
  });
});

describe('images', () => {
  it('are the declared ones first, then those in the text, without icons and tracking pixels', () => {
    const { images } = read(fixturePage('news').bytes);
    expect(images).toEqual([
      {
        url: 'https://gazette.example/img/bridge-1600.jpg',
        width: 1600,
        height: 900,
        alt: 'The harbour bridge at dawn',
        from: 'open_graph',
      },
      {
        url: 'https://site.example/img/bridge-crew.jpg',
        width: 900,
        height: 600,
        alt: 'A repair crew',
        from: 'article',
      },
    ]);
  });

  it('come from JSON-LD, or from Twitter cards if there is nothing else', () => {
    expect(read(fixturePage('recipe').bytes).images[0]).toMatchObject({ from: 'json_ld', width: 1200 });
    const card = page(
      '<meta name="twitter:image" content="/card.png">',
      `<article><p>${words}</p></article>`,
    );
    expect(read(card).images).toEqual([
      { url: 'https://site.example/card.png', width: null, height: null, alt: null, from: 'twitter_card' },
    ]);
  });

  it.each([
    ['the largest of a set', '<img srcset="/a-400.jpg 400w, /a-1200.jpg 1200w" src="/a.jpg">', '/a-1200.jpg'],
    ['one that is loaded late', '<img src="data:image/gif;base64,R0" data-src="/late.jpg">', '/late.jpg'],
    ['no tracking pixel', '<img src="https://t.example/pixel.gif" width="1" height="1">', null],
    ['no icon', '<img src="/icons/star.png">', null],
    ['nothing inside the page', '<img src="data:image/png;base64,AAAA">', null],
  ])('are %s', (_what, tag, expected) => {
    const { images } = read(page('', `<article><p>${words}</p>${tag}<p>${words}</p></article>`));
    expect(images.map(({ url }) => url)).toEqual(
      expected === null ? [] : [`https://site.example${expected}`],
    );
  });
});

describe('what comes with the text', () => {
  const story = `<article><p>${words}</p></article>`;
  const facts = (head: string, body = story): Extraction => read(page(head, body));

  it('is a title without the name of the site', () => {
    expect(facts('<title>Sunday opening – Site</title>').title).toBe('Sunday opening');
    expect(facts('<title>Sunday opening – a report</title>').title).toBe('Sunday opening – a report');
  });

  it('is a date as the page says it, and a note if its time has no zone', () => {
    const dated = (date: string): Extraction =>
      facts(`<meta property="article:published_time" content="${date}">`);
    expect(dated('2026-11-16T07:30:00')).toMatchObject({
      published: { written: '2026-11-16T07:30:00', instant: null },
      warnings: [{ code: 'date_without_zone' }],
    });
    expect(dated('2026-11-16').warnings).toEqual([]);
  });

  it('is an author, not the address of a profile', () => {
    const authors = (...all: string[]): string | null =>
      facts(all.map((name) => `<meta property="article:author" content="${name}">`).join('')).byline;
    expect(authors('https://social.example/ada', 'By Ada Fern', 'Tom Ashe')).toBe('Ada Fern, Tom Ashe');
    expect(authors('https://social.example/ada')).toBeNull();
  });

  it('is an address that is not the front page', () => {
    const of = (href: string): string | null => facts(`<link rel="canonical" href="${href}">`).canonicalUrl;
    expect(of('https://site.example/')).toBeNull();
    expect(of('/story')).toBe('https://site.example/story');
  });

  it('is an image of the article rather than one that the site shares for every page', () => {
    const first = (declared: string, body: string): string | undefined =>
      facts(`<meta property="og:image" content="${declared}">`, `<article>${body}<p>${words}</p></article>`)
        .images[0]?.url;
    const own = '<img src="/mill.jpg" width="1200" height="800">';
    expect(first('/img/default-share.png', own)).toBe('https://site.example/mill.jpg');
    expect(first('/img/wheel.jpg', own)).toBe('https://site.example/img/wheel.jpg');
    expect(first('/img/default-share.png', '')).toBe('https://site.example/img/default-share.png');
  });

  it('is a note if only a teaser was readable', () => {
    const stated = (wordCount: number): Extraction =>
      facts(`<script type="application/ld+json">{"@type":"NewsArticle","wordCount":${wordCount}}</script>`);
    expect(stated(900).warnings).toMatchObject([{ code: 'teaser_only' }]);
    expect(stated(150).warnings).toEqual([]);
  });
});

describe('encodings', () => {
  const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

  it.each([
    ['the header', latin(page('', `<p>caf\u00e9 ${words}</p>`)), 'text/html; charset=ISO-8859-1'],
    ['a meta element', latin(page('<meta charset="latin1">', `<p>caf\u00e9 ${words}</p>`)), 'text/html'],
    ['nothing at all', latin(page('', `<p>caf\u00e9 ${words}</p>`)), 'text/html'],
    ['a byte order mark', Buffer.from(`\ufeff${page('', `<p>café ${words}</p>`)}`, 'utf16le'), 'text/html'],
    [
      'the bytes, if the header is wrong',
      latin(page('', `<p>caf\u00e9 ${words}</p>`)),
      'text/html; charset=utf-8',
    ],
    ['an unknown name', Buffer.from(page('', `<p>café ${words}</p>`)), 'text/html; charset=klingon'],
  ])('are known by %s', (_what, bytes, contentType) => {
    expect(read(bytes, { contentType }).text).toContain('café');
  });

  it('stay UTF-8 if only some characters are broken', () => {
    const bytes = Buffer.concat([Buffer.from(`<p>café ${words}`), latin('\u00e9</p>')]);
    expect(read(bytes, { contentType: 'text/html; charset=utf-8' }).text).toMatch(/^café .*\ufffd$/);
  });
});

describe('pages without text', () => {
  it.each([
    ['an image', Buffer.from('\x89PNG\r\n', 'latin1'), 'image/png', 'type_unsupported', /Upload it as media/],
    ['data', Buffer.from('{"a":1}'), 'application/json', 'type_unsupported', /page that shows it/],
    ['something else', Buffer.from([0, 1, 2]), 'application/x-thing', 'type_unsupported', /x-thing/],
    ['a frame that scripts fill', fixtureBytes('shell'), 'text/html', 'script_only', /runs its scripts/],
    ['a paywalled page', fixtureBytes('paywall'), 'text/html', 'paywalled', /behind a paywall/],
    [
      '100,000 open tags',
      Buffer.from('<b><i>'.repeat(50_000)),
      'text/html',
      'page_too_heavy',
      /nested too deeply/,
    ],
    [
      '100,000 closed ones',
      Buffer.from(`${'<svg>'.repeat(100_000)}${'</svg>'.repeat(100_000)}`),
      'text/html',
      'page_too_heavy',
      /nested too deeply/,
    ],
    ['nothing', Buffer.from(page('<title>x</title>', '<p> </p>')), 'text/html', 'empty_page', /No text/],
  ])('%s', (_what, bytes, contentType, code, message) => {
    const refusal = refusalOf(bytes, contentType);
    expect(refusal.code).toBe(code);
    expect(refusal.message).toMatch(message);
  });

  it('do not include a scripted page whose data contains the text, and a free teaser gets a warning', () => {
    expect(read(fixtureBytes('shell-with-data')).text).toMatch(/^From December on/);
    const teaser = read(fixtureBytes('paywall-teaser'));
    expect(teaser.wordCount).toBeGreaterThan(100);
    expect(teaser.warnings).toMatchObject([{ code: 'paywalled' }]);
  });
});

describe('robots directives', () => {
  it('come from the page and from the header', () => {
    const found = read(page('<meta name="robots" content="NoIndex, noai">', `<p>${words}</p>`), {
      robots: 'noimageai',
    });
    expect(found.robots).toEqual(['noimageai', 'noindex', 'noai']);
  });
});

describe('texts and Markdown', () => {
  it.each([
    ['a first heading', '# Sunday opening\n\nWe are open.', null, 'Sunday opening'],
    ['an underlined heading', 'Sunday opening\n===\n\nWe are open.', null, 'Sunday opening'],
    ['front matter', '---\ntitle: "Sunday"\nlang: en\n---\nWe are open.', null, 'Sunday'],
    ['the one given', '# Sunday opening\n\nWe are open.', 'Mine', 'Mine'],
    ['none', 'We are open.', null, null],
  ])('take their title from %s', (_what, text, title, expected) => {
    const found = readDocument(text, { title });
    expect(found.title).toBe(expected);
    expect(found.excerpt).toBe('We are open.');
  });

  it('can also come from a URL', () => {
    expect(read('# Sunday\r\n\r\nWe are open.', { contentType: 'text/markdown' })).toMatchObject({
      title: 'Sunday',
      text: '# Sunday\n\nWe are open.',
    });
  });
});
