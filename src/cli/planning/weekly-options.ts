import type { AccountId } from '../../contract/ids.js';
import type { CreateSchedule } from '../../contract/schedules/schedules.js';
import { list, type Options, text, type ValuesOf, whole } from '../command.js';
import { usageFailure } from '../failure.js';
import { typed } from '../typed-name.js';

/** The options that say at which times of the week a schedule publishes. */
export const WEEKLY_OPTIONS = {
  label: text('--label <words>', 'What you call it'),
  account: list('--account <ids>', 'The accounts that it has slots for, by their ids'),
  days: list('--days <days>', 'Days of the week: tue,thu or mon-fri or daily'),
  start: text('--start <time>', 'Time of day: 9:00, 2:30pm, noon'),
  end: text('--end <time>', 'The end of a window; without it --start is a fixed time'),
  posts: whole('--posts <number>', 'How many posts a window takes, evenly spaced (default 1)', {
    min: 1,
    max: 48,
  }),
  timezone: text('--timezone <zone>', 'IANA zone of the times (default for a new one: the workspace’s)'),
} as const satisfies Options;

/** Whether, and how, posts in slots that go are treated. */
export const EXISTING_CHOICES = ['keep', 'move', 'cancel'] as const;

type Weekly = Partial<
  Pick<
    CreateSchedule,
    'label' | 'accountIds' | 'days' | 'startTime' | 'endTime' | 'postsPerWindow' | 'timezone'
  >
>;

/** What was typed of a schedule, as the API takes it. @throws CliFailure for days and times that are none */
export async function readWeeklyOptions(options: ValuesOf<typeof WEEKLY_OPTIONS>): Promise<Weekly> {
  const { readWeekly } = await import('../../mcp/tools/schedules/weekly-times.js');
  const { label, account, days, start, end, posts, timezone } = options;
  const read = readWeekly({
    days: days.length === 0 ? undefined : days,
    startTime: start,
    endTime: end === 'none' ? null : end,
  });
  if (!read.ok) {
    throw usageFailure(
      read.problems.map(({ field, problem }) => `--${OPTION_OF[field] ?? field} ${problem}.`).join(' '),
      '--days tue,thu --start 9:00',
    );
  }
  return {
    ...(label !== undefined && { label }),
    ...(account.length > 0 && { accountIds: account.map(readAccountId) }),
    ...read.times,
    ...(posts !== undefined && { postsPerWindow: posts }),
    ...(timezone !== undefined && { timezone }),
  };
}

const OPTION_OF: Readonly<Record<string, string>> = { startTime: 'start', endTime: 'end' };

/** @throws CliFailure for what is no account's id */
function readAccountId(word: string): AccountId {
  if (isAccountId(word)) return word;
  throw usageFailure(
    `"${word}" is no account’s id (acc_…).`,
    `See the connected accounts: ${typed('accounts')}`,
  );
}

function isAccountId(word: string): word is AccountId {
  return word.startsWith('acc_');
}
