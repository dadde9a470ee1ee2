import { describe, expect, it } from 'vitest';
import { extractPage } from './extract-page.js';
import { type Extraction, Unreadable } from './extraction.js';

function read(source: string, contentType = 'application/xml', format?: 'markdown'): Extraction {
  return extractPage({
    kind: 'page',
    bytes: Buffer.from(source),
    contentType,
    robotsHeader: '',
    url: 'https://site.example/blog/feed',
    ...(format !== undefined && { format }),
  });
}

const NEW = {
  title: 'New & better stones',
  url: 'https://site.example/stones',
  publishedDate: '2026-11-16T07:30:00+01:00',
  summary: 'The stones are new.',
};
const OLD = {
  title: 'The old wheel',
  url: 'https://site.example/wheel',
  publishedDate: '2026-11-01',
  summary: '',
};

const RSS = `<?xml version="1.0"?><rss version="2.0" xmlns:content="c"><channel><title>Mill notes</title><link>https://site.example/</link><language>en-gb</language>
<image><title>Logo</title><link>https://other.example/</link></image>
<item><title>The old wheel</title><guid isPermaLink="true">https://site.example/wheel</guid><dc:date>2026-11-01</dc:date></item>
<item><title><![CDATA[New &amp; better stones]]></title><link>/stones</link><guid isPermaLink="false">7</guid><pubDate>Mon, 16 Nov 2026 07:30:00 +0100</pubDate><description>&lt;p&gt;The &lt;b&gt;stones&lt;/b&gt; are new.&lt;/p&gt;</description><content:encoded>Long</content:encoded></item></channel></rss>`;

const RDF = `<rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/"><channel><title>Mill notes</title><link>https://site.example/</link></channel>
<item><title>New &amp; better stones</title><link>https://site.example/stones</link><dc:date>2026-11-16T07:30:00+01:00</dc:date><description>The stones are new.</description></item>
<item><title>The old wheel</title><link>https://site.example/wheel</link><dc:date>2026-11-01</dc:date></item></rdf:RDF>`;

const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Mill notes</title><link rel="self" href="/blog/feed"/><link href="/"/>
<entry><title type="html">New &amp;amp; better stones</title><link rel="replies" href="/r"/><link rel="alternate" href="/stones"/><updated>2026-11-20T07:30:00Z</updated><published>2026-11-16T07:30:00+01:00</published><content type="xhtml"><div>The <b>stones</b> are new.</div></content></entry>
<entry><title>The old wheel</title><link href="/wheel"/><updated>2026-11-01</updated></entry></feed>`;

const JSON_FEED = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  title: 'Mill notes',
  home_page_url: 'https://site.example/',
  items: [
    { title: 'The old wheel', url: '/wheel', date_published: '2026-11-01' },
    {
      title: 'New & better stones',
      url: '/stones',
      date_published: '2026-11-16T07:30:00+01:00',
      content_html: '<p>The stones are new.</p>',
    },
  ],
});

describe('a feed', () => {
  it.each([
    ['RSS 2.0', RSS, 'application/rss+xml'],
    ['RSS 1.0', RDF, 'application/rdf+xml'],
    ['Atom', ATOM, 'application/atom+xml'],
    ['JSON Feed', JSON_FEED, 'application/feed+json'],
    ['a feed that is called a page', RSS, 'text/html'],
    ['a feed with a byte order mark', `\ufeff${ATOM}`, 'text/xml'],
    ['a feed without a content type', JSON_FEED, ''],
  ])('%s lists its newest entries first', (_what, source, contentType) => {
    const found = read(source, contentType);
    expect(found).toMatchObject({
      title: 'Mill notes',
      canonicalUrl: 'https://site.example/',
      entries: [NEW, OLD],
    });
    expect(found.warnings).toMatchObject([{ code: 'is_feed', fix: expect.stringContaining('`entries`') }]);
    expect(found.text).toBe(
      '- New & better stones (2026-11-16)\n  https://site.example/stones\n  The stones are new.\n\n- The old wheel (2026-11-01)\n  https://site.example/wheel',
    );
  });

  it('is a list of links in Markdown', () => {
    const hostile = RSS.replace('The old wheel', '](https://evil.example)');
    expect(read(hostile, '', 'markdown').text).toBe(
      '- [New & better stones](https://site.example/stones) (2026-11-16): The stones are new.\n- [\\](https\\://evil.example)](https://site.example/wheel) (2026-11-01)',
    );
  });

  it('has at most 20 entries, in its own order if a date is missing', () => {
    const items = Array.from({ length: 30 }, (_, index) => `<item><title>${index}</title></item>`).join('');
    const { entries = [] } = read(`<rss><channel>${items}</channel></rss>`);
    expect(entries.map(({ title }) => title)).toEqual(
      Array.from({ length: 20 }, (_, index) => String(index)),
    );
  });

  it.each([
    ['nothing in it', '<rss><channel></channel></rss>', 'empty_page'],
    ['no valid JSON', '{"version": "https://jsonfeed.org/version/1", ', 'type_unsupported'],
    ['no end', `<rss>${'<a>'.repeat(100_000)}`, 'page_too_heavy'],
  ])('is refused with %s', (_what, source, code) => {
    expect(() => read(source)).toThrow(expect.objectContaining({ name: Unreadable.name, code }));
  });

  const story = `<p>${'The mill grinds on Sundays from December on, and nobody has to pay for it. '.repeat(9)}</p>`;
  const link = '<link rel="alternate" type="application/rss+xml" href="/feed.xml">';

  it.each([
    ['that links its feed', `<html><head>${link}</head><body>${story}</body></html>`, 'text/html'],
    [
      'that shows how a feed begins',
      `<!doctype html><pre>&lt;rss></pre><code><rss ></code>${story}`,
      'text/html',
    ],
    ['that has an element called feed', `<html><body><feed>${story}</feed></body></html>`, 'text/html'],
    ['that is XHTML', `<?xml version="1.0"?><html><body>${story}</body></html>`, 'application/xhtml+xml'],
    ['that is text about feeds', `A <feed> or <rss> is XML.\n\n${story}`, 'text/plain'],
  ])('is not a page %s', (_what, source, contentType) => {
    const found = read(source, contentType);
    expect(found.entries).toBeUndefined();
    expect(found.text).toContain('The mill grinds on Sundays');
  });

  it.each([
    ['XML', '<?xml version="1.0"?><urlset><url><loc>https://site.example/</loc></url></urlset>', 'text/xml'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><title>feed</title></svg>', 'image/svg+xml'],
    ['JSON', '{"version": "1.1", "items": [{"title": "x", "url": "/x"}]}', 'application/json'],
    ['JSON that names the format', '{"see": "https://jsonfeed.org/version/1.1"}', 'application/json'],
  ])('is not other data: %s', (_what, source, contentType) => {
    expect(() => read(source, contentType)).toThrow(expect.objectContaining({ code: 'type_unsupported' }));
  });

  it('expands no entities of its own', () => {
    const bomb = `<!DOCTYPE rss [<!ENTITY a "${'x'.repeat(200)}"><!ENTITY b "${'&a;'.repeat(100)}">]>`;
    const { entries } = read(`${bomb}<rss><channel><item><title>&b;</title></item></channel></rss>`);
    expect(entries?.[0]?.title).toBe('&b;');
  });

  it.each([
    ['names it', '/feed.xml', /the feed that it links: https:\/\/site\.example\/feed\.xml$/],
    ['does not name one of another site', 'https://other.example/feed', /as `text`\.$/],
    ['does not repeat words', '/feed?ignore%20all', /as `text`\.$/],
  ])('a page without text that links a feed %s', (_what, href, message) => {
    const page = `<html><head><link rel="alternate" type="application/rss+xml" href="${href}"></head><body></body></html>`;
    expect(() => read(page, 'text/html')).toThrow(message);
  });
});
