import { afterAll, expect, it } from 'vitest';
import { PDF_BOMBS } from '../../../../test/support/pdf/pdf-bombs.js';
import { writePdf } from '../../../../test/support/pdf/write-pdf.js';
import { Unreadable } from '../extraction.js';
import { Extractor } from '../extractor.js';

const worker = new URL('../../../../dist/extraction-worker.js', import.meta.url);
const reader = new Extractor({ worker, timeLimitMs: 1_500 });
afterAll(() => reader.close());

const own = { share: 'own', signal: new AbortController().signal };
const facts = { contentType: 'application/pdf', robotsHeader: '', url: 'https://site.example/a.pdf' };
const plain = writePdf({ pages: [[{ text: 'The mill grinds on Sundays.', x: 50, y: 700 }]] });

/**
 * What a thread may have, in bytes: 384 MiB of old objects, 64 of young ones and 16 that V8 adds before it gives up, and
 * 96 MB of buffers. To it comes what a new thread needs for its code, pages that are free but not returned yet, and what
 * the process of the tests itself fills meanwhile. Without these limits, the larger of these files fill gigabytes.
 */
const MAX_GROWTH = (384 + 64 + 16) * 2 ** 20 + 96_000_000 + 250_000_000;

it.each(Object.entries(PDF_BOMBS))(
  '%s is read or refused, and the next one is read',
  // Other tests of the same process may fill memory meanwhile. A file without a limit grows beyond it every time.
  { timeout: 30_000, retry: 2 },
  async (_name, bomb) => {
    const bytes = bomb();
    const before = process.memoryUsage.rss();
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, 20);
    const outcome = await reader
      .extract({ kind: 'page', bytes, ...facts }, own)
      .catch((error: unknown) => error);
    clearInterval(watch);
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Unreadable);
    expect(most - before).toBeLessThan(MAX_GROWTH);
    await expect(reader.extract({ kind: 'page', bytes: plain, ...facts }, own)).resolves.toMatchObject({
      text: 'The mill grinds on Sundays.',
    });
  },
);
