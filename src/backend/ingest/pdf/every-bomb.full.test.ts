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

/** Memory of the heap and of buffers that a thread may have, and some to spare. In bytes. */
const MAX_GROWTH = 600_000_000;

it.each(Object.entries(PDF_BOMBS))(
  '%s is read or refused, and the next one is read',
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
  30_000,
);
