import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { DiskSpace, isNearlyFull } from './disk-space.js';

const GB = 1024 ** 3;

it.each([
  ['a small disk by its size', 0.4 * GB, 10 * GB, false, true],
  ['a small disk with 6 %', 0.6 * GB, 10 * GB, false, false],
  ['a large disk by bytes', 0.9 * GB, 4_000 * GB, false, true],
  ['a large disk with 2 GB', 2 * GB, 4_000 * GB, false, false],
  ['a disk that was, until half as much again is free', 1.4 * GB, 4_000 * GB, true, true],
  ['a disk that was, with enough', 1.6 * GB, 4_000 * GB, true, false],
] as const)('%s', (_what, free, size, was, expected) => {
  expect(isNearlyFull(free, size, was)).toBe(expected);
});

it('reads the disk of a folder, and knows none of data in memory or of a folder that is gone', async () => {
  expect(await new DiskSpace(tmpdir()).look()).toMatchObject({ free: expect.stringMatching(/^[\d,]+ MB$/) });
  expect(await new DiskSpace(':memory:').look()).toBeNull();
  expect(await new DiskSpace('/nowhere/at/all').look()).toBeNull();
});
