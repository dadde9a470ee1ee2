import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { AccountPage } from '../../../contract/accounts/accounts.js';
import { Counter, Histogram } from '../../base/figures.js';

let test: BackendUnderTest;
let address: string;
beforeAll(async () => {
  test = await BackendUnderTest.start({ metrics: { port: 0 } });
  address = test.backend.metricsUrl ?? '';
});
afterAll(() => test.close());

/** The samples, by name and labels. @throws if a line is not of the text format */
async function figures(): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(address);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const samples = new Map<string, number>();
  const described = new Set<string>();
  const lines = (await response.text()).split('\n');
  expect(lines.pop()).toBe('');
  for (const line of lines) {
    const [, name] = /^# TYPE ([a-z_0-9]+) (?:counter|gauge|histogram)$/.exec(line) ?? [];
    if (name !== undefined) described.add(name);
    if (line.startsWith('#')) continue;
    const [, sample = '', value] = /^([a-z_0-9]+(?:\{(?:\w+="[^"]*",?)*\})?) (\d[\d.e+-]*)$/.exec(line) ?? [];
    expect(sample, line).not.toBe('');
    expect(samples.has(sample), `${sample} twice`).toBe(false);
    const family = sample.replace(/\{.*/, '').replace(/_(?:bucket|sum|count)$/, '');
    expect(described.has(family) || described.has(sample.replace(/\{.*/, '')), line).toBe(true);
    samples.set(sample, Number(value));
  }
  return samples;
}

async function asked(method: string, path: string, host: string): Promise<number | undefined> {
  const sent = request(new URL(path, address), { method, headers: { host } }).end();
  const [answer] = await once(sent, 'response');
  answer.resume();
  return answer.statusCode;
}

describe('the figures of a backend', () => {
  it('count what was published, with its network and outcome', async () => {
    const { body } = await test.get<AccountPage>('/v1/accounts');
    const [bluesky] = body.data.filter(({ platform }) => platform === 'bluesky');
    const post = { text: 'Counted', accountIds: [bluesky?.id], scheduleMode: 'now' };
    const { status } = await test.post('/v1/posts', post);
    expect(status).toBe(201);
    await test.backend.runDue();
    const now = await figures();
    const of = 'platform="bluesky",network="simulated"';
    expect(now.get(`postrider_attempts_total{kind="post",${of},outcome="published"}`)).toBe(1);
    expect(now.get(`postrider_accounts{${of},health="healthy"}`)).toBe(1);
    expect(now.get('postrider_due_jobs{queue="posts"}')).toBe(0);
    expect(now.get('postrider_check_ok{check="database"}')).toBe(1);
  });

  it('name routes, never what strangers or people wrote', async () => {
    await test.get('/v1/posts/post_of_a_stranger');
    await test.get('/v1/nowhere_at_all');
    const url = `http://127.0.0.1:${test.backend.port}/healthz`;
    const odd = request(url, { method: 'PROPFIND' }).end();
    (await once(odd, 'response'))[0].resume();
    const now = await figures();
    expect(now.get('postrider_http_requests_total{method="GET",route="/v1/posts/{id}",status="404"}')).toBe(
      1,
    );
    expect(now.get('postrider_http_requests_total{method="GET",route="none",status="404"}')).toBe(1);
    expect([...now.keys()].join('\n')).not.toMatch(/stranger|nowhere|PROPFIND|northwind|acc_|post_/);
  });

  it('are at their own address only, for requests that name it', async () => {
    expect((await fetch(`http://127.0.0.1:${test.backend.port}/metrics`)).status).toBe(404);
    const { host } = new URL(address);
    expect(await asked('GET', '/metrics', host)).toBe(200);
    expect(await asked('GET', '/metrics', 'rebound.example')).toBe(403);
    expect(await asked('POST', '/metrics', host)).toBe(405);
    expect(await asked('GET', '/v1/posts', host)).toBe(404);
  });
});

describe('the text format', () => {
  it('escapes labels', () => {
    const counter = new Counter('things_total', 'Things.');
    counter.add({ name: 'a"b\\c\nd' });
    expect(counter.lines()).toEqual([
      '# HELP things_total Things.',
      '# TYPE things_total counter',
      'things_total{name="a\\"b\\\\c\\nd"} 1',
    ]);
  });

  it('adds up buckets', () => {
    const times = new Histogram('times_seconds', 'Times.', [0.1, 1]);
    for (const seconds of [0.05, 0.5, 2]) times.observe(seconds, {});
    expect(times.lines().slice(2)).toEqual([
      'times_seconds_bucket{le="0.1"} 1',
      'times_seconds_bucket{le="1"} 2',
      'times_seconds_bucket{le="+Inf"} 3',
      'times_seconds_sum 2.55',
      'times_seconds_count 3',
    ]);
  });
});
