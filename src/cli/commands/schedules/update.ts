import type { UpdateSchedule } from '../../../contract/schedules/schedules.js';
import { choice, defineCommand, flag, versionOption } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { withClient } from '../../with-client.js';
import { confirmExisting, EXISTING_CHOICES } from './existing-posts.js';
import { postOutcomeLines, scheduleText } from './schedule-text.js';
import { readWeeklyOptions, WEEKLY_OPTIONS } from './weekly-options.js';

export const schedulesUpdate = defineCommand({
  name: 'schedules update',
  group: 'Schedule',
  operations: ['schedules.update'],
  summary: 'Change, pause or resume a schedule',
  details:
    'Options that you leave out stay unchanged. Posts whose slots are removed keep their times unless you add --existing; moving or cancelling them asks for confirmation. `--end none` turns a window into a fixed time.',
  arguments: [{ name: '<id>', description: 'Schedule id (sch_…)' }],
  options: {
    ...WEEKLY_OPTIONS,
    pause: flag('--pause', 'Stop creating slots'),
    resume: flag('--resume', 'Create slots again'),
    existing: choice(
      '--existing <word>',
      'What to do with posts whose slots are removed (default keep)',
      EXISTING_CHOICES,
    ),
    ifVersion: versionOption('Only if it is still at this version'),
    yes: flag('-y, --yes', 'Skip the confirmation prompt'),
  },
  examples: [
    { type: 'schedules update sch_01k9x3m5t7v9b2c4d6f8g0h1jk --days tue,thu', does: 'Change the days' },
    { type: 'schedules update sch_01k9x3m5t7v9b2c4d6f8g0h1jk --pause', does: 'Pause a schedule' },
    {
      type: 'schedules update sch_01k9x3m5t7v9b2c4d6f8g0h1jk --start 14:00 --existing move',
      does: 'Change the time and move its posts',
    },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client) => {
      const { pause, resume, existing, ifVersion } = options;
      if (pause && resume) throw usageFailure('Use --pause or --resume, not both.');
      const weekly = await readWeeklyOptions(options, client, context);
      const changes: UpdateSchedule = { ...weekly, ...((pause || resume) && { active: resume }) };
      if (Object.keys(changes).length === 0)
        throw usageFailure('Nothing to change.', 'Use --days tue,thu, --start 14:00, --pause …');
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
