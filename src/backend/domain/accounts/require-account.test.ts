import { afterAll, beforeAll, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import type { AccountPage } from '../../../contract/accounts/accounts.js';
import type { Problem } from '../../../contract/errors.js';
import { OPERATIONS, type OperationId } from '../../../contract/operations.js';

let test: BackendUnderTest;

beforeAll(async () => {
  test = await BackendUnderTest.start();
});
afterAll(() => test.close());

/** The lists that can be filtered by account. */
const LISTS: readonly OperationId[] = [
  'posts.list',
  'posts.count',
  'schedules.list',
  'queue.slots',
  'calendar.get',
  'comments.list',
  'conversations.list',
  'insights.get',
];

it.each(LISTS)('%s with an unknown account lists the existing accounts', async (id) => {
  const { path } = OPERATIONS[id];
  const accounts = (await test.get<AccountPage>('/v1/accounts')).body.data;
  const { status, body } = await test.get<Problem>(`${path}?accountId=acc_none`);
  expect([status, body.code]).toEqual([404, 'account_not_found']);
  expect(body.detail).toContain('acc_none');
  expect(body.choices).toEqual(
    accounts.map(({ id, platform, handle }) => ({ accountId: id, platform, handle })),
  );
  expect((await test.get(`${path}?accountId=${accounts[0]?.id}`)).status).toBe(200);
});

it('no other list has an account filter', () => {
  const taking = Object.entries(OPERATIONS).flatMap(([id, operation]) => {
    const shape: object = 'query' in operation && operation.query ? operation.query.shape : {};
    return 'accountId' in shape && !id.startsWith('test') ? id : [];
  });
  expect(taking.sort()).toEqual([...LISTS].sort());
});
