import { afterAll, describe, expect, it } from 'vitest';
import { PDF_BOMBS } from '../../../../test/support/pdf/pdf-bombs.js';
import { pdfOf, pdfStream, writePdf } from '../../../../test/support/pdf/write-pdf.js';
import type { ExtractionJob } from '../extraction.js';
import { Extractor } from '../extractor.js';
import { withBoundedBuffers } from './bounded-buffers.js';
import { readPdf } from './read-pdf.js';

const reader = new Extractor({ worker: new URL('../../../../dist/extraction-worker.js', import.meta.url) });
afterAll(() => reader.close());

function jobOf(bytes: Uint8Array): Extract<ExtractionJob, { readonly kind: 'page' }> {
  const url = 'https://site.example/a.pdf';
  return { kind: 'page', bytes, contentType: 'application/pdf', robotsHeader: '', url };
}

const own = { share: 'own', signal: new AbortController().signal };
const plain = writePdf({ pages: [[{ text: 'The mill grinds on Sundays.', x: 50, y: 700 }]] });

describe('a hostile PDF', () => {
  // Those that end by the time limit are in the full tests.
  it.each([
    ['metadata of 3 GB', 'page_too_heavy'],
    ['a form that draws itself', 'pdf_without_text'],
    ['a page tree that contains itself', 'pdf_damaged'],
    ['nested lists in the catalog', 'pdf_damaged'],
    ['a cross-reference table that continues in itself', 'pdf_damaged'],
  ])('is refused, and the next one is read: %s', async (name, code) => {
    const bytes = PDF_BOMBS[name]?.() ?? Buffer.alloc(0);
    await expect(reader.extract(jobOf(bytes), own)).rejects.toMatchObject({ code });
    await expect(reader.extract(jobOf(plain), own)).resolves.toMatchObject({
      text: 'The mill grinds on Sundays.',
    });
  });

  it('runs no script, and fetches nothing that it refers to', async (test) => {
    const fetched: unknown[] = [];
    const { fetch } = globalThis;
    test.onTestFinished(() => {
      globalThis.fetch = fetch;
    });
    Object.assign(globalThis, { fetch: (address: unknown) => fetched.push(address) });
    const script = 'globalThis.wasRun = true; app.launchURL("http://127.0.0.1:9/")';
    const bytes = pdfOf([
      `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (${script.replaceAll(/[()]/g, '\\$&')}) >> /AA << /WC << /S /URI /URI (http://127.0.0.1:9/) >> >> >>`,
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /AA << /O << /S /Launch /F (/bin/true) >> >> /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FontDescriptor << /Type /FontDescriptor /FontName /Helvetica /Flags 32 /FontFile << /F (http://127.0.0.1:9/) >> >> >> >> /XObject << /X 5 0 R >> >> >>',
      pdfStream('BT /F1 10 Tf 50 700 Td (The mill grinds on Sundays.) Tj ET /X Do'),
      pdfStream('', '/Type /XObject /Subtype /Form /F << /FS /URL /F (http://127.0.0.1:9/) >>'),
    ]);
    expect((await readPdf(jobOf(bytes))).text).toBe('The mill grinds on Sundays.');
    expect([fetched, 'wasRun' in globalThis]).toEqual([[], false]);
  });
});

describe('bounded buffers', () => {
  it('are not allocated beyond the limit, whatever their type, and are unlimited again afterwards', async () => {
    for (const type of ['ArrayBuffer', 'Uint8Array', 'Float64Array'] as const) {
      const { outcome, exceeded } = await withBoundedBuffers(
        20_000_000,
        async () => new globalThis[type](30_000_000),
      );
      expect([outcome.status, exceeded]).toEqual(['rejected', true]);
    }
    const { exceeded } = await withBoundedBuffers(20_000_000, async () => {
      expect(new Uint8Array([1, 2]) instanceof Uint8Array).toBe(true);
      return new Uint8Array(5_000_000);
    });
    expect([exceeded, new Uint8Array(30_000_000).length]).toEqual([false, 30_000_000]);
  });
});
