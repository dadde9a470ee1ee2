import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bound, inRootSpan, inSpan, traceHeaders } from '../src/backend/base/tracing/tracer.js';
import { type Figure, median } from './figures.js';
import { rateOf } from './request-rate.js';
import { createKey, startBackend } from './started.js';

const ROUNDS = 9;
const REPEATS = 20_000;

/** Spans below a request: more than any request has, which makes a write, a few checks and some calls to a network. */
const SPANS = 20;

/**
 * What the places where spans begin cost a backend that does not trace: a request's worth of them, compared with the
 * quickest request that reads the database. The time has the work's own promises, so it is more than the cost.
 */
export async function tracingOff(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  const backend = await startBackend(folder);
  try {
    const headers = { authorization: `Bearer ${createKey(folder)}` };
    const [spans, requests]: [number[], number[]] = [[], []];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const took = await microsecondsOfSpans();
      const rate = await rateOf(backend.url, 200, () => ({ path: '/v1/me', method: 'GET', headers }));
      // In the first round, Node optimizes the code.
      if (round === 0) continue;
      spans.push(took);
      requests.push(1_000_000 / rate);
    }
    return [
      {
        name: `tracing turned off, ${SPANS} spans of a request`,
        value: median(spans),
        unit: 'µs',
        yardstick: { name: 'µs, GET /v1/me', value: median(requests) },
        budget: { atMost: 0.03 },
      },
    ];
  } finally {
    backend.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function microsecondsOfSpans(): Promise<number> {
  const begun = performance.now();
  let done = 0;
  for (let n = 0; n < REPEATS; n += 1) done += await spansOfRequest();
  const took = performance.now() - begun;
  if (done !== REPEATS * SPANS) throw new Error(`Some work was not done: ${done}`);
  return (took * 1_000) / REPEATS;
}

const work = (): Promise<number> => Promise.resolve(1);

function spansOfRequest(): Promise<number> {
  return inRootSpan(undefined, 'request', { kind: 'server' }, async () => {
    let done = 0;
    for (let n = 0; n < SPANS; n += 1)
      done += await inSpan('database write', { kind: 'client' }, bound(work));
    return Object.keys(traceHeaders()).length === 0 ? done : 0;
  });
}
