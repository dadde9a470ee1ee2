import { startBackend } from 'postrider/testing';
import { type Figure, median } from './figures.js';

const ROUNDS = 15;

/** What a test waits for: its own backend, its own workspace, and a published post. */
export async function testBackend(): Promise<Figure[]> {
  const started: number[] = [];
  const workspaces: number[] = [];
  const seen: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    let begun = performance.now();
    const backend = await startBackend();
    const lap = (): number => {
      const now = performance.now();
      const took = now - begun;
      begun = now;
      return took;
    };
    const times = [lap()];
    const { client, posts } = await backend.workspace();
    times.push(lap());
    await client.posts.create({ platform: 'mastodon', text: 'Hello', scheduleMode: 'now' });
    await posts.waitFor({ text: 'Hello' });
    times.push(lap());
    await backend.stop();
    // The first round loads modules, which all tests in a process share.
    if (round === 0) continue;
    for (const [index, all] of [started, workspaces, seen].entries()) all.push(times[index] ?? Number.NaN);
  }
  return [
    { name: 'test backend, start', value: median(started), unit: 'ms', budget: { atMost: 200 } },
    { name: 'test backend, new workspace', value: median(workspaces), unit: 'ms', budget: { atMost: 100 } },
    { name: 'test backend, publish a post', value: median(seen), unit: 'ms' },
  ];
}
