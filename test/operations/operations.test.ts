import { expect, it } from 'vitest';
import { unsuccessful } from './counts.js';
import { walk } from './walk.js';

it('every operation answers generated requests as the OpenAPI description says, and succeeds', {
  timeout: 120_000,
}, async () => {
  const { counts, findings } = await walk({ seed: 1, requests: 50 });
  expect(findings.map(({ text }) => text).slice(0, 5)).toEqual([]);
  expect(unsuccessful(counts)).toEqual([]);
});
