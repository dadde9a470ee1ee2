import { afterEach, describe, expect, it } from 'vitest';
import { fixtureBytes } from '../../../test/support/page-site.js';
import type { ExtractionJob } from './extraction.js';
import { Extractor, ExtractorBusy, type ExtractorLimits } from './extractor.js';

const open: Extractor[] = [];

function extractor(limits?: ExtractorLimits): Extractor {
  const made = new Extractor(limits);
  open.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const pageOf = (bytes: Uint8Array): ExtractionJob => ({
  kind: 'page',
  bytes,
  contentType: 'text/html',
  robotsHeader: '',
  url: 'https://site.example/a',
});

/** Deep inside itself, and long: it takes seconds to read. */
const heavy = Buffer.from(`<html><body>${'<div class="a b c"><p>x, y, z'.repeat(60_000)}</body></html>`);

describe('the extractor', () => {
  it('reads one page after the other in a thread of its own', async () => {
    const reader = extractor();
    const found = await Promise.all(
      ['news', 'blog', 'wiki'].map((name) => reader.extract(pageOf(fixtureBytes(name)))),
    );
    expect(found.map(({ title }) => title)).toEqual([
      'Harbour bridge reopens after two years of repairs',
      'Why our espresso tastes sour in winter',
      'Watermill',
    ]);
  });

  it('gives up a page that takes too long, and reads the next one', async () => {
    const reader = extractor({ timeLimitMs: 1_500 });
    await reader.extract(pageOf(fixtureBytes('wiki')));
    const [slow, next] = await Promise.allSettled([
      reader.extract(pageOf(heavy)),
      reader.extract(pageOf(fixtureBytes('blog'))),
    ]);
    expect(slow).toMatchObject({ status: 'rejected', reason: { code: 'page_too_heavy' } });
    expect(next).toMatchObject({ status: 'fulfilled' });
  });

  it('gives up a page that needs too much memory, and lives on', async () => {
    const reader = extractor({ memoryMb: 40 });
    await expect(reader.extract(pageOf(heavy))).rejects.toMatchObject({ code: 'page_too_heavy' });
    await expect(reader.extract({ kind: 'text', text: '# A\n\nB', title: null })).resolves.toMatchObject({
      title: 'A',
    });
  });

  it('takes nothing more once it is closed', async () => {
    const reader = extractor();
    await reader.close();
    await expect(reader.extract(pageOf(fixtureBytes('wiki')))).rejects.toBeInstanceOf(ExtractorBusy);
  });
});
