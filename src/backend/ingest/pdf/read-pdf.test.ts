import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type DrawnText,
  pdfOf,
  pdfStream,
  type WrittenPdf,
  writePdf,
} from '../../../../test/support/pdf/write-pdf.js';
import type { SourceFormat } from '../../../contract/sources/sources.js';
import type { Extraction } from '../extraction.js';
import { readPdf } from './read-pdf.js';

function read(pdf: Uint8Array | WrittenPdf, format?: SourceFormat): Promise<Extraction> {
  return readPdf({
    kind: 'page',
    bytes: pdf instanceof Uint8Array ? pdf : writePdf(pdf),
    contentType: 'application/pdf',
    robotsHeader: 'noai',
    url: 'https://site.example/report.pdf',
    ...(format !== undefined && { format }),
  });
}

async function paragraphs(pdf: WrittenPdf, format?: SourceFormat): Promise<readonly string[]> {
  return (await read(pdf, format)).text.split('\n\n');
}

interface Place extends Omit<DrawnText, 'text' | 'x' | 'y'> {
  /** Default: the left margin. */
  readonly x?: number;
  readonly y: number;
}

/** Lines below each other. */
function lines(texts: readonly string[], { x = 50, y, ...more }: Place): DrawnText[] {
  return texts.map((text, index) => ({ text, x, y: y - index * 12, ...more }));
}

const FIRST = [
  'The mill on the river grinds from December on, and on each Sunday of the win-',
  'ter the first ﬂour goes to the school, as it did before the war, and the bakers',
  'of three villages carry their own sacks to it. A well-known miller, he is well-',
  'known beyond the valley too, dresses the stones and listens to the wheel all day.',
];
const SECOND = [
  'Eleven people learned how to dress the stones, and two of them can now hear a',
  'wheel that runs free. Nobody has ever come a long way to see a house, says he.',
];

/** Eight lines for a column of 30 letters. Each begins with its number. */
function column(name: string): readonly string[] {
  return Array.from({ length: 8 }, (_, at) => `${name}${at} and so the wheel turns on`);
}

describe('a PDF', () => {
  it('is read as paragraphs and headings, with what the file says of itself', async () => {
    const pdf: WrittenPdf = {
      info: { Title: 'The mill opens', Author: 'Ada Holt', CreationDate: "D:20261130090000+01'00'" },
      language: 'en-GB',
      pages: [
        [
          { text: 'The mill opens', x: 50, y: 740, size: 20 },
          ...lines(FIRST, { y: 700 }),
          { text: 'Stones', x: 50, y: 640, size: 14 },
          ...lines(SECOND, { y: 620 }),
          { text: 'The wheel', x: 50, y: 580, bold: true },
          ...lines(SECOND, { y: 566 }),
        ],
      ],
    };
    const found = await read(pdf);
    expect(found).toMatchObject({
      title: 'The mill opens',
      byline: 'Ada Holt',
      language: 'en-GB',
      published: { written: '2026-11-30T09:00:00+01:00', instant: '2026-11-30T08:00:00.000Z' },
      robots: ['noai'],
      warnings: [],
    });
    const [first = '', ...more] = found.text.split('\n\n');
    expect(first).toMatch(
      /^The mill .* each Sunday of the winter the first flour goes .* the bakers of three/,
    );
    expect(first).toMatch(/well-known miller, he is well-known beyond .* all day\.$/);
    const second = SECOND.join(' ');
    expect(more).toEqual(['## Stones', second, '### The wheel', second]);
  });

  it('has its largest heading as its title if it names a file, and no date without a zone as an instant', async () => {
    const pdf: WrittenPdf = {
      info: { Title: 'Microsoft Word - report.docx', CreationDate: 'D:20261130090000' },
      pages: [[{ text: 'A year of flour', x: 50, y: 740, size: 20 }, ...lines(FIRST, { y: 700 })]],
    };
    expect(await read(pdf)).toMatchObject({
      title: 'A year of flour',
      text: expect.stringMatching(/^The mill/),
      published: { written: '2026-11-30T09:00:00', instant: null },
    });
  });

  it('has lists and tables, and is written in the form that was asked for', async () => {
    const row = (cells: readonly string[], y: number): DrawnText[] =>
      cells.map((text, index) => ({ text, x: 50 + index * 120, y }));
    const pdf: WrittenPdf = {
      pages: [
        [
          { text: 'What *you* need', x: 50, y: 740, size: 16 },
          ...lines(SECOND, { y: 720 }),
          { text: '•', x: 60, y: 690 },
          ...lines(['Corn, which is dry and was weighed before it came', 'to the mill.'], { x: 70, y: 690 }),
          { text: '• Time.', x: 60, y: 664 },
          ...row(['Year', 'Flour'], 630),
          ...row(['1901', '12 t'], 618),
          ...row(['1902', '9 t'], 606),
        ],
      ],
    };
    const items = '- Corn, which is dry and was weighed before it came to the mill.\n- Time.';
    const text = SECOND.join(' ');
    expect((await read(pdf)).title).toBe('What *you* need');
    expect(await paragraphs(pdf)).toEqual([text, items, 'Year | Flour\n1901 | 12 t\n1902 | 9 t']);
    const table = '| Year | Flour |\n| --- | --- |\n| 1901 | 12 t |\n| 1902 | 9 t |';
    expect(await paragraphs(pdf, 'markdown')).toEqual([text, items, table]);
  });

  it.each([
    ['one column after the other', (left: DrawnText[], right: DrawnText[]) => [...left, ...right]],
    [
      'line by line',
      (left: DrawnText[], right: DrawnText[]) => left.flatMap((one, index) => [one, right[index] ?? one]),
    ],
  ])('in two columns, written %s, is read one column after the other', async (_how, written) => {
    const left = lines(column('L'), { y: 690 });
    const right = lines(column('R'), { x: 320, y: 690 });
    const wide = 'A line across both of the columns, which stands above them and says what they are about.';
    const below = wide.replace('above', 'below');
    const found = await read({
      pages: [[{ text: wide, x: 50, y: 740 }, ...written(left, right), { text: below, x: 50, y: 560 }]],
    });
    const order = [wide, ...column('L'), ...column('R'), below];
    expect(found.text.replace(/\s+/g, ' ')).toBe(order.join(' '));
  });

  it('goes on across pages, without their headers, footers, numbers and stamps', async () => {
    const page = (texts: readonly string[], number: number): DrawnText[] => [
      { text: `Annual report of the mill, part ${number}`, x: 200, y: 780, size: 8 },
      { text: 'draft:2611.00042v1', x: 20, y: 300, upwards: true },
      ...lines(texts, { y: 740 }),
      { text: `Page ${number} of 2`, x: 280, y: 30 },
    ];
    expect(await paragraphs({ pages: [page(FIRST.slice(0, 2), 1), page(FIRST.slice(2), 2)] })).toEqual([
      expect.stringMatching(/^The mill .* and the bakers of three villages .* all day\.$/),
    ]);
  });

  it('keeps a line that is on one page only, and a year that stands alone', async () => {
    const texts = ['In this year the mill was built:', '1901', ...SECOND];
    const found = await read({ pages: [[...lines(texts, { y: 740 }), ...lines(FIRST, { y: 600 })]] });
    expect(found.text).toContain('1901');
    expect(found.text).toContain('In this year the mill was built:');
  });

  it.each([
    [
      'Greek',
      ['Ο μύλος στο ποτάμι αλέθει κάθε Κυριακή του χειμώνα, και το πρώτο αλεύ-', 'ρι πηγαίνει στο σχολείο.'],
      'Ο μύλος στο ποτάμι αλέθει κάθε Κυριακή του χειμώνα, και το πρώτο αλεύρι πηγαίνει στο σχολείο.',
    ],
    [
      'Russian',
      ['Мельница на реке работает каждое воскресенье зимы, и первый ме-', 'шок муки идёт в школу.'],
      'Мельница на реке работает каждое воскресенье зимы, и первый мешок муки идёт в школу.',
    ],
    [
      'Japanese',
      ['川の水車小屋は十二月から毎週日曜日に粉をひき、最初の一袋は村の学校へ', '届けられる。'],
      '川の水車小屋は十二月から毎週日曜日に粉をひき、最初の一袋は村の学校へ届けられる。',
    ],
    [
      'Hebrew',
      ['הטחנה על הנהר טוחנת בכל יום ראשון של החורף, ושק הקמח הראשון', 'הולך לבית הספר.'],
      'הטחנה על הנהר טוחנת בכל יום ראשון של החורף, ושק הקמח הראשון הולך לבית הספר.',
    ],
    [
      'Arabic in the forms of a font',
      ['ﺗﻄﺤﻦ اﻟﻄﺎﺣﻮﻧﺔ ﻋﻠﻰ اﻟﻨﻬﺮ ﻛﻞ ﻳﻮم أﺣﺪ ﻣﻦ ﺷﻬﺮ دﻳﺴﻤﺒﺮ وﻳﺬﻫﺐ أول ﻛﻴﺲ', 'ﻣﻦ اﻟﻄﺤﻴﻦ.'],
      'تطحن الطاحونة على النهر كل يوم أحد من شهر ديسمبر ويذهب أول كيس من الطحين.',
    ],
  ])('is read in %s', async (language, texts, whole) => {
    const rightToLeft = /Hebrew|Arabic/.test(language);
    const widest = Math.max(...texts.map((text) => text.length)) * 5;
    const drawn = texts.map((text, index) => {
      const x = rightToLeft ? 50 + widest - text.length * 5 : 50;
      return { text, x, y: 700 - index * 12, rightToLeft };
    });
    expect(await paragraphs({ pages: [drawn] })).toEqual([whole]);
  });
});

/** A document of one page with this content. */
function onePage(content: Uint8Array, resources = '', trailer = ''): Uint8Array {
  return pdfOf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << ${resources} >> >>`,
      content,
    ],
    trailer,
  );
}

describe('a PDF that cannot be read', () => {
  it('is reported if its pages are pictures', async () => {
    const scan = onePage(pdfStream('q 600 0 0 800 0 0 cm /I Do Q'));
    await expect(read(scan)).rejects.toMatchObject({
      code: 'pdf_without_text',
      message: expect.stringMatching(/No text was found in the PDF\. The pages of a scan.*send it as `text`/),
    });
  });

  it('is reported if its fonts do not say which characters they show', async () => {
    const font = `/Font << /F1 << /Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /90ms-RKSJ-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Own /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor << /Type /FontDescriptor /FontName /Own /Flags 4 >> >>] >> >>`;
    const unknown = onePage(pdfStream(`BT /F1 10 Tf 50 700 Td <${'82a0'.repeat(40)}> Tj ET`), font);
    await expect(read(unknown)).rejects.toMatchObject({
      code: 'pdf_without_text',
      message: expect.stringContaining('which characters its fonts show'),
    });
  });

  it('is reported if it needs a password', async () => {
    const id = randomBytes(16).toString('hex');
    const encrypt = `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${'a1'.repeat(32)}> /U <${'b2'.repeat(32)}> >> /ID [<${id}> <${id}>]`;
    await expect(read(onePage(pdfStream('BT ET'), '', encrypt))).rejects.toMatchObject({
      code: 'pdf_encrypted',
      message: expect.stringContaining('protected with a password'),
    });
  });

  it.each([
    ['what is called one but is none', Buffer.from('<html><p>Not found</p>')],
    ['one without pages', Buffer.from('%PDF-1.7\n%%EOF')],
    ['one that is cut short', writePdf({ pages: [lines(FIRST, { y: 700 })] }).subarray(0, 700)],
  ])('is reported as damaged: %s', async (_what, bytes) => {
    await expect(read(bytes)).rejects.toMatchObject({ code: 'pdf_damaged' });
  });
});
