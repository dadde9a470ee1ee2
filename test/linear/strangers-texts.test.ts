import { expect, it } from 'vitest';
import { countGraphemes } from '../../src/networks/count/graphemes.js';
import { AWKWARD_TEXTS, awkwardText } from '../support/growth/awkward-texts.js';
import { takesLinearTime } from '../support/growth/growth-in-time.js';
import { THOROUGH } from '../support/thorough.js';
import { ignoringRefusals, PAGE_READERS, READERS, type Reader } from './readers.js';

/** Quadratic work takes 36,000,000 steps; in the full tier 10,000,000,000. */
const LENGTH = THOROUGH ? 100_000 : 6_000;
/** The segmenter's quadratic part shows only in longer texts. */
const COUNTED_LENGTH = 100_000;
const PAGE_LENGTH = THOROUGH ? 50_000 : 4_000;

const LIMIT_MS = 300_000;

/** The texts for which a reader takes longer than in proportion to their length. */
function superlinearIn(read: Reader, length: number): string[] {
  return AWKWARD_TEXTS.filter(
    (name) =>
      !takesLinearTime(
        length,
        (size) => awkwardText(name, size),
        (text) => ignoringRefusals(() => read(text)),
      ),
  );
}

it.each(Object.entries(READERS))(
  'reads %s in linear time, whatever the text',
  (_, read) => {
    expect(superlinearIn(read, LENGTH)).toEqual([]);
  },
  LIMIT_MS,
);

it.each(Object.entries(PAGE_READERS))(
  'reads %s in linear time, whatever the text',
  (_, read) => {
    expect(superlinearIn(read, PAGE_LENGTH)).toEqual([]);
  },
  LIMIT_MS,
);

it(
  'counts the characters that people see in linear time, whatever the text',
  () => {
    expect(superlinearIn(countGraphemes, COUNTED_LENGTH)).toEqual([]);
  },
  LIMIT_MS,
);
