import { expect, it } from 'vitest';
import { countOf, HOSTILE_CLASSES } from './classes.js';

it.each(HOSTILE_CLASSES.map((one) => [one.name, one] as const))('%s: no try is counted twice', (_, one) => {
  const names = one.tries.flatMap((list, index) => list.map(({ name }) => `${index} ${name}`));
  const seen = new Set<string>();
  const twice = names.filter((name) => seen.size === seen.add(name).size);
  expect(twice).toEqual([]);
  expect(countOf(one)).toBeGreaterThan(0);
});
