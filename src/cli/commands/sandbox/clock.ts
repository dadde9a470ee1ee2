import type { PostriderClient } from '../../../client/client.js';
import { PermissionError } from '../../../client/errors/api-errors.js';
import type { MovedClock, Ran, TestClock } from '../../../contract/sandbox/sandbox.js';
import { toTimeOnly } from '../../api-to-cli-words.js';
import { defineCommand, flag, text } from '../../command.js';
import type { Context } from '../../context.js';
import { usageFailure } from '../../failure.js';
import { timeOf } from '../../input/chosen-time.js';
import { fields } from '../../output/fields.js';
import { fullTime } from '../../output/instants.js';
import { type Column, type Screen, table } from '../../output/table.js';
import { zonedTimes } from '../../output/zoned-times.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

export const sandboxClock = defineCommand({
  name: 'sandbox clock',
  group: 'Sandbox',
  operations: ['testClock.get', 'testClock.move'],
  summary: 'View, freeze or move a sandbox’s clock',
  details:
    'Moving the clock runs everything that becomes due on the way, in order and at its own time, and lists what ran. The clock only moves forward. The key needs the scope test:control: keys create --preset sandbox.',
  options: {
    freeze: flag('--freeze', 'Stop the clock until it is moved'),
    advance: text('--advance <time>', 'Move it forward: 90s, 45m, 3h, 1d, 2w'),
    to: text('--to <time>', 'Move it to a time: "tomorrow 9:00", 2026-12-24T08:00:00Z'),
    resume: flag('--resume', 'Let time pass again from the current time'),
  },
  examples: [
    { type: 'sandbox clock', does: 'Show the sandbox’s time' },
    { type: 'sandbox clock --advance 1d', does: 'Move a day forward and publish what is due' },
    { type: 'sandbox clock --to "mon 9:00" --json', does: 'Move to Monday and print JSON' },
    { type: 'sandbox clock --resume', does: 'Resume the clock' },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client) => {
      const { freeze, advance, to, resume } = options;
      const chosen = [freeze, advance !== undefined, to !== undefined, resume].filter(Boolean).length;
      if (chosen > 1) throw usageFailure('Use only one of --freeze, --advance, --to and --resume.');
      if (chosen === 0) {
        const clock = await client.testClock.get({ signal: context.signal });
        context.output.result({
          data: clock,
          brief: [clock.now.utc],
          text: (screen) => clockText(clock, screen),
        });
        return;
      }
      const move = freeze
        ? { action: 'freeze' as const }
        : resume
          ? { action: 'resume' as const }
          : advance !== undefined
            ? { action: 'advance' as const, seconds: secondsOf(advance) }
            : { action: 'set' as const, to: await instantOf(to ?? '', client, context) };
      const moved = await client.testClock.move(move, { signal: context.signal });
      const { minute } = await zonedTimes(moved.now.timezone);
      const handles = moved.ran.length === 0 ? new Map<string, string>() : await handlesOf(client, context);
      context.output.result({
        data: moved,
        brief: [moved.now.utc],
        text: (screen) => movedText(moved, columnsFor(minute, handles), screen),
      });
    }),
});

/** @throws CliFailure */
function secondsOf(written: string): number {
  const [, amount, unit = ''] = /^(\d+)\s*([smhdw])$/i.exec(written.trim()) ?? [];
  const seconds = Number(amount) * (UNIT_SECONDS[unit.toLowerCase()] ?? Number.NaN);
  if (seconds > 0) return seconds;
  throw usageFailure(`--advance: "${written}" is not a duration.`, 'Write it like 90s, 45m, 3h, 1d or 2w.');
}

async function instantOf(written: string, client: PostriderClient, context: Context): Promise<string> {
  const { scheduledAt } = await timeOf(written, undefined, client, context, {
    flag: '--to',
    reword: toTimeOnly,
  });
  return new Date(scheduledAt).toISOString();
}

function clockText({ now, frozen, aheadSeconds }: TestClock, screen: Screen): string {
  const ahead =
    aheadSeconds === 0
      ? 'in step with the system’s clock'
      : `${Math.round(aheadSeconds)} s ahead of the system’s clock`;
  return fields(
    [
      ['Time', fullTime(now)],
      ['Clock', frozen ? 'frozen until it is moved or resumed' : `running, ${ahead}`],
    ],
    screen,
  );
}

/** The handle of each account; empty if the key may not read accounts. */
async function handlesOf(client: PostriderClient, { signal }: Context): Promise<ReadonlyMap<string, string>> {
  const handles = new Map<string, string>();
  try {
    for await (const { id, handle } of client.accounts.list({ limit: 100 }, { signal }))
      handles.set(id, handle);
  } catch (error) {
    if (!(error instanceof PermissionError)) throw error;
  }
  return handles;
}

function movedText(moved: MovedClock, columns: readonly Column<Ran>[], screen: Screen): string {
  const { ran, ranTotal, readingsTotal, deliveriesTotal, deliveriesPending } = moved;
  return [
    clockText(moved, screen),
    '',
    ...(ran.length > 0 ? [table(columns, ran, screen)] : []),
    ...(ranTotal + readingsTotal === 0 ? ['Nothing became due.'] : []),
    ...(ranTotal > ran.length ? [`${ranTotal - ran.length} more not shown.`] : []),
    ...(readingsTotal === 0
      ? []
      : [
          `${readingsTotal} ${readingsTotal === 1 ? 'reading' : 'readings'} of posts’ numbers: ${typed('insights')}`,
        ]),
    ...(deliveriesTotal === 0
      ? []
      : [`${deliveriesTotal} events were sent to webhooks: ${typed('logs --events')}`]),
    ...(deliveriesPending === 0
      ? []
      : [
          `${deliveriesPending} events are still being sent to webhooks: they are many, or the receivers are slow to answer.`,
        ]),
  ].join('\n');
}

const columnsFor = (
  minute: (instant: string) => string,
  handles: ReadonlyMap<string, string>,
): readonly Column<Ran>[] => [
  { title: 'AT', value: ({ at }) => minute(at) },
  { title: 'POST', value: ({ postId }) => postId },
  { title: 'NETWORK', value: ({ platform }) => platform },
  { title: 'HANDLE', value: ({ accountId }) => handles.get(accountId) ?? accountId, minWidth: 12 },
  {
    title: 'STATUS',
    value: ({ status, errorCode }) => errorCode ?? status,
    format: ({ status }) => (status === 'published' ? 'green' : 'yellow'),
  },
];
