import { expect, it } from 'vitest';
import { lineBlocks } from '../../src/backend/ingest/pdf/line-blocks.js';
import type { PdfItem } from '../../src/backend/ingest/pdf/open-pdf.js';
import { withoutFurniture } from '../../src/backend/ingest/pdf/page-furniture.js';
import { pageLines } from '../../src/backend/ingest/pdf/page-lines.js';
import { TEXT_FORMS } from '../../src/backend/ingest/text-form.js';
import { takesLinearTime } from '../support/growth/growth-in-time.js';

/** Runs of text. Quadratic work on 8,000 is 64,000,000 steps, more than the 20 ms that pass as negligible. */
const RUNS = 8_000;
const LIMIT_MS = 300_000;

interface Place {
  readonly x?: number;
  readonly y?: number;
  readonly text?: string;
  readonly size?: number;
  readonly turned?: boolean;
  readonly font?: string;
  readonly dir?: string;
}

/** Where each run of a page is, by its number and how many there are. */
const LAYOUTS: Readonly<Record<string, (index: number, all: number) => Place>> = {
  'all in one place': () => ({}),
  'one line': (index) => ({ x: index * 11 }),
  'one line of cells': (index) => ({ x: index * 60 }),
  'two lines of cells': (index, all) => ({ x: (index % (all / 2)) * 60, y: index < all / 2 ? 0 : -12 }),
  'two lines of cells that do not meet': (index, all) =>
    index < all / 2 ? { x: index * 60 } : { x: (index - all / 2) * 60 + 29, y: -12, text: 'b' },
  'one cell on each line': (index) => ({ y: index * -12 }),
  'two columns': (index) => ({
    x: (index % 2) * 300,
    y: Math.floor(index / 2) * -12,
    text: 'of wheels, stones and flour',
  }),
  'two columns, one after the other': (index, all) => ({
    x: index < all / 2 ? 0 : 300,
    y: (index % (all / 2)) * -12,
    text: 'of the wheels, the stones and the flour',
  }),
  'columns next to columns': (index) => ({
    x: (index % 64) * 200,
    y: Math.floor(index / 64) * -12,
    text: 'of wheels, stones and flour',
  }),
  'a staircase': (index) => ({ x: index * 3, y: index * -3 }),
  'ever larger letters': (index) => ({ y: index * -0.1, size: 10 + index }),
  'headings of each size': (index) => ({
    y: index * -40,
    size: 10 + (index % 500) / 2,
    text: `Part ${index}`,
  }),
  'a list': (index) => ({ y: index * -12, text: `${index % 900}. wheel` }),
  'bullets without texts': (index) => ({ y: index * -12, text: '•' }),
  'hyphens at each end': (index) => ({ y: index * -12, text: 'mill-' }),
  'a font for each': (index) => ({ y: index * -12, font: `f${index}` }),
  turned: (index) => ({ y: index * -12, turned: index % 2 === 0 }),
  'from the right': (index) => ({
    x: (index % 20) * 30,
    y: Math.floor(index / 20) * -12,
    text: 'שלום',
    dir: 'rtl',
  }),
};

function itemOf({ x = 0, y = 0, text = 'mill', size = 10, turned, font = 'f', dir = 'ltr' }: Place): PdfItem {
  const scales = turned ? [0, size, -size, 0] : [size, 0, 0, size];
  const width = text.length * size * 0.5;
  return { str: text, dir, transform: [...scales, x, y], width, height: size, fontName: font, isCode: false };
}

function read(items: readonly PdfItem[]): unknown {
  return lineBlocks(withoutFurniture([pageLines(items, 1)]).flat(), TEXT_FORMS.markdown);
}

it.each(Object.entries(LAYOUTS))(
  'reads a page of a PDF in linear time, whatever its layout: %s',
  (_, placeOf) => {
    const items = (count: number): readonly PdfItem[] =>
      Array.from({ length: count }, (_, index) => itemOf(placeOf(index, count)));
    expect(takesLinearTime(RUNS, items, read)).toBe(true);
  },
  LIMIT_MS,
);

it(
  'reads pages of a PDF in linear time, however many there are',
  () => {
    const pages = (count: number) =>
      Array.from({ length: count }, (_, page) => pageLines([itemOf({ text: `Page ${page}` })], page));
    expect(
      takesLinearTime(RUNS, pages, (all) => lineBlocks(withoutFurniture(all).flat(), TEXT_FORMS.simple)),
    ).toBe(true);
  },
  LIMIT_MS,
);
