import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startBackend } from 'postrider/testing';
import { PLATFORMS } from '../src/contract/platforms.js';
import { AWKWARD_TEXTS, awkwardText } from '../test/support/growth/awkward-texts.js';
import type { Figure } from './figures.js';

const REQUEST_BYTES = 95_000;
/** The least of the rounds is reported: other load on the machine only adds time. */
const ROUNDS = 3;
/** Resolution of the measurement in milliseconds. It is part of every delay. */
const RESOLUTION_MS = 1;
const BUDGET_MS = 100;
/** How many of the worst texts are named. */
const NAMED = 5;

/** What a request with a text is, by the name of its figure. */
const REQUESTS: Readonly<Record<string, (text: string) => readonly [path: string, body: object]>> = {
  'POST /v1/posts/validate': (text) => ['/v1/posts/validate', { platforms: PLATFORMS, text }],
  'POST /v1/posts': (text) => ['/v1/posts', { platforms: PLATFORMS, text, scheduleMode: 'draft' }],
  'POST /v1/posts, title and link': (text) => [
    '/v1/posts',
    { platforms: PLATFORMS, text: 'a', overrides: [{ target: 'pinterest', title: text, link: text }] },
  ],
  'POST /v1/posts/validate, a thread': (text) => [
    '/v1/posts/validate',
    {
      platforms: PLATFORMS,
      text: 'a',
      overrides: PLATFORMS.map((target) => ({ target, thread: parts(text) })),
    },
  ],
};

/** How long a request of 95 KB keeps everything else waiting, with the text that takes the longest. */
export async function stalls(): Promise<Figure[]> {
  const backend = await startBackend();
  try {
    const headers = { authorization: `Bearer ${backend.apiKey}`, 'content-type': 'application/json' };
    const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    delay.enable();
    const stallOf = async (path: string, body: object): Promise<number> => {
      const sent = JSON.stringify(body);
      let least = Number.POSITIVE_INFINITY;
      for (let round = 0; round < ROUNDS && (round === 0 || least > BUDGET_MS / 5); round += 1) {
        delay.reset();
        const begun = process.cpuUsage();
        const answer = await fetch(`${backend.url}${path}`, { method: 'POST', headers, body: sent });
        await answer.arrayBuffer();
        if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}.`);
        // What kept the process waiting, without the time that it waited for a processor.
        const { user, system } = process.cpuUsage(begun);
        least = Math.min(least, delay.max / 1e6 - RESOLUTION_MS, (user + system) / 1000);
      }
      return least;
    };
    const figures: Figure[] = [];
    for (const [name, requestOf] of Object.entries(REQUESTS)) {
      await stallOf(...requestOf('warm up'));
      const found: { readonly text: string; readonly ms: number }[] = [];
      for (const text of AWKWARD_TEXTS) {
        found.push({ text, ms: await stallOf(...requestOf(fitted(text, requestOf))) });
      }
      found.sort((one, other) => other.ms - one.ms);
      const worst = found.slice(0, NAMED).map(({ text, ms }) => `${text} ${ms.toFixed(0)} ms`);
      console.error(`  ${name}: ${worst.join(', ')}`);
      figures.push({
        name: `longest stall, ${name}, 95 KB`,
        value: found[0]?.ms ?? Number.NaN,
        unit: 'ms',
        budget: { atMost: BUDGET_MS },
      });
    }
    return figures;
  } finally {
    await backend.stop();
  }
}

/** A text of one kind with which the request has 95 KB. */
function fitted(
  name: (typeof AWKWARD_TEXTS)[number],
  requestOf: (text: string) => readonly [path: string, body: object],
): string {
  const sample = awkwardText(name, 10_000);
  const bytes = Buffer.byteLength(JSON.stringify(requestOf(sample)));
  return awkwardText(name, Math.floor((sample.length * REQUEST_BYTES) / bytes));
}

function parts(text: string): string[] {
  const length = Math.ceil(text.length / 20);
  return Array.from({ length: 20 }, (_, index) => text.slice(index * length, (index + 1) * length)).filter(
    (part) => part !== '',
  );
}
