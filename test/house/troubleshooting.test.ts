import { describe, expect, it } from 'vitest';
import { SPOKEN_TROUBLES } from '../../scripts/shipping/spoken-troubles.js';
import { read } from './sources.js';

/** A heading as the source writes it: an ellipsis stands for one or more values that are put in. */
function patternOf(says: string): RegExp {
  const put = String.raw`(?:[^'"\`\n]{0,4}\$\{[^\n]{1,160}?\}[^'"\`\n]{0,4}?)+`;
  const pieces = says
    .replace(/\.$/, '')
    .split('…')
    .map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(pieces.join(put));
}

describe('the page of troubleshooting', () => {
  it.each(SPOKEN_TROUBLES.map((trouble) => [trouble.says, trouble] as const))(
    'tells of what is said word for word: %s',
    (says, { from }) => {
      expect(read(from)).toMatch(patternOf(says));
    },
  );
});
