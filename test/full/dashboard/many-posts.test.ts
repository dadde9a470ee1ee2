import { afterAll, beforeAll, expect, it } from 'vitest';
import { BackendUnderTest } from '../../support/running-backend.js';
import { Visitor } from '../../support/visitor.js';

const POSTS = 10_000;
const BATCH = 100;
const TURNS = 7;

/** How much longer a page may take with 10,000 posts than with 100. */
const MAX_RATIO = 4;

/** Measurement noise on a busy machine, in milliseconds. */
const NOISE_MS = 60;

/** The budget on an idle machine, in milliseconds. A busy machine gets five times that. */
const BUDGET_MS = 300;

let few: BackendUnderTest;
let many: BackendUnderTest;
let visitors: readonly [Visitor, Visitor];
beforeAll(async () => {
  few = await BackendUnderTest.start();
  many = await BackendUnderTest.start();
  await fill(few, BATCH);
  await fill(many, POSTS);
  visitors = [await Visitor.signedIn(few), await Visitor.signedIn(many)];
});
afterAll(async () => {
  await few?.close();
  await many?.close();
});

async function fill(test: BackendUnderTest, count: number): Promise<void> {
  for (let made = 0; made < count; made += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, n) => ({
      text: `Post number ${made + n} of Fernhill Coffee`,
      platform: 'bluesky',
      scheduleMode: 'draft',
      ...(n % 2 === 0 && { proposed: { scheduleMode: 'now' } }),
    }));
    const answers = await Promise.all(batch.map((post) => test.post('/v1/posts', post)));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
  }
}

it.each(['/posts', '/posts?status=draft', '/posts?rows=300', '/', '/activity', '/calendar'])(
  `opens %s with ${POSTS} posts about as fast as with ${BATCH}`,
  async (path) => {
    const times: [number[], number[]] = [[], []];
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const which of [0, 1] as const) {
        const startedAt = performance.now();
        expect((await visitors[which].open(path)).status).toBe(200);
        times[which].push(performance.now() - startedAt);
      }
    }
    const [before, after] = times.map((all) => all.sort((one, two) => one - two)[TURNS >> 1] ?? 0);
    console.info(`${path}: ${after?.toFixed(0)} ms with ${POSTS}, ${before?.toFixed(0)} ms with ${BATCH}`);
    expect(after).toBeLessThan((before ?? 0) * MAX_RATIO + NOISE_MS);
    expect(after).toBeLessThan(BUDGET_MS * 5);
  },
);
