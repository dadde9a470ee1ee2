import type { PostriderClient } from '../../../client/client.js';
import type { CreateSchedule } from '../../../contract/schedules/schedules.js';
import { list, type Options, text, type ValuesOf, whole } from '../../command.js';
import type { Context } from '../../context.js';
import { usageFailure } from '../../failure.js';
import { readAccounts } from '../../input/accounts.js';

/** The options for the weekly times of a schedule. */
export const WEEKLY_OPTIONS = {
  label: text('--label <words>', 'Name of the schedule'),
  account: list('--account <accounts>', 'Accounts to create slots for, by handle or id: x:@name'),
  days: list('--days <days>', 'Days of the week: tue,thu or mon-fri or daily'),
  start: text('--start <time>', 'Time of day, or several: 9:00 or 9:00,12:30,5pm'),
  end: text('--end <time>', 'End of a window; without it, --start is a fixed time'),
  posts: whole('--posts <number>', 'Number of posts in a window, evenly spaced (default 1)', {
    min: 1,
    max: 48,
  }),
  timezone: text('--timezone <zone>', 'IANA time zone (default for a new schedule: the workspace’s)'),
} as const satisfies Options;

type Weekly = Partial<
  Pick<
    CreateSchedule,
    'label' | 'accountIds' | 'days' | 'startTime' | 'moreTimes' | 'endTime' | 'postsPerWindow' | 'timezone'
  >
>;

/** Reads the weekly options. @throws CliFailure for invalid days and times */
export async function readWeeklyOptions(
  options: ValuesOf<typeof WEEKLY_OPTIONS>,
  client: PostriderClient,
  context: Context,
): Promise<Weekly> {
  const { readWeekly } = await import('../../../mcp/tools/schedules/weekly-times.js');
  const { label, account, days, start, end, posts, timezone } = options;
  const read = readWeekly({
    days: days.length === 0 ? undefined : days,
    startTime: start,
    endTime: end === 'none' ? null : end,
  });
  if (!read.ok) {
    throw usageFailure(
      read.problems.map(({ field, problem }) => `--${OPTION_OF[field] ?? field} ${problem}.`).join(' '),
      'Write them like --days tue,thu --start 9:00',
    );
  }
  return {
    ...(label !== undefined && { label }),
    ...(account.length > 0 && { accountIds: await readAccounts(account, client, context) }),
    ...read.times,
    ...(posts !== undefined && { postsPerWindow: posts }),
    ...(timezone !== undefined && { timezone }),
  };
}

const OPTION_OF: Readonly<Record<string, string>> = { startTime: 'start', endTime: 'end' };
