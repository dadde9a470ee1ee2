import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Receiver } from '../../../../../test/support/http/receiver.js';
import { Collector, type ReceivedSpan } from '../../../../../test/support/otlp/collector.js';
import { BackendUnderTest } from '../../../../../test/support/running-backend.js';
import type { AccountPage } from '../../../../contract/accounts/accounts.js';
import { createLog } from '../../../base/log.js';
import { readFetchPolicy } from '../../../fetching/fetch-policy.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const TEXT = 'The very words of a post';

let collector: Collector;
let receiver: Receiver;
let service: BackendUnderTest;
const lines: string[] = [];

/** Everything that the backend has recorded, once it has ended. */
let spans: readonly ReceivedSpan[];
let postId: string;

async function callTool(more: object): Promise<void> {
  const params = { name: 'postrider_list_accounts', arguments: {}, ...more };
  const response = await fetch(`${service.backend.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  expect(await response.text()).not.toContain('isError');
}

beforeAll(async () => {
  collector = await Collector.start();
  receiver = await Receiver.start();
  service = await BackendUnderTest.start({
    tracing: { url: `${collector.url}/v1/traces`, serviceName: 'our-postrider', resource: { team: 'blue' } },
    fetching: readFetchPolicy([receiver.origin], null),
    log: createLog({ level: 'info', pretty: false, destination: { write: (line) => void lines.push(line) } }),
  });
  service.key = await service.newKey('sandbox');
  const [bluesky] = (await service.get<AccountPage>('/v1/accounts?platform=bluesky')).body.data;
  await service.post('/v1/webhooks', {
    url: `${receiver.origin}/hook?token=secret`,
    events: ['post.published'],
  });

  const headers = { traceparent: `00-${TRACE}-${CALLER}-01`, tracestate: 'vendor=kept' };
  const post = { text: TEXT, accountIds: [bluesky?.id], scheduleMode: 'now' };
  postId = String((await service.post('/v1/posts', post, { headers })).body['id']);
  await service.backend.runDue();
  await receiver.has(1);

  await service.request('GET', '/v1/posts?status=draft&q=private-words', {
    headers: { traceparent: 'garbage' },
  });
  await service.request('GET', '/v1/posts', { headers: { traceparent: `00-${TRACE}-${CALLER}-00` } });
  await service.get('/v1/posts/post_of_a_stranger');
  await service.get('/healthz');
  await callTool({});
  await callTool({ _meta: { traceparent: `00-${'c'.repeat(32)}-${CALLER}-01` } });
  await service.close();
  spans = collector.spans;
});

afterAll(async () => {
  await receiver.close();
  await collector.close();
});

const named = (name: string): readonly ReceivedSpan[] => spans.filter((span) => span.name === name);
const childrenOf = (span: ReceivedSpan | undefined): readonly ReceivedSpan[] =>
  spans.filter(({ parentSpanId }) => parentSpanId === span?.spanId);

describe('what a backend sends to a collector', () => {
  it('is valid OTLP, and says which service it comes from', () => {
    expect(collector.faults).toEqual([]);
    expect(collector.resource).toMatchObject({
      'service.name': 'our-postrider',
      team: 'blue',
      'postrider.role': 'all',
    });
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
    for (const { startTimeUnixNano, endTimeUnixNano } of spans)
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  });

  it('has no text, secret, query, id in a path or name of a person', () => {
    const sent = collector.requests.map(({ text }) => text).join('\n');
    expect(sent).not.toMatch(/The very words|private-words|token=secret|stranger|postrider_api_|northwind/i);
    expect(spans.filter(({ name }) => name.includes('healthz'))).toEqual([]);
  });

  it('continues the trace of a request, down to the database', () => {
    const [created] = named('POST /v1/posts');
    expect(created).toMatchObject({
      traceId: TRACE,
      parentSpanId: CALLER,
      traceState: 'vendor=kept',
      kind: 2,
      flags: 0x301,
      facts: { 'http.request.method': 'POST', 'http.route': '/v1/posts', 'http.response.status_code': 201 },
    });
    expect(childrenOf(created).map(({ name }) => name)).toContain('database write');
  });

  it('records how a post was published, and links the request that created it', () => {
    const [published] = named('publish bluesky');
    const [created] = named('POST /v1/posts');
    expect(published?.traceId).not.toBe(TRACE);
    expect(published).toMatchObject({
      kind: 5,
      links: [{ traceId: TRACE, spanId: created?.spanId }],
      facts: {
        'postrider.platform': 'bluesky',
        'postrider.network': 'simulated',
        'postrider.post.id': postId,
        'postrider.attempt': 1,
        'postrider.outcome': 'published',
      },
    });
    expect(published?.parentSpanId).toBeUndefined();
    const requests = childrenOf(published).filter(({ kind, facts }) => kind === 3 && facts['server.address']);
    expect(requests.map(({ name }) => name)).toContain('POST /xrpc/com.atproto.repo.putRecord');
    expect(requests.find(({ facts }) => facts['postrider.irreversible'] === true)?.facts).toMatchObject({
      'http.response.status_code': 200,
      'url.template': '/xrpc/com.atproto.repo.putRecord',
    });
  });

  it('tells a webhook receiver its place in the trace', () => {
    const [delivered] = named('deliver webhook');
    const [sent] = childrenOf(delivered).filter(({ name }) => name === 'POST');
    expect(delivered?.facts).toMatchObject({
      'postrider.event.type': 'post.published',
      'postrider.outcome': 'delivered',
    });
    expect(sent?.facts).toMatchObject({ 'server.address': '127.0.0.1', 'http.response.status_code': 204 });
    const [received] = receiver.received;
    expect(received?.headers['traceparent']).toBe(`00-${sent?.traceId}-${sent?.spanId}-01`);
    expect(received?.headers['tracestate']).toBeUndefined();
  });

  it('begins a new trace where the caller names none, and records none that the caller does not', () => {
    const lists = named('GET /v1/posts');
    expect(lists).toHaveLength(1);
    expect(lists[0]?.parentSpanId).toBeUndefined();
    expect(named('GET /v1/posts/{id}')[0]?.facts['http.response.status_code']).toBe(404);
  });

  it('has tool calls between the request of the client and the requests that they make', () => {
    const [first, second] = named('tools/call postrider_list_accounts');
    const carrier = spans.find(({ spanId }) => spanId === first?.parentSpanId);
    expect(carrier).toMatchObject({ name: 'POST /mcp', traceId: first?.traceId });
    expect(childrenOf(first).map(({ name }) => name)).toContain('GET /v1/accounts');
    expect(second).toMatchObject({ traceId: 'c'.repeat(32), parentSpanId: CALLER });
    const link = second?.links?.[0];
    expect(spans.find(({ spanId }) => spanId === link?.spanId)?.name).toBe('POST /mcp');
  });

  it('is named in the log', () => {
    const entries = lines.map((line): Record<string, unknown> => JSON.parse(line));
    const request = entries.find(({ route, method }) => route === '/v1/posts' && method === 'POST');
    expect(request).toMatchObject({ trace_id: TRACE, span_id: named('POST /v1/posts')[0]?.spanId });
    const target = entries.find(({ msg }) => msg === 'target');
    expect(target?.['trace_id']).toBe(named('publish bluesky')[0]?.traceId);
  });
});
