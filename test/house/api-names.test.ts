import { expect, it } from 'vitest';
import { read, sourcesBelow } from './sources.js';

/** A request in a text, with what stands before it. */
const REQUEST = /(.?)\b(?:GET|POST|PUT|PATCH|DELETE) \/(?:v1|openapi)/g;

/** Rooms whose messages reach the terminal, the dashboard and the tools, which replace what is in backticks. */
const SPEAKING = [
  'src/backend/domain',
  'src/backend/http',
  'src/backend/operations',
  'src/networks',
  'src/time',
];

it('messages put requests in backticks', () => {
  const bare = SPEAKING.flatMap(sourcesBelow).flatMap((path) =>
    read(path)
      .split('\n')
      .filter((line) => !/^\s*(?:\*|\/\/|\/\*\*)/.test(line))
      .flatMap((line) => [...line.matchAll(REQUEST)].filter(([, before]) => before !== '`'))
      .map(([request]) => `${path}: ${request}`),
  );
  expect(bare).toEqual([]);
});
