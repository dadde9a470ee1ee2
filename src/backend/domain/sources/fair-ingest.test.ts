import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { INGEST_PATH, IngestHarness } from '../../../../test/support/ingest-harness.js';
import { until } from '../../../../test/support/until.js';
import { MAX_INGEST_MS } from '../../../contract/time-limits.js';

let harness: IngestHarness;
const endings: (() => void)[] = [];

beforeAll(async () => {
  harness = await IngestHarness.open();
});
afterEach(() => void vi.useRealTimers());
afterAll(() => harness.close());

it('one workspace has a few pages in progress, more are refused at once, and others are not delayed', async () => {
  const url = harness.site.on('/silent', (_request, response) => {
    endings.push(() => response.writeHead(200, { 'content-type': 'text/plain' }).end('Open on Sundays.'));
  });
  const all = Array.from({ length: 13 }, () => harness.service.post(INGEST_PATH, { url }));
  await until(() => endings.length === 4);

  // All others wait for pages that do not arrive.
  const refused = await Promise.race(all);
  expect([refused.status, refused.body['code']]).toEqual([429, 'workspace_busy']);
  expect(refused.body['detail']).toContain('already has 12 pages and texts in progress or waiting');
  expect(refused.headers.get('retry-after')).toBe('8');

  const key = await harness.otherWorkspaceKey();
  const other = await harness.service.post(INGEST_PATH, { text: 'Open daily.' }, { key });
  expect(other.status).toBe(201);
  expect(endings).toHaveLength(4);

  for (let answered = 0; answered < 12; answered += 1) {
    await until(() => endings.length > answered);
    endings[answered]?.();
  }
  const statuses = (await Promise.all(all)).map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(12).fill(201), 429]);
});

it('a request that its client gives up leaves the queue', async () => {
  endings.length = 0;
  const gone = new AbortController();
  const { url: base } = harness.service.backend;
  const url = `${harness.site.origin}/silent`;
  const sending = Array.from({ length: 12 }, () =>
    fetch(`${base}${INGEST_PATH}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${harness.service.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url }),
      signal: gone.signal,
    }),
  );
  const all = Promise.allSettled(sending);
  await until(() => endings.length === 4);
  gone.abort();
  expect((await all).map(({ status }) => status)).toEqual(Array(12).fill('rejected'));
  await until(async () => {
    const { status } = await harness.service.post(INGEST_PATH, { text: 'Open on Sundays.' });
    return status === 201;
  });
  expect(endings).toHaveLength(4);
});

it('of many requests for a slow page, all are answered in time: the begun ones and those that never began', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const dripping = new Set<ServerResponse>();
  let begun = 0;
  const url = harness.site.on('/drip', (_request, response) => {
    begun += 1;
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write('<p>Open');
    dripping.add(response);
    response.once('close', () => dripping.delete(response));
  });
  let passed = 0;
  const all = Array.from({ length: 12 }, async () => {
    const answer = await harness.service.post(INGEST_PATH, { url });
    return { ...answer, after: passed };
  });
  await until(() => begun === 4);
  for (; passed < MAX_INGEST_MS; passed += 1_000) {
    for (const response of dripping) response.write('.');
    await pause(5);
    vi.advanceTimersByTime(1_000);
    await pause(5);
  }
  await until(() => dripping.size === 0);

  const answers = await Promise.all(all);
  const late = answers.filter(({ after }) => after >= MAX_INGEST_MS);
  expect(late).toEqual([]);
  const slow = answers.filter(({ body }) => body['code'] === 'url_unavailable');
  const waiting = answers.filter(({ body }) => body['code'] === 'workspace_busy');
  expect([begun, slow.length, waiting.length]).toEqual([8, 8, 4]);
  for (const { status, headers, body } of waiting) {
    expect([status, headers.get('retry-after')]).toEqual([429, '8']);
    expect(body['detail']).toContain('other pages and texts in progress took long');
  }
});
