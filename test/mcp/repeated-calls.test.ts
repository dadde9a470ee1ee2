import { expect, it } from 'vitest';
import { fetchTransport } from '../../src/client/transport/fetch-transport.js';
import { exampleDraft, exampleMe, examplePost, exampleValidation } from '../../src/contract/examples.js';
import { SCOPE_NAMES } from '../../src/contract/scopes.js';
import { callDirectly, clientOf } from '../support/tool-harness.js';

const POLICY = { confirm: 'never', readOnly: false, toolsets: null };
const ME = { ...exampleMe, key: { ...exampleMe.key, scopes: SCOPE_NAMES, policy: POLICY } };

/** A service that receives writes, and whose answers to them are lost on the way while `isLosing`. */
class Losing {
  readonly keys: (string | null)[] = [];
  isLosing = true;
  readonly client = clientOf('postrider_api_test', {
    transport: fetchTransport((request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/v1/me') return Response.json(ME);
      if (pathname.endsWith('/validate')) return Response.json(exampleValidation);
      if (!pathname.endsWith('/publish')) return Response.json(exampleDraft);
      this.keys.push(request.headers.get('idempotency-key'));
      if (this.isLosing) return new Response(cutOff());
      return Response.json({ ...examplePost, warnings: [] });
    }),
  });
}

function cutOff(): ReadableStream {
  return new ReadableStream({ start: (body) => body.error(new TypeError('terminated')) });
}

it('continues a call whose outcome is unknown when it is repeated without its key', async () => {
  const service = new Losing();
  const args = { id: exampleDraft.id, scheduledAt: '2027-03-01T09:00' };
  const call = () => callDirectly({ tool: 'postrider_publish_post', args, client: service.client });
  const lost = await call();
  const [key] = service.keys;
  expect(key).toMatch(/./);
  expect(lost.structured).toMatchObject({ error: 'outcome_unknown', idempotencyKey: key });
  service.isLosing = false;
  expect((await call()).isError).not.toBe(true);
  expect(new Set(service.keys)).toEqual(new Set([key]));
  // It is settled: the same call again is another one.
  await call();
  expect(new Set(service.keys).size).toBe(2);
});
