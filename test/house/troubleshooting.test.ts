import { describe, expect, it } from 'vitest';
import { SPOKEN_TROUBLES } from '../../scripts/shipping/spoken-troubles.js';
import { read } from './sources.js';

/** A pattern for a heading in the source. An ellipsis stands for interpolated values. */
function patternOf(says: string): RegExp {
  const put = String.raw`(?:[^'"\`\n]{0,4}\$\{[^\n]{1,160}?\}[^'"\`\n]{0,4}?)+`;
  const pieces = says
    .replace(/\.$/, '')
    .split('…')
    .map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(pieces.join(put));
}

describe('the troubleshooting page', () => {
  it.each(SPOKEN_TROUBLES.map((trouble) => [trouble.says, trouble] as const))(
    'contains this message word for word: %s',
    (says, { from }) => {
      expect(read(from)).toMatch(patternOf(says));
    },
  );
});
