import { deflateSync } from 'node:zlib';

/** A run of text on a page. In points, from the bottom left of the page. */
export interface DrawnText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Default: 10. */
  readonly size?: number;
  readonly bold?: boolean;
  /** The glyphs are drawn from the left, so a text that is read from the right comes first with its end. */
  readonly rightToLeft?: boolean;
  /** Turned counter-clockwise by a quarter. */
  readonly upwards?: boolean;
}

export interface WrittenPdf {
  readonly pages: readonly (readonly DrawnText[])[];
  /** Of the document: `Title`, `Author`, `CreationDate`. */
  readonly info?: Readonly<Record<string, string>>;
  readonly language?: string;
}

/** A stream of a PDF, compressed. */
export function pdfStream(data: string | Uint8Array, entries = ''): Uint8Array {
  return rawStream(deflateSync(data), `/Filter /FlateDecode ${entries}`);
}

/** A stream as it is. */
export function rawStream(data: Uint8Array, entries = ''): Uint8Array {
  return Buffer.concat([
    Buffer.from(`<< /Length ${data.length} ${entries} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ]);
}

/** A PDF of these objects, of which the first one is the catalog. */
export function pdfOf(objects: readonly (string | Uint8Array)[], trailer = ''): Uint8Array {
  const parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Uint8Array): void => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    add(Buffer.from(`${index + 1} 0 obj\n`));
    add(typeof object === 'string' ? Buffer.from(object, 'latin1') : object);
    add(Buffer.from('\nendobj\n'));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const start = length;
  add(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** A PDF of pages with text in any script. Letters are half as wide as they are high, and Han and kana as wide. */
export function writePdf({ pages, info, language }: WrittenPdf): Uint8Array {
  const letters = [...new Set(pages.flat().flatMap(({ text }) => [...text]))];
  const code = (letter: string): string => hex(letters.indexOf(letter) + 1);
  const font = (name: string, at: number, descriptor: number): string[] => [
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${at + 1} 0 R] /ToUnicode 9 0 R >>`,
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /DW 500 /W [${widths(letters)}] >>`,
  ];
  const first = 11;
  const pageObjects = pages.flatMap((texts, index) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents ${first + index * 2 + 1} 0 R /Resources << /Font << /F1 3 0 R /F2 5 0 R >> >> >>`,
    pdfStream(texts.map((text) => drawn(text, code)).join('\n')),
  ]);
  const kids = pages.map((_, index) => `${first + index * 2} 0 R`).join(' ');
  return pdfOf(
    [
      `<< /Type /Catalog /Pages 2 0 R ${language === undefined ? '' : `/Lang (${language})`} >>`,
      `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`,
      ...font('Body', 3, 7),
      ...font('Body-Bold', 5, 8),
      descriptor('Body'),
      descriptor('Body-Bold'),
      pdfStream(toUnicode(letters)),
      `<< ${Object.entries(info ?? {})
        .map(
          ([name, value]) =>
            `/${name} <${Buffer.from(`\ufeff${value}`, 'utf16le').swap16().toString('hex')}>`,
        )
        .join(' ')} >>`,
      ...pageObjects,
    ],
    '/Info 10 0 R',
  );
}

function drawn(
  { text, x, y, size = 10, bold, rightToLeft, upwards }: DrawnText,
  code: (letter: string) => string,
): string {
  const letters = rightToLeft ? [...text].reverse() : [...text];
  const matrix = upwards ? `0 1 -1 0 ${x} ${y}` : `1 0 0 1 ${x} ${y}`;
  return `BT /F${bold ? 2 : 1} ${size} Tf ${matrix} Tm <${letters.map(code).join('')}> Tj ET`;
}

function descriptor(name: string): string {
  return `<< /Type /FontDescriptor /FontName /${name} /Flags 4 /FontBBox [0 -200 1000 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>`;
}

function widths(letters: readonly string[]): string {
  return letters
    .map((letter, index) => (/[\u3000-\u9fff\uff00-\uffef]/.test(letter) ? `${index + 1} [1000]` : ''))
    .join(' ');
}

function toUnicode(letters: readonly string[]): string {
  const rows = letters.map((letter, index) => {
    const units = Array.from({ length: letter.length }, (_, at) => hex(letter.charCodeAt(at)));
    return `<${hex(index + 1)}> <${units.join('')}>`;
  });
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Own def
1 begincodespacerange <0000> <ffff> endcodespacerange
${rows.map((row) => `1 beginbfchar ${row} endbfchar`).join('\n')}
endcmap end end`;
}

function hex(value: number): string {
  return value.toString(16).padStart(4, '0');
}
