import { describe, expect, it } from 'vitest';
import { figureOutcome } from './figure-outcome.js';
import type { Verdict } from './verdict.js';

const SENT = { networkPostId: '1', url: 'https://x.example/1', adopted: false };
const published = (more: object = {}): Verdict => ({ kind: 'published', delivered: { ...SENT, ...more } });

describe('the outcome among the figures', () => {
  it.each([
    ['what was sent', published(), false, false, 'published'],
    ['what was sent again after a look-up', published(), true, false, 'published'],
    ['what a look-up found', published({ adopted: true }), true, false, 'found'],
    ['what a check found', published({ adopted: true }), true, true, 'found'],
    ['a draft sent to an inbox', published({ inInbox: true }), false, false, 'in_inbox'],
    ['a draft that is still in the inbox', published({ inInbox: true, adopted: true }), true, true, 'found'],
    ['what was given back', { kind: 'early', until: 1 } as const, false, false, 'early'],
  ])('of %s', (_, verdict, wasInDoubt, lookUpOnly, outcome) => {
    expect(figureOutcome(verdict, wasInDoubt, lookUpOnly)).toBe(outcome);
  });
});
