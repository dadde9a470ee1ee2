import * as z from 'zod';
import { DEFAULT_PAGE_SIZE } from '../../../contract/lists.js';
import type { Schedule, SchedulePage } from '../../../contract/schedules/schedules.js';
import type { Call, Handlers } from '../../operations/call.js';
import { readCursor } from '../../operations/cursor.js';
import { listPage } from '../../operations/list-page.js';
import { refuseAtLimit } from '../../operations/workspace-limits.js';
import { recordActivity } from '../../store/activity.js';
import { pageRows } from '../../store/queries/page-rows.js';
import { listAllAccounts } from '../accounts/repository.js';
import { requireAccountIfNamed } from '../accounts/require-account.js';
import { checkDefinition, columnsOf, definitionOf } from '../slots/schedule-definition.js';
import { insertSchedule, listSchedules, type StoredSchedule } from '../slots/schedule-repository.js';
import { refuseTooManySlots } from '../slots/slot-limit.js';
import { listSlotPage } from './slot-page.js';
import { deleteSchedule, updateSchedule } from './update.js';
import { viewSchedule } from './view.js';

const Position = z.tuple([z.string()]);

async function listSchedulePage(call: Call<'schedules.list'>): Promise<SchedulePage> {
  const { query, caller, services, now } = call;
  const limit = query.limit ?? DEFAULT_PAGE_SIZE;
  const list = ['schedules.list', caller.workspace.id, query.accountId, query.active];
  await requireAccountIfNamed(services.store.db, caller.workspace.id, query.accountId);
  const found = await listSchedules(services.store.db, {
    workspaceId: caller.workspace.id,
    accountIds: query.accountId === undefined ? undefined : [query.accountId],
    active: query.active === undefined ? undefined : query.active === 'true',
    after: readCursor(list, query.cursor, Position)?.[0],
    limit: limit + 1,
  });
  const placeOf = ({ schedule }: StoredSchedule) => [schedule.id] as const;
  const page = pageRows({ rows: found, scannedUpTo: null }, { limit, placeOf });
  const items = page.rows.map((stored) => viewSchedule(stored, now));
  return listPage(list, page, placeOf, items);
}

async function createSchedule(call: Call<'schedules.create'>): Promise<Schedule> {
  const { body, caller, services, now } = call;
  return call.commit(async (trx) => {
    await refuseAtLimit(trx, 'schedules', caller.workspace.id);
    const connected = await listAllAccounts(trx, caller.workspace.id);
    const definition = checkDefinition(definitionOf(body), connected);
    const stored = {
      schedule: {
        ...columnsOf(definition),
        id: services.ids.next('schedule', now),
        workspace_id: caller.workspace.id,
        version: 1,
        created_at: now,
        updated_at: now,
      },
      accountIds: definition.accountIds,
    };
    await insertSchedule(trx, stored);
    await refuseTooManySlots(trx, caller.workspace.id, definition, null);
    await recordActivity(trx, {
      workspaceId: caller.workspace.id,
      apiKeyId: caller.key.id,
      operation: 'schedules.create',
      objectId: stored.schedule.id,
      summary: `created “${definition.label}”`,
      requestId: call.requestId,
      now,
    });
    return viewSchedule(stored, now);
  });
}

export const scheduleHandlers = {
  'schedules.list': listSchedulePage,
  'schedules.create': createSchedule,
  'schedules.update': updateSchedule,
  'schedules.delete': deleteSchedule,
  'queue.slots': listSlotPage,
} satisfies Partial<Handlers>;
