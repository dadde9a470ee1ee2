import { describe, expect, it } from 'vitest';
import { errorOf, testClient } from '../../test/support/test-client.js';
import { fetchTransport } from '../client/transport/fetch-transport.js';
import { failureOf } from './failure-of.js';
import { fullTime } from './output/instants.js';

/** A client of a backend that answers every request with this problem. */
function refusing(status: number, code: string, more: Record<string, unknown> = {}) {
  const problem = {
    type: 'about:blank',
    title: code,
    status,
    code,
    detail: `It is ${code}.`,
    requestId: 'req_1',
    ...more,
  };
  const headers = { 'content-type': 'application/problem+json' };
  const transport = fetchTransport(() =>
    Promise.resolve(new Response(JSON.stringify(problem), { status, headers })),
  );
  return testClient('', { transport }).client;
}

describe('a backend that fails', () => {
  it('leaves nothing unknown after a read', async () => {
    const failure = failureOf(await errorOf(refusing(503, 'unavailable').posts.get('post_1')), false);
    expect([failure.kind, failure.changed]).toEqual(['unavailable', 'nothing']);
  });

  it('exits with the code of an unknown outcome after a change', async () => {
    const failure = failureOf(await errorOf(refusing(503, 'unavailable').posts.create({})), false);
    expect([failure.kind, failure.changed]).toEqual(['outcome_unknown', 'unknown']);
  });
});

describe('a key without a scope', () => {
  it('names one command that creates a key', async () => {
    const client = refusing(403, 'scope_missing', {
      detail: 'It has no scope. Create a key with "postrider keys create --label agent --preset draft".',
      requiredScope: 'posts:write',
    });
    const { message, next } = failureOf(await errorOf(client.posts.create({})), false);
    expect(message).toMatch(/^This API key lacks the scope posts:write: /);
    expect([message, ...next].join('\n').match(/keys create/g)).toHaveLength(1);
  });
});

describe('a time on one line', () => {
  it('says the zone and its offset once', () => {
    const relative = 'in 14 h';
    const utc = '2026-12-01T08:00:00.000Z';
    const berlin = { utc, relative, local: 'Tue 2026-12-01 09:00 (UTC+01:00)', timezone: 'Europe/Berlin' };
    expect(fullTime(berlin)).toBe('Tue 2026-12-01 09:00 Europe/Berlin (UTC+01:00), in 14 h');
    const inUtc = { utc, relative, local: 'Tue 2026-12-01 08:00 (UTC+00:00)', timezone: 'UTC' };
    expect(fullTime(inUtc)).toBe('Tue 2026-12-01 08:00 UTC, in 14 h');
  });
});
