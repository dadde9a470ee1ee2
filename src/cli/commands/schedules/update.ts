import type { UpdateSchedule } from '../../../contract/schedules/schedules.js';
import { choice, defineCommand, flag, whole } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { withClient } from '../../with-client.js';
import { confirmExisting, EXISTING_CHOICES } from './existing-posts.js';
import { postOutcomeLines, scheduleText } from './schedule-text.js';
import { readWeeklyOptions, WEEKLY_OPTIONS } from './weekly-options.js';

export const schedulesUpdate = defineCommand({
  name: 'schedules update',
  group: 'Plan',
  operations: ['schedules.update'],
  summary: 'Change, pause or resume a schedule',
  details:
    'What is not named stays. Posts in slots that go keep their time, unless --existing says otherwise; to move or cancel them asks first. `--end none` makes a window a fixed time.',
  arguments: [{ name: '<id>', description: 'The schedule’s id (sch_…)' }],
  options: {
    ...WEEKLY_OPTIONS,
    pause: flag('--pause', 'Make no more slots'),
    resume: flag('--resume', 'Make slots again'),
    existing: choice('--existing <word>', 'What becomes of posts in slots that go', EXISTING_CHOICES),
    ifVersion: whole('--if-version <number>', 'Only if it is still this version', {
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
    yes: flag('-y, --yes', 'Do not ask for confirmation'),
  },
  examples: [
    { type: 'schedules update sch_01k9x3m5t7v9b2c4d6f8g0h1jk --days tue,thu', does: 'Other days' },
    { type: 'schedules update sch_01k9x3m5t7v9b2c4d6f8g0h1jk --pause', does: 'No slots for now' },
    {
      type: 'schedules update sch_01k9x3m5t7v9b2c4d6f8g0h1jk --start 14:00 --existing move',
      does: 'At another time, with the posts that wait in it',
    },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client) => {
      const { pause, resume, existing, ifVersion } = options;
      if (pause && resume) throw usageFailure('Give --pause or --resume, not both.');
      const weekly = await readWeeklyOptions(options);
      const changes: UpdateSchedule = { ...weekly, ...((pause || resume) && { active: resume }) };
      if (Object.keys(changes).length === 0)
        throw usageFailure('Nothing was named that changes.', '--days tue,thu, --start 14:00, --pause');
      await confirmExisting(existing, options.yes, context);
      const updated = await client.schedules.update(
        id,
        {
          ...changes,
          ...(existing !== undefined && { existing }),
          ...(ifVersion !== undefined && { version: ifVersion }),
        },
        { signal: context.signal },
      );
      context.output.result({
        data: updated,
        brief: [updated.id],
        text: (screen) => [scheduleText(updated, screen), ...postOutcomeLines(updated.posts)].join('\n'),
      });
    }),
});
