import { constants, deflateRawSync } from 'node:zlib';
import { pdfOf, pdfStream, rawStream } from './write-pdf.js';

/** Compressed data that becomes this many megabytes of blanks, a thousandth of which it takes. */
function inflating(megabytes: number): Uint8Array {
  const block = deflateRawSync(Buffer.alloc(1_000_000, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array<Uint8Array>(megabytes).fill(block)]);
}

const FLATE = '/Filter /FlateDecode';
const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>';
const PAGES = '<< /Type /Pages /Count 1 /Kids [3 0 R] >>';
const TEXT = pdfStream(`BT /F1 10 Tf 50 700 Td (${'The mill grinds. '.repeat(9)}) Tj ET`);
const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';

function page(resources: string): string {
  return `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << ${resources} >> >>`;
}

/** A document of one page: its content and resources, and the objects from the fifth on. */
function onePage(
  content: Uint8Array,
  resources = '',
  more: readonly (string | Uint8Array)[] = [],
): Uint8Array {
  return pdfOf([CATALOG, PAGES, page(resources), content, ...more]);
}

/** With a font whose file, table of characters or widths is this object. */
function withFont(entries: string, more: readonly (string | Uint8Array)[]): Uint8Array {
  const descriptor = `/FontDescriptor << /Type /FontDescriptor /FontName /Own /Flags 4 ${entries.includes('FontFile') ? entries : ''} >>`;
  const font = `<< /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H ${entries.includes('ToUnicode') ? entries : ''} /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Own /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ${descriptor} ${entries.includes('/W') ? entries : ''} >>] >>`;
  const content = pdfStream(`BT /F1 10 Tf 50 700 Td <${'0041'.repeat(60)}> Tj ET`);
  return onePage(content, `/Font << /F1 ${font} >>`, more);
}

/** Forms that draw the next one twice. */
function laughingForms(levels: number): Uint8Array {
  const forms = Array.from({ length: levels }, (_, level) =>
    level === levels - 1
      ? pdfStream(
          'BT /F1 10 Tf (ha) Tj ET',
          `/Type /XObject /Subtype /Form /Resources << /Font << /F1 ${HELVETICA} >> >>`,
        )
      : pdfStream(
          '/X Do /X Do',
          `/Type /XObject /Subtype /Form /Resources << /XObject << /X ${6 + level} 0 R >> >>`,
        ),
  );
  return onePage(pdfStream('/X Do'), '/XObject << /X 5 0 R >>', forms);
}

/** Files that cost their sender little and a careless reader much. */
export const PDF_BOMBS: Readonly<Record<string, () => Uint8Array>> = {
  'content of 3 GB': () => onePage(rawStream(inflating(3_000), FLATE), `/Font << /F1 ${HELVETICA} >>`),
  'a table of characters of 3 GB': () => withFont('/ToUnicode 5 0 R', [rawStream(inflating(3_000), FLATE)]),
  'a font of 3 GB': () => withFont('/FontFile2 5 0 R', [rawStream(inflating(3_000), FLATE)]),
  'metadata of 3 GB': () =>
    pdfOf([
      '<< /Type /Catalog /Pages 2 0 R /Metadata 5 0 R >>',
      PAGES,
      page(`/Font << /F1 ${HELVETICA} >>`),
      TEXT,
      rawStream(inflating(3_000), `${FLATE} /Type /Metadata /Subtype /XML`),
    ]),
  'widths of four billion characters': () => withFont('/W [0 4294967295 500]', []),
  'characters of four billion codes': () =>
    withFont('/ToUnicode 5 0 R', [
      pdfStream(
        'begincmap 1 begincodespacerange <00000000> <ffffffff> endcodespacerange 1 beginbfrange <00000000> <fffffff0> <0041> endbfrange endcmap',
      ),
    ]),
  'forms that draw each other 2^40 times': () => laughingForms(40),
  'a form that draws itself': () =>
    onePage(pdfStream('/X Do'), '/XObject << /X 5 0 R >>', [
      pdfStream('/X Do', '/Type /XObject /Subtype /Form /Resources << /XObject << /X 5 0 R >> >>'),
    ]),
  'a page tree that contains itself': () =>
    pdfOf([CATALOG, '<< /Type /Pages /Count 9 /Kids [2 0 R 2 0 R] >>']),
  'a billion pages': () =>
    pdfOf([CATALOG, '<< /Type /Pages /Count 1000000000 /Kids [3 0 R] >>', page(''), TEXT]),
  'a deep page tree': () =>
    pdfOf([
      CATALOG,
      ...Array.from(
        { length: 20_000 },
        (_, at) => `<< /Type /Pages /Count 1 /Parent ${at + 1} 0 R /Kids [${at + 3} 0 R] >>`,
      ),
      page(''),
    ]),
  'a million nested lists': () => onePage(pdfStream('['.repeat(1_000_000))),
  'nested lists in the catalog': () => pdfOf([`<< /Type /Catalog /Pages ${'['.repeat(1_000_000)}`, PAGES]),
  'a cross-reference table that continues in itself': () => {
    const start = Buffer.from('%PDF-1.7\n');
    const table = `xref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 1 /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF`;
    return Buffer.concat([start, Buffer.from(table)]);
  },
  'a cross-reference stream of four billion objects': () =>
    Buffer.from(
      '%PDF-1.7\n1 0 obj\n<< /Type /XRef /Size 4294967295 /Index [0 4294967295] /W [1 4 2] /Root 1 0 R /Length 0 >>\nstream\n\nendstream\nendobj\nstartxref\n9\n%%EOF',
    ),
  'a list of a hundred thousand filters': () =>
    onePage(rawStream(Buffer.from('x'), `/Filter [${'/FlateDecode '.repeat(100_000)}]`)),
  'a predictor of a wide row': () =>
    onePage(
      rawStream(
        inflating(1),
        `${FLATE} /DecodeParms << /Predictor 12 /Columns 2000000000 /Colors 4 /BitsPerComponent 16 >>`,
      ),
    ),
  'four million runs of text': () =>
    onePage(
      pdfStream(`BT /F1 10 Tf ${'(a) Tj 9 9 Td '.repeat(2_000_000)} ET`),
      `/Font << /F1 ${HELVETICA} >>`,
    ),
  'one run of ten million letters': () =>
    onePage(pdfStream(`BT /F1 10 Tf (${'a'.repeat(10_000_000)}) Tj ET`), `/Font << /F1 ${HELVETICA} >>`),
  '200,000 objects that are not closed': () => Buffer.from(`%PDF-1.7\n${'1 0 obj\n<< /A '.repeat(200_000)}`),
};
