import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Collector } from '../../../../../test/support/otlp/collector.js';
import { until } from '../../../../../test/support/until.js';
import { systemClock } from '../../../base/clock.js';
import { Figures } from '../../../base/figures.js';
import { createLog } from '../../../base/log.js';
import type { EndedSpan } from '../../../base/tracing/span.js';
import { SpanExporter } from './span-exporter.js';

let collector: Collector;
let figures: Figures;
let lines: string[];
beforeEach(async () => {
  collector = await Collector.start();
  figures = new Figures();
  lines = [];
});
afterEach(() => collector.close());

const span = (name = 'a span'): EndedSpan => ({
  context: {
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    sampled: true,
    state: '',
  },
  parent: null,
  name,
  kind: 'internal',
  startedAt: 1_796_000_000_000.25,
  endedAt: 1_796_000_000_001.75,
  attributes: { text: 'x'.repeat(1_000), whole: 3, broken: 0.5, yes: true },
  links: [],
  failed: false,
});

function exporter(url = `${collector.url}/v1/traces`, timeoutMs = 10_000): SpanExporter {
  return new SpanExporter({
    ...{ url, timeoutMs, clock: systemClock, spans: figures.spans },
    headers: { authorization: 'Bearer a-secret-of-the-collector' },
    resource: { 'service.name': 'postrider' },
    log: createLog({ destination: { write: (line) => void lines.push(line) }, pretty: false }),
    random: () => 0,
    pauses: { batch: 5, first: 1 },
  });
}

const count = (outcome: string): number => {
  const line = figures.spans.lines().find((one) => one.includes(`outcome="${outcome}"`));
  return Number(line?.split(' ').at(-1) ?? 0);
};

describe('spans', () => {
  it('are sent in batches that are valid OTLP, with the headers of the operator', async () => {
    const sender = exporter();
    for (let n = 0; n < 600; n += 1) sender.add(span());
    await until(() => count('exported') === 600);
    expect(collector.faults).toEqual([]);
    expect(collector.requests.length).toBeGreaterThan(1);
    expect(collector.requests[0]).toMatchObject({
      path: '/v1/traces',
      headers: { authorization: 'Bearer a-secret-of-the-collector', 'content-type': 'application/json' },
    });
    expect(collector.spans[0]).toMatchObject({
      startTimeUnixNano: '1796000000000250000',
      endTimeUnixNano: '1796000000001750000',
      facts: { text: 'x'.repeat(256), whole: 3, broken: 0.5, yes: true },
    });
    await sender.close(1_000);
  });

  it('are dropped, the oldest first, while the collector is away', async () => {
    const sender = exporter();
    let answer: (() => void) | undefined;
    collector.respond = (response) => {
      answer = () => response.writeHead(200).end('{}');
    };
    sender.add(span('first batch'));
    await until(() => answer !== undefined);
    for (let n = 0; n < 3_000; n += 1) sender.add(span(`span ${n}`));
    expect(sender.waiting).toBe(2_048);
    expect(count('dropped')).toBe(952);
    collector.respond = (response) => void response.writeHead(200).end('{}');
    answer?.();
    await sender.close(5_000);
    expect(collector.spans.map(({ name }) => name).slice(0, 2)).toEqual(['first batch', 'span 952']);
    expect(count('exported')).toBe(2_049);
  });

  it.each([429, 502, 503, 504])('are sent again after %i, when the collector says so', async (status) => {
    let asked = 0;
    collector.respond = (response) => {
      asked += 1;
      if (asked === 1) response.writeHead(status, { 'retry-after': '0' }).end();
      else response.writeHead(200).end('{}');
    };
    const sender = exporter();
    sender.add(span());
    await until(() => count('exported') === 1);
    expect(collector.spans.map(({ spanId }) => spanId)).toEqual(Array(2).fill(collector.spans[0]?.spanId));
    await sender.close(1_000);
  });

  it('wait as long as Retry-After asks, and are sent once more at the end', async () => {
    collector.respond = (response) => void response.writeHead(429, { 'retry-after': '86400' }).end();
    const sender = exporter();
    sender.add(span());
    await until(() => lines.length === 1);
    expect(collector.requests).toHaveLength(1);
    collector.respond = (response) => void response.writeHead(200).end('{}');
    await sender.close(5_000);
    expect(count('exported')).toBe(1);
  });

  it.each([400, 401, 404, 500])('are not sent again after %i', async (status) => {
    collector.respond = (response) => void response.writeHead(status).end('refused');
    const sender = exporter();
    sender.add(span());
    await until(() => count('failed') === 1);
    expect(collector.requests).toHaveLength(1);
    expect(lines.join()).toContain(`status ${status}`);
    await sender.close(1_000);
  });

  it('are given up after five attempts, with one line in the log', async () => {
    collector.respond = (response) => void response.destroy();
    const sender = exporter();
    sender.add(span());
    await until(() => count('failed') === 1);
    expect(collector.requests).toHaveLength(5);
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('a-secret-of-the-collector');
    await sender.close(1_000);
  });

  it('that a collector rejects are counted, and not sent again', async () => {
    const partialSuccess = { rejectedSpans: '2', errorMessage: 'too old' };
    collector.respond = (response) => void response.writeHead(200).end(JSON.stringify({ partialSuccess }));
    const sender = exporter();
    for (let n = 0; n < 3; n += 1) sender.add(span());
    await until(() => count('rejected') === 2);
    expect(count('exported')).toBe(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ rejected: 2, collector: 'too old' });
    await sender.close(1_000);
    expect(collector.requests).toHaveLength(1);
  });

  it.each([
    ['an endless answer', '{"partialSuccess":'.padEnd(100_000)],
    ['HTML', '<html>partialSuccess</html>'],
    ['numbers that are none', '{"partialSuccess":{"rejectedSpans":"-1","errorMessage":7}}'],
  ])('count as exported whatever a collector answers with 200: %s', async (_what, body) => {
    collector.respond = (response) => void response.writeHead(200).end(body);
    const sender = exporter();
    sender.add(span());
    await until(() => count('exported') === 1);
    await sender.close(1_000);
  });

  it('go nowhere else: a redirect is an error', async () => {
    const other = await Collector.start();
    collector.respond = (response) =>
      void response.writeHead(307, { location: `${other.url}/v1/traces` }).end();
    const sender = exporter();
    sender.add(span());
    await until(() => count('failed') === 1);
    expect(other.requests).toEqual([]);
    await sender.close(1_000);
    await other.close();
  });

  it('do not keep a backend from ending: a collector that never answers is left', async () => {
    collector.respond = () => undefined;
    const sender = exporter();
    for (let n = 0; n < 700; n += 1) sender.add(span());
    await until(() => collector.requests.length === 1);
    await sender.close(20);
    sender.add(span());
    expect(count('failed') + count('dropped')).toBe(701);
  });

  it('are given up when a request takes too long', async () => {
    collector.respond = () => undefined;
    const sender = exporter(`${collector.url}/v1/traces`, 10);
    sender.add(span());
    await until(() => count('failed') === 1);
    expect(lines[0]).toContain('TimeoutError');
    await sender.close(1_000);
  });
});
