import { expect, it } from 'vitest';
import {
  AWKWARD_TEXTS,
  type AwkwardText,
  awkwardText,
  WORST_TEXTS,
} from '../support/growth/awkward-texts.js';
import { takesLinearTime } from '../support/growth/growth-in-time.js';
import { THOROUGH } from '../support/thorough.js';
import { ignoringRefusals, READERS } from './readers.js';

/** Of every text in the full tier, and of the worst ones always. */
const LENGTH = 100_000;
/** Of the others in the quick tier. Quadratic work takes 36,000,000 steps. */
const SHORT_LENGTH = 6_000;

const LIMIT_MS = 300_000;

const lengthOf = (name: AwkwardText): number =>
  THOROUGH || WORST_TEXTS.includes(name) ? LENGTH : SHORT_LENGTH;

it.each(Object.entries(READERS))(
  'reads %s in linear time, whatever the text',
  (_, read) => {
    const superlinear = AWKWARD_TEXTS.filter(
      (name) =>
        !takesLinearTime(
          lengthOf(name),
          (length) => awkwardText(name, length),
          (text) => ignoringRefusals(() => read(text)),
        ),
    );
    expect(superlinear).toEqual([]);
  },
  LIMIT_MS,
);
