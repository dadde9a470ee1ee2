import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BackendUnderTest } from '../../../test/support/running-backend.js';
import type { AccountPage } from '../../contract/accounts/accounts.js';
import {
  type LimitedTable,
  limitedInWords,
  WORKSPACE_LIMITS,
} from '../../contract/service/workspace-limits.js';
import { OPEN_TO_THIS_MACHINE } from '../fetching/fetch-policy.js';

let service: BackendUnderTest;

beforeAll(async () => {
  service = await BackendUnderTest.start({ fetching: OPEN_TO_THIS_MACHINE });
});
afterAll(() => service.close());

/** Copies the only row of a table until the workspace has as many as it may have. */
async function fill(table: LimitedTable): Promise<void> {
  const { db } = service.backend.services.store;
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
  const [row = {}] = rows;
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  for (let count = rows.length; count < WORKSPACE_LIMITS[table]; ) {
    const copies = Array.from({ length: Math.min(500, WORKSPACE_LIMITS[table] - count) }, (_, index) =>
      Object.values({
        ...row,
        id: `${String(row['id'])}_${count + index}`,
        ...('name_key' in row && { name_key: `${count + index}` }),
      }),
    );
    const values = sql.join(copies.map((copy) => sql`(${sql.join(copy)})`));
    await sql`insert into ${sql.table(table)} (${columns}) values ${values}`.execute(db);
    count += copies.length;
  }
}

async function bodyFor(table: LimitedTable): Promise<unknown> {
  if (table === 'webhooks') return { url: 'http://127.0.0.1:9/hook' };
  if (table === 'labels') return { name: 'Launch' };
  if (table === 'saved_texts') return { name: 'Hashtags', text: '#bakery' };
  if (table === 'sources') return { text: 'Open on Sundays.' };
  const { body } = await service.get<AccountPage>('/v1/accounts');
  return {
    label: 'Mornings',
    timezone: 'UTC',
    days: ['tue'],
    startTime: '09:00',
    accountIds: [body.data[0]?.id],
  };
}

it.each<[LimitedTable, string]>([
  ['webhooks', '/v1/webhooks'],
  ['sources', '/v1/sources/ingest'],
  ['schedules', '/v1/schedules'],
  ['labels', '/v1/labels'],
  ['saved_texts', '/v1/saved-texts'],
])('a workspace can have a limited number of %s, and room again after a deletion', async (table, path) => {
  const body = await bodyFor(table);
  const first = await service.post(path, body);
  expect(first.status).toBe(201);
  await fill(table);
  const limit = WORKSPACE_LIMITS[table];
  const refused = await service.post(path, body);
  expect([refused.status, refused.body['code']]).toEqual([409, 'limit_reached']);
  expect(refused.body['errors']).toMatchObject([{ actual: limit, limit, unit: limitedInWords(table) }]);
  expect(refused.body['detail']).toContain(
    `has ${limit} ${limitedInWords(table)}, and can have at most ${limit}. Delete those`,
  );

  expect(
    (await service.request('DELETE', `/v1/${table.replace('_', '-')}/${String(first.body['id'])}`)).status,
  ).toBe(200);
  expect((await service.post(path, body)).status).toBe(201);
});
