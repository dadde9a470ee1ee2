import { describe, expect, it } from 'vitest';
import { ruleGroupsOf } from '../../scripts/shipping/network-rows.js';
import { PLATFORMS } from '../../src/contract/platforms.js';
import { RULES } from '../../src/networks/rules.js';

/** Every number in a network's rules. */
function figuresIn(value: unknown): object[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('confidence' in value && 'source' in value) return [value];
  return Object.values(value).flatMap(figuresIn);
}

describe('the networks page', () => {
  it.each(PLATFORMS)('shows every number of %s', (platform) => {
    const shown = new Set<unknown>(
      ruleGroupsOf(RULES[platform]).flatMap(({ rows }) => rows.map((row) => row.figure)),
    );
    expect(figuresIn(RULES[platform]).filter((figure) => !shown.has(figure))).toEqual([]);
  });
});
