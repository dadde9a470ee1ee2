import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/contract/operation.js';
import { OPERATIONS, type OperationId } from '../../../src/contract/operations.js';
import { type BareAnswer, BareClient } from '../support/bare-client.js';
import { oddAmong, someOf } from '../support/tries.js';
import { CANARY, Victim } from '../support/victim.js';
import { FORGED_CURSORS, QUERY_TEXTS } from './tries.js';

let victim: Victim;
let client: BareClient;
let tables: readonly string[];

beforeAll(async () => {
  victim = await Victim.start();
  client = new BareClient(victim.test.backend.port);
  tables = Object.keys(await victim.contents());
});
afterAll(async () => {
  client?.close();
  await victim?.close();
});

interface Parts {
  readonly path?: string;
  readonly query?: string;
  readonly body?: object;
}

function send(id: OperationId, { path = victim.pathOf(id), query, body }: Parts): Promise<BareAnswer> {
  const { method } = OPERATIONS[id];
  return client.send({
    method,
    path: query === undefined ? path : `${path}?${query}`,
    headers: [
      ['authorization', `Bearer ${victim.sandboxKey}`],
      ...(method === 'GET' ? [] : [['content-type', 'application/json'] as const]),
    ],
    ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
  });
}

/** Fetching what an example names would leave this machine. */
const ALONE: readonly OperationId[] = ['sources.ingest', 'media.create'];

/** What a filter applies to: a calendar shows the open slots whatever label is asked for. */
function filteredBy(field: string, body: string): string {
  if (field !== 'label') return body;
  return JSON.stringify(JSON.parse(body, (name, value) => (name === 'openSlots' ? [] : value)));
}

describe('text that would change a query', () => {
  it('is data in every parameter and every field', async () => {
    const odd = await oddAmong(someOf(QUERY_TEXTS), async ({ id, place, field, text }) => {
      const { example }: Operation = OPERATIONS[id];
      const encoded = encodeURIComponent(text);
      const whole = ALONE.includes(id) ? {} : example.body;
      const answer =
        place === 'path'
          ? await send(id, { path: OPERATIONS[id].path.replaceAll(/\{\w+\}/g, encoded) })
          : place === 'query'
            ? await send(id, { query: `${field}=${encoded}` })
            : await send(id, { body: { ...(typeof whole === 'object' && whole), [field]: text } });
      const { status, body } = answer;
      if (status >= 500) return `${status} ${body.slice(0, 200)}`;
      // A filter that finds what the text is not in has become part of a query.
      const found = place !== 'body' && status === 200 && filteredBy(field, body).includes(CANARY);
      return found ? `finds: ${body.slice(0, 200)}` : null;
    });
    expect(odd).toEqual([]);
  });

  it('is no cursor', async () => {
    const { body } = await victim.test.get<{ nextCursor: string }>('/v1/accounts?limit=1');
    const odd = await oddAmong(someOf(FORGED_CURSORS), async ({ id, cursor }) => {
      if (cursor === '{other}' && id === 'accounts.list') return null;
      const given = encodeURIComponent(cursor === '{other}' ? body.nextCursor : cursor);
      const answer = await send(id, { query: `cursor=${given}` });
      const isRefused = answer.status >= 400 && answer.status < 500;
      // Without an object that it requires, a list is not found.
      return isRefused || (cursor === '' && answer.status === 200) ? null : `${answer.status} ${answer.body}`;
    });
    expect(odd).toEqual([]);
  });

  it('left every table, and every object of the victim', async () => {
    expect(Object.keys(await victim.contents())).toEqual(tables);
    const { status, body } = await victim.test.get(`/v1/webhooks/${victim.ids['webhooks']}`);
    expect([status, body['id']]).toEqual([200, victim.ids['webhooks']]);
    expect((await victim.test.get('/v1/me')).status).toBe(200);
  });
});
