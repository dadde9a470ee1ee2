import { defineCommand, flag, text } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { withClient } from '../../with-client.js';
import { scheduleText } from './schedule-text.js';
import { readWeeklyOptions, WEEKLY_OPTIONS } from './weekly-options.js';

export const schedulesCreate = defineCommand({
  name: 'schedules create',
  group: 'Schedule',
  operations: ['schedules.create'],
  summary: 'Create a weekly posting time or window for accounts',
  details:
    'A schedule creates slots, which `postrider posts create --queue` fills. With --end it is a window in which --posts posts are spaced evenly.',
  options: {
    ...WEEKLY_OPTIONS,
    paused: flag('--paused', 'Create no slots until it is resumed'),
    idempotencyKey: text(
      '--idempotency-key <key>',
      'Idempotency key: the same key never creates two schedules',
    ),
  },
  examples: [
    {
      type: 'schedules create --label "Weekday mornings" --account x:@fernhill --days mon-fri --start 9:00',
      does: 'Post at nine on workdays',
    },
    {
      type: 'schedules create --label Evenings --account acc_01k9x3m5t7v9b2c4d6f8g0h1jk --days sat,sun --start 17:00 --end 20:00 --posts 2 --timezone Europe/Berlin',
      does: 'Post twice on each evening of the weekend',
    },
  ],
  run: ({ options }, context) => {
    const missing = [
      ...(options.label === undefined ? ['--label'] : []),
      ...(options.account.length === 0 ? ['--account'] : []),
      ...(options.days.length === 0 ? ['--days'] : []),
      ...(options.start === undefined ? ['--start'] : []),
    ];
    if (missing.length > 0) throw usageFailure(`Missing required options: ${missing.join(', ')}.`);
    return withClient(context, async (client) => {
      const {
        label = '',
        accountIds = [],
        days = [],
        startTime = '',
        ...more
      } = await readWeeklyOptions(options, client, context);
      const timezone = more.timezone ?? (await client.me.get({ signal: context.signal })).workspace.timezone;
      const schedule = await client.schedules.create(
        { ...more, label, accountIds, days, startTime, timezone, ...(options.paused && { active: false }) },
        { idempotencyKey: options.idempotencyKey, signal: context.signal },
      );
      context.output.result({
        data: schedule,
        brief: [schedule.id],
        text: (screen) => scheduleText(schedule, screen),
      });
      if (options.timezone === undefined)
        context.output.note(
          `Times are in ${timezone}, the workspace’s time zone. To use another, add --timezone.`,
        );
    });
  },
});
