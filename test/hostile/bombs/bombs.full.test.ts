import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WatchedMachine } from '../../support/http/watched-machine.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { BareClient } from '../support/bare-client.js';
import { BOMBS, PAGE_BOMBS } from './tries.js';

/** The most that memory may grow by, in bytes: a few of the largest bodies that are allowed. */
const MAX_GROWTH = 300_000_000;

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

describe('a request that costs its sender little', () => {
  it('is refused or answered, and costs this backend no more than its limits', async () => {
    const before = process.memoryUsage().rss;
    const odd: string[] = [];
    for (const { name, method = 'GET', path, headers = [], body, statuses } of BOMBS) {
      const bytes = body?.();
      const sent = client.send({
        ...{ method, path },
        headers: [['authorization', `Bearer ${test.key}`], ...headers],
        ...(bytes !== undefined && { body: bytes }),
      });
      // A refusal may come, and end the connection, before everything was sent.
      const answer = await sent.catch((error: unknown) => {
        if (error instanceof Error && /EPIPE|ECONNRESET/.test(error.message)) return null;
        throw error;
      });
      const status = answer?.status ?? 413;
      const isFine = statuses?.includes(status) ?? (status >= 400 && status < 500);
      if (!isFine) odd.push(`${name}: ${status} ${answer?.body.slice(0, 200)}`);
    }
    expect(odd).toEqual([]);
    expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH);
    expect((await test.get('/v1/me')).status).toBe(200);
  });
});

describe('a page that is much larger than it looks', () => {
  it('is refused or read, and costs this backend no more than its limits', async () => {
    const before = process.memoryUsage().rss;
    const odd: string[] = [];
    for (const { name, coding, type = 'text/html', page } of PAGE_BOMBS) {
      site.answer = (_request, response) => {
        response.writeHead(200, { 'content-type': type, ...(coding && { 'content-encoding': coding }) });
        response.end(page());
      };
      const { status, body } = await test.post('/v1/sources/ingest', { url: `${site.origin}/page` });
      if (status >= 500) odd.push(`${name}: ${status} ${JSON.stringify(body)}`);
    }
    expect(odd).toEqual([]);
    expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH);
    expect((await test.get('/v1/me')).status).toBe(200);
  });
});
