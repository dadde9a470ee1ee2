import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectGarbage } from '../../support/collect-garbage.js';
import { WatchedMachine } from '../../support/http/watched-machine.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { BareClient } from '../support/bare-client.js';
import { BOMBS, PAGE_BOMBS } from './tries.js';

/** The most that memory may grow by for one request, in bytes: a few of the largest bodies that are allowed. */
const MAX_FOR_ONE = 150_000_000;

/**
 * How often a request is tried before it counts as costly. Garbage that waits to be collected varies from try to try;
 * what the request needs does not.
 */
const MAX_TRIES = 3;

/** The most that may still be held after all of them, in bytes. */
const MAX_HELD = 50_000_000;

let test: BackendUnderTest;
let client: BareClient;
const site = new WatchedMachine();

beforeAll(async () => {
  await site.start();
  const fetching = { allowedOrigins: new Set([site.origin]), proxy: null };
  test = await BackendUnderTest.start({ fetching });
  client = new BareClient(test.backend.port);
});
afterAll(async () => {
  client?.close();
  await test?.close();
  await site.stop();
});

/** What requests cost in memory, apart from what is only waiting to be collected. */
class MemoryOfRequests {
  /** Names and bytes of the requests that cost too much. */
  readonly costly: string[] = [];
  readonly #heldBefore = MemoryOfRequests.#held();

  async watch<T>(name: string, request: () => Promise<T>): Promise<T> {
    collectGarbage();
    // Every try is compared with before the first one, because the second reuses what the first left behind.
    const before = process.memoryUsage.rss();
    const growths: number[] = [];
    for (;;) {
      const answer = await request();
      growths.push(process.memoryUsage.rss() - before);
      const growth = Math.min(...growths);
      if (growth <= MAX_FOR_ONE) return answer;
      if (growths.length === MAX_TRIES) {
        this.costly.push(`${name}: ${growth} bytes`);
        return answer;
      }
      collectGarbage();
    }
  }

  /** @returns bytes in use that were not in use before the first request */
  stillHeld(): number {
    return MemoryOfRequests.#held() - this.#heldBefore;
  }

  static #held(): number {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  }
}

describe('a request that costs its sender little', () => {
  it('is refused or answered, and costs this backend no more than its limits', async () => {
    const memory = new MemoryOfRequests();
    const odd: string[] = [];
    for (const { name, method = 'GET', path, headers = [], body, statuses } of BOMBS) {
      const bytes = body?.();
      const send = () =>
        client.send({
          ...{ method, path },
          headers: [['authorization', `Bearer ${test.key}`], ...headers],
          ...(bytes !== undefined && { body: bytes }),
        });
      // A refusal may come, and end the connection, before everything was sent.
      const answer = await memory.watch(name, send).catch((error: unknown) => {
        if (error instanceof Error && /EPIPE|ECONNRESET/.test(error.message)) return null;
        throw error;
      });
      const status = answer?.status ?? 413;
      const isFine = statuses?.includes(status) ?? (status >= 400 && status < 500);
      if (!isFine) odd.push(`${name}: ${status} ${answer?.body.slice(0, 200)}`);
    }
    expect(odd).toEqual([]);
    expect(memory.costly).toEqual([]);
    expect(memory.stillHeld()).toBeLessThan(MAX_HELD);
    expect((await test.get('/v1/me')).status).toBe(200);
  });
});

describe('a page that is much larger than it looks', () => {
  it('is refused or read, and costs this backend no more than its limits', async () => {
    const memory = new MemoryOfRequests();
    const odd: string[] = [];
    for (const { name, coding, type = 'text/html', page } of PAGE_BOMBS) {
      // Created before memory is measured, because packing it takes more than reading it.
      const sent = page();
      site.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': type, ...(coding && { 'content-encoding': coding }) });
        response.end(sent);
      };
      const ingest = () => test.post('/v1/sources/ingest', { url: `${site.origin}/page` });
      const { status, body } = await memory.watch(name, ingest);
      if (status >= 500) odd.push(`${name}: ${status} ${JSON.stringify(body)}`);
    }
    expect(odd).toEqual([]);
    expect(memory.costly).toEqual([]);
    expect(memory.stillHeld()).toBeLessThan(MAX_HELD);
    expect((await test.get('/v1/me')).status).toBe(200);
  });
});
