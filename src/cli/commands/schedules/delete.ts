import { choice, defineCommand, flag, versionOption } from '../../command.js';
import { confirmAction } from '../../input/confirm-action.js';
import { withClient } from '../../with-client.js';
import { confirmExisting, EXISTING_CHOICES } from './existing-posts.js';
import { postOutcomeLines } from './schedule-text.js';

export const schedulesDelete = defineCommand({
  name: 'schedules delete',
  group: 'Schedule',
  operations: ['schedules.delete'],
  summary: 'Delete a schedule',
  details:
    'This cannot be undone, so it asks for confirmation. Posts in its slots keep their times unless you add --existing. To pause a schedule instead, use `postrider schedules update <id> --pause`.',
  arguments: [{ name: '<id>', description: 'Schedule id (sch_…)' }],
  options: {
    existing: choice(
      '--existing <word>',
      'What to do with posts in its slots (default keep)',
      EXISTING_CHOICES,
    ),
    ifVersion: versionOption('Only if it is still at this version'),
    yes: flag('-y, --yes', 'Skip the confirmation prompt'),
  },
  examples: [
    {
      type: 'schedules delete sch_01k9x3m5t7v9b2c4d6f8g0h1jk',
      does: 'Delete a schedule and keep its posts, after a prompt',
    },
    {
      type: 'schedules delete sch_01k9x3m5t7v9b2c4d6f8g0h1jk --existing cancel --yes',
      does: 'Delete it and cancel its posts',
    },
  ],
  run: ({ arguments: [id = ''], options: { existing, ifVersion, yes } }, context) =>
    withClient(context, async (client) => {
      if (existing === undefined || existing === 'keep') {
        const act = {
          preview: () => 'Posts in its slots keep their times.',
          question: 'Delete this schedule?',
          action: 'Deleting a schedule',
        };
        await confirmAction(act, yes, context);
      } else await confirmExisting(existing, yes, context);
      const query = {
        ...(existing !== undefined && { existing }),
        ...(ifVersion !== undefined && { version: ifVersion }),
      };
      const deleted = await client.schedules.delete(id, query, { signal: context.signal });
      context.output.result({
        data: deleted,
        brief: [deleted.id],
        text: () => [`Deleted ${deleted.id}.`, ...postOutcomeLines(deleted.posts)].join('\n'),
      });
    }),
});
