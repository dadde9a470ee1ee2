import { afterEach, describe, expect, it } from 'vitest';
import { fixtureBytes } from '../../../test/support/http/page-site.js';
import type { ExtractionJob } from './extraction.js';
import { type ExtractOptions, Extractor, ExtractorClosed, type ExtractorOptions } from './extractor.js';

const open: Extractor[] = [];

/** The worker as it is shipped: it is there in an eighth of the time that its sources take. */
const WORKER = new URL('../../../dist/extraction-worker.js', import.meta.url);

function extractor(limits?: ExtractorOptions): Extractor {
  const made = new Extractor({ worker: WORKER, ...limits });
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
const slow = pageOf(
  Buffer.from(
    `<html><body>${'<div>'.repeat(600)}${'<div class="a b c"><p>x, y, z</p></div>'.repeat(30_000)}`,
  ),
);

/** So many elements that they fill what memory there is, in much less time than may be taken. */
const large = pageOf(Buffer.from(`<html><body>${'<p>x<b>y</b></p>'.repeat(150_000)}</body></html>`));

const own: ExtractOptions = { share: 'own', signal: new AbortController().signal };

const note: ExtractionJob = { kind: 'text', text: '# A\n\nB', title: null };

describe('the extractor', () => {
  it('reads pages one after the other in a worker thread', async () => {
    const reader = extractor();
    const found = await Promise.all(
      ['news', 'blog', 'wiki'].map((name) => reader.extract(pageOf(fixtureBytes(name)), own)),
    );
    expect(found.map(({ title }) => title)).toEqual([
      'Harbour bridge reopens after two years of repairs',
      'Why our espresso tastes sour in winter',
      'Watermill',
    ]);
  });

  it('gives up on a page that takes too long, and reads the next one', async () => {
    const reader = extractor({ timeLimitMs: 300 });
    const [given, next] = await Promise.allSettled([reader.extract(slow, own), reader.extract(note, own)]);
    expect(given).toMatchObject({
      status: 'rejected',
      reason: { code: 'page_too_heavy', message: expect.stringContaining('took too long') },
    });
    expect(next).toMatchObject({ status: 'fulfilled', value: { title: 'A' } });
  });

  it('gives up on a page that needs too much memory, and keeps working', async () => {
    // Far more time than it needs: on a busy machine, the time limit must not be reached first.
    const reader = extractor({ memoryMb: 32, timeLimitMs: 120_000 });
    await expect(reader.extract(large, own)).rejects.toMatchObject({
      code: 'page_too_heavy',
      message: expect.stringContaining('needs too much memory'),
    });
    await expect(reader.extract(note, own)).resolves.toMatchObject({ title: 'A' });
  }, 150_000);

  it('reads a page of another workspace before the remaining pages of the one that came first', async () => {
    const reader = extractor();
    const order: string[] = [];
    const read = async (share: string): Promise<void> => {
      await reader.extract(note, { ...own, share });
      order.push(share);
    };
    await Promise.all([read('a'), read('a'), read('a'), read('a'), read('b'), read('b')]);
    expect(order).toEqual(['a', 'a', 'b', 'a', 'b', 'a']);
  });

  it('stops waiting when the signal aborts, and rejects waiting jobs when it closes', async () => {
    const reader = extractor();
    const leaving = new AbortController();
    const first = reader.extract(slow, own);
    const gone = reader.extract(note, { ...own, signal: leaving.signal });
    const second = reader.extract(note, own);
    const outcomes = Promise.allSettled([first, gone, second]);
    leaving.abort('gone');
    await reader.close();
    expect(await outcomes).toEqual(
      [expect.any(ExtractorClosed), 'gone', expect.any(ExtractorClosed)].map((reason) => ({
        status: 'rejected',
        reason,
      })),
    );
  });

  it('rejects jobs after it is closed', async () => {
    const reader = extractor();
    await reader.close();
    await expect(reader.extract(pageOf(fixtureBytes('wiki')), own)).rejects.toBeInstanceOf(ExtractorClosed);
  });
});
