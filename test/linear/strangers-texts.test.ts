import { expect, it } from 'vitest';
import { AWKWARD_TEXTS, awkwardText, WORST_TEXTS } from '../support/growth/awkward-texts.js';
import { takesLinearTime } from '../support/growth/growth-in-time.js';
import { THOROUGH } from '../support/thorough.js';
import { ignoringRefusals, READERS } from './readers.js';

/** Quadratic work on 25,000 units is 625,000,000 steps, far more than the 25 ms that pass as negligible. */
const LENGTH = THOROUGH ? 100_000 : 25_000;
const LIMIT_MS = 300_000;

const TEXTS = THOROUGH ? AWKWARD_TEXTS : WORST_TEXTS;

it.each(Object.entries(READERS))(
  'reads %s in linear time, whatever the text',
  (_, read) => {
    const superlinear = TEXTS.filter(
      (name) =>
        !takesLinearTime(
          LENGTH,
          (length) => awkwardText(name, length),
          (text) => ignoringRefusals(() => read(text)),
        ),
    );
    expect(superlinear).toEqual([]);
  },
  LIMIT_MS,
);
