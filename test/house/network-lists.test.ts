import { expect, it } from 'vitest';
import { PLATFORM_NAMES, PLATFORMS } from '../../src/contract/platforms.js';
import { read, sourcesBelow } from './sources.js';

/** Rooms that no network has files in. */
const ROOMS = ['src/contract', 'src/mcp', 'src/cli', 'src/client', 'src/time', 'src/backend/dashboard'];
const MORE = ['src/backend/domain', 'src/backend/http', 'src/networks/preflight', 'src/networks/count'];

/** Two networks in a row, as names or as ids. */
const LISTS = [Object.values(PLATFORM_NAMES), PLATFORMS].map(
  (names) => new RegExp(`\\b(?:${names.join('|')})(?:, | and | or )(?:${names.join('|')})\\b`),
);

it('no text lists networks by hand, so that a new one is in every list', () => {
  const found = [...ROOMS, ...MORE].flatMap(sourcesBelow).flatMap((path) =>
    read(path)
      .split('\n')
      .filter((line) => !/^\s*(?:\*|\/\/|\/\*\*)/.test(line) && LISTS.some((list) => list.test(line)))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
