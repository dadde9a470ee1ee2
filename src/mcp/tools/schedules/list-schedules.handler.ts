import { handle } from '../../handler.js';
import { fittingPage, restOf } from '../shared/fitting-page.js';
import { listSchedules } from './list-schedules.definition.js';
import { scheduleFacts } from './schedule-facts.js';

const DEFAULT_LIMIT = 20;

export const callListSchedules = handle(listSchedules, async (input, call) => {
  const { accountId, active, cursor } = input;
  const query = {
    ...(accountId && { accountId }),
    ...(active !== undefined && { active: active ? ('true' as const) : ('false' as const) }),
    ...(cursor && { cursor }),
  };
  const detailed = input.response_format === 'detailed';
  const { page, rows, shortened } = await fittingPage(
    input.limit ?? DEFAULT_LIMIT,
    (limit) => call.client.schedules.list({ ...query, limit }, call.request()),
    ({ data }) =>
      data.map((schedule) => ({
        ...scheduleFacts(schedule),
        ...(detailed && { createdAt: schedule.createdAt, updatedAt: schedule.updatedAt }),
      })),
  );
  const { nextCursor } = page;
  return {
    message:
      rows.length === 0
        ? 'There are no schedules.'
        : `${rows.length} schedule${rows.length === 1 ? '' : 's'}${nextCursor === null ? '' : '; there are more'}.${shortened}`,
    facts: { schedules: rows, nextCursor },
    next:
      restOf(nextCursor) ??
      (rows.length === 0
        ? 'postrider_create_schedule creates one.'
        : 'postrider_list_slots lists their dates.'),
  };
});
