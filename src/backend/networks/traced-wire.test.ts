import { expect, it } from 'vitest';
import { ManualClock } from '../../../test/support/manual-clock.js';
import { samplerOf } from '../base/tracing/sampler.js';
import type { EndedSpan } from '../base/tracing/span.js';
import { Tracer } from '../base/tracing/tracer.js';
import { tracedWire } from './traced-wire.js';
import { ConnectionFailed, type WireRequest } from './wire.js';

const ended: EndedSpan[] = [];
const tracer = new Tracer({
  clock: new ManualClock(),
  sampler: samplerOf('always_on', 1),
  onEnd: (span) => void ended.push(span),
});

async function spanOf(
  request: WireRequest,
  send: () => Promise<number>,
): Promise<[EndedSpan | undefined, WireRequest[]]> {
  ended.length = 0;
  const sent: WireRequest[] = [];
  const wire = tracedWire({
    origin: 'https://api.example',
    webUrl: 'https://example',
    send: async (one) => {
      sent.push(one);
      return { status: await send(), headers: {}, body: null };
    },
  });
  const { signal } = new AbortController();
  await tracer.root('job', {}, () => wire.send(request, signal)).catch(() => undefined);
  return [ended[0], sent];
}

it.each([
  ['/v23.0/17841400000000000/media_publish', '/v23.0/{id}/media_publish'],
  ['/2/tweets', '/2/tweets'],
  ['/xrpc/com.atproto.repo.createRecord', '/xrpc/com.atproto.repo.createRecord'],
  ['/rest/posts/urn%3Ali%3Ashare%3A7000', '/rest/posts/{id}'],
  ['/rest/posts/urn:li:share:AbCd', '/rest/posts/{id}'],
  ['/api/v1/statuses/dQwWgXcQRst', '/api/v1/statuses/{id}'],
  ['/users/ада', '/users/{id}'],
  ['/media?access_token=secret', '/media'],
  ['https://api.example/v2/post/publish/video/init/', '/v2/post/publish/video/init/'],
])('the path %s is recorded as %s', async (path, route) => {
  const request: WireRequest = { method: 'POST', path, query: { q: 'secret' }, headers: {}, body: 'secret' };
  const [span, sent] = await spanOf(request, async () => 201);
  expect(span?.name).toBe(`POST ${route}`);
  expect(span?.attributes).toMatchObject({ 'server.address': 'api.example', 'url.template': route });
  expect(JSON.stringify(span)).not.toContain('secret');
  // Networks learn nothing of our traces.
  expect(sent).toEqual([request]);
});

it('of an address that a network has named, only the host is recorded', async () => {
  const path = 'https://upload.example/secret/of/an/upload?sig=secret';
  const [span] = await spanOf({ method: 'PUT', path, headers: {} }, async () => 503);
  expect(span).toMatchObject({
    name: 'PUT',
    failed: true,
    attributes: { 'server.address': 'upload.example', 'error.type': '503' },
  });
  expect(JSON.stringify(span)).not.toContain('secret');
});

it('a connection that failed says whether the request was sent', async () => {
  const [span] = await spanOf({ method: 'GET', path: '/2/tweets', headers: {} }, () =>
    Promise.reject(new ConnectionFailed('reset', true)),
  );
  expect(span).toMatchObject({
    failed: true,
    attributes: { 'error.type': 'reset', 'postrider.request.sent': true },
  });
});
