import type { Queries, Write } from '../../store/store.js';
import type { ScheduleRow } from '../../store/tables/schedule-rows.js';

/** A schedule with its accounts, in the schedule's order. */
export interface StoredSchedule {
  readonly schedule: ScheduleRow;
  readonly accountIds: readonly string[];
}

export interface ScheduleFilter {
  readonly workspaceId: string;
  /** Only schedules that include one of these accounts. */
  readonly accountIds?: readonly string[] | undefined;
  readonly active?: boolean | undefined;
  /** The last id of the previous page. */
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/** Schedules in order of creation. */
export async function listSchedules(db: Queries, filter: ScheduleFilter): Promise<readonly StoredSchedule[]> {
  const { accountIds, active, after, limit } = filter;
  let query = db.selectFrom('schedules').selectAll().where('workspace_id', '=', filter.workspaceId);
  if (active !== undefined) query = query.where('active', '=', active ? 1 : 0);
  if (after !== undefined) query = query.where('id', '>', after);
  if (accountIds !== undefined) {
    query = query.where('id', 'in', (where) =>
      where
        .selectFrom('schedule_accounts')
        .select('schedule_id')
        .where('account_id', 'in', [...accountIds]),
    );
  }
  if (limit !== undefined) query = query.limit(limit);
  return withAccounts(db, await query.orderBy('id').execute());
}

export async function findSchedule(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<StoredSchedule | null> {
  const row = await db
    .selectFrom('schedules')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();
  const [stored] = row ? await withAccounts(db, [row]) : [];
  return stored ?? null;
}

export async function insertSchedule(trx: Write, { schedule, accountIds }: StoredSchedule): Promise<void> {
  await trx.insertInto('schedules').values(schedule).execute();
  await insertAccounts(trx, schedule.id, accountIds);
}

/** Overwrites the schedule with the same id. */
export async function replaceSchedule(trx: Write, { schedule, accountIds }: StoredSchedule): Promise<void> {
  await trx.updateTable('schedules').set(schedule).where('id', '=', schedule.id).execute();
  await trx.deleteFrom('schedule_accounts').where('schedule_id', '=', schedule.id).execute();
  await insertAccounts(trx, schedule.id, accountIds);
}

/** Deletes a schedule. Its slot reservations are deleted with it. */
export async function removeSchedule(trx: Write, id: string): Promise<void> {
  await trx.deleteFrom('schedules').where('id', '=', id).execute();
}

async function insertAccounts(trx: Write, scheduleId: string, accountIds: readonly string[]): Promise<void> {
  await trx
    .insertInto('schedule_accounts')
    .values(
      accountIds.map((accountId, position) => ({
        schedule_id: scheduleId,
        account_id: accountId,
        position,
      })),
    )
    .execute();
}

async function withAccounts(db: Queries, rows: readonly ScheduleRow[]): Promise<readonly StoredSchedule[]> {
  if (rows.length === 0) return [];
  const accounts = await db
    .selectFrom('schedule_accounts')
    .select(['schedule_id', 'account_id'])
    .where(
      'schedule_id',
      'in',
      rows.map((row) => row.id),
    )
    .orderBy('position')
    .execute();
  const idsOf = new Map<string, string[]>(rows.map((row) => [row.id, []]));
  for (const { schedule_id, account_id } of accounts) idsOf.get(schedule_id)?.push(account_id);
  return rows.map((schedule) => ({ schedule, accountIds: idsOf.get(schedule.id) ?? [] }));
}
