import { choice, defineCommand, flag, whole } from '../../command.js';
import { confirmAction } from '../../input/confirm-action.js';
import { withClient } from '../../with-client.js';
import { confirmExisting, EXISTING_CHOICES } from './existing-posts.js';
import { postOutcomeLines } from './schedule-text.js';

export const schedulesDelete = defineCommand({
  name: 'schedules delete',
  group: 'Plan',
  operations: ['schedules.delete'],
  summary: 'Delete a schedule',
  details:
    'It is gone for good: that asks first. Posts in its slots keep their time, unless --existing says otherwise. To stop it for a while: `schedules update <id> --pause`.',
  arguments: [{ name: '<id>', description: 'The schedule’s id (sch_…)' }],
  options: {
    existing: choice('--existing <word>', 'What becomes of posts in its slots', EXISTING_CHOICES),
    ifVersion: whole('--if-version <number>', 'Only if it is still this version', {
      min: 1,
      max: Number.MAX_SAFE_INTEGER,
    }),
    yes: flag('-y, --yes', 'Do not ask for confirmation'),
  },
  examples: [
    {
      type: 'schedules delete sch_01k9x3m5t7v9b2c4d6f8g0h1jk',
      does: 'Its posts keep their time; asks first',
    },
    {
      type: 'schedules delete sch_01k9x3m5t7v9b2c4d6f8g0h1jk --existing cancel --yes',
      does: 'Its posts are cancelled',
    },
  ],
  run: ({ arguments: [id = ''], options: { existing, ifVersion, yes } }, context) =>
    withClient(context, async (client) => {
      if (existing === undefined || existing === 'keep') {
        const act = {
          shows: () => 'The posts in its slots keep their time.',
          question: 'Delete the schedule?',
          would: 'The schedule would be gone for good',
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
        text: () => [`${deleted.id} is deleted.`, ...postOutcomeLines(deleted.posts)].join('\n'),
      });
    }),
});
