import { defineCommand, flag } from '../../command.js';
import { confirmAction } from '../../input/confirm-action.js';
import { plainLine } from '../../output/plain-text.js';
import { withClient } from '../../with-client.js';

export const sourcesDelete = defineCommand({
  name: 'sources delete',
  group: 'Publish',
  operations: ['sources.delete'],
  summary: 'Delete an extracted article or text',
  details: 'Posts made from it stay, and name it no longer. It is gone for good: that asks first.',
  arguments: [{ name: '<id>', description: 'The source’s id (src_…)' }],
  options: { yes: flag('-y, --yes', 'Do not ask for confirmation') },
  examples: [
    { type: 'sources delete src_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Asks first' },
    { type: 'sources delete src_01k9x3m5t7v9b2c4d6f8g0h1jk --yes', does: 'In a script' },
  ],
  run: ({ arguments: [id = ''], options: { yes } }, context) =>
    withClient(context, async (client) => {
      const source = await client.sources.get(id, { signal: context.signal });
      const name = plainLine(source.title ?? source.excerpt);
      const act = { shows: () => name, question: 'Delete it?', would: 'The source would be gone for good' };
      await confirmAction(act, yes, context);
      const deleted = await client.sources.delete(source.id, { signal: context.signal });
      context.output.result({
        data: deleted,
        brief: [deleted.id],
        text: () => `${deleted.id} is deleted: ${name}`,
      });
    }),
});
