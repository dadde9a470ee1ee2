import { afterAll, beforeAll, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { Problem } from '../../../contract/errors.js';
import { OPERATION_IDS, OPERATIONS } from '../../../contract/operations.js';
import { type Clock, systemClock } from '../../base/clock.js';

let live: BackendUnderTest<Clock>;
beforeAll(async () => {
  live = await BackendUnderTest.startOn(systemClock, ':memory:', { live: true, demo: false });
  // Keys of live workspaces cannot get this scope, so the second line of defence needs the database to be changed.
  await live.backend.services.store.db
    .updateTable('api_keys')
    .set({ scopes_json: JSON.stringify(['test:control', 'accounts:read', 'posts:read']) })
    .execute();
});
afterAll(() => live.close());

const TEST_OPERATIONS = OPERATION_IDS.filter((id) => OPERATIONS[id].path.startsWith('/v1/test/'));

it('a live workspace has no key that may control tests', async () => {
  expect(TEST_OPERATIONS.length).toBeGreaterThan(10);
  await expect(live.newKey('sandbox')).rejects.toThrow('only available in sandbox workspaces');
});

it.each(TEST_OPERATIONS)('a live workspace refuses %s, also for a key that may control tests', async (id) => {
  const operation = OPERATIONS[id];
  const { params, body } = { params: {}, ...operation.example } as {
    params: Readonly<Record<string, string>>;
    body?: object;
  };
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const answer = await live.request<Problem>(operation.method, path, body === undefined ? {} : { body });
  expect([answer.status, answer.body.code]).toEqual([409, 'state_conflict']);
});
