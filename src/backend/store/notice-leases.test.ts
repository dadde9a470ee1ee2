import Database from 'libsql';
import { expect, it } from 'vitest';
import { migrate } from './migrate.js';
import { noticeLeases } from './migrations/0014-notice-leases.js';
import { MIGRATIONS } from './migrations/migrations.js';

it('notices that were stored without leases are kept, in order and at their time', () => {
  const database = new Database(':memory:');
  const before = MIGRATIONS.indexOf(noticeLeases);
  for (const migration of MIGRATIONS.slice(0, before)) {
    database.exec(typeof migration === 'string' ? migration : migration.embedded);
  }
  database.exec(`pragma user_version = ${before}`);
  database.exec(`insert into workspaces (id, name, sandbox, timezone, grace_ms, clock_offset_ms, clock_frozen_at, created_at)
    values ('ws_1', 'One', 0, 'UTC', 0, 50, null, 1), ('ws_2', 'Two', 1, 'UTC', 0, 50, 700, 1)`);
  database.exec(`insert into inbox_notices (workspace_id, account_id, subject_json, tries, look_at)
    values ('ws_1', 'acc_1', '{"a":1}', 3, 200), ('ws_2', 'acc_2', '{"b":2}', 0, 100)`);
  migrate(database);
  const rows = database.prepare('select * from inbox_notices order by seq').all([]);
  expect(rows).toMatchObject([
    {
      account_id: 'acc_1',
      subject_json: '{"a":1}',
      attempt: 3,
      wake_at: 200,
      due_at: 250,
      lease_until: null,
    },
    {
      account_id: 'acc_2',
      subject_json: '{"b":2}',
      attempt: 0,
      wake_at: 100,
      due_at: 700,
      lease_until: null,
    },
  ]);
  database.close();
});
