import { STATUS_FILTERS } from '../../../contract/posts/values.js';
import { defineCommand, list, text } from '../../command.js';
import { accountFilter } from '../../input/accounts.js';
import { readPlatforms } from '../../input/platforms.js';
import { withClient } from '../../with-client.js';

export const postsCount = defineCommand({
  name: 'posts count',
  group: 'Publish',
  operations: ['posts.count'],
  summary: 'Count posts',
  alone: true,
  options: {
    status: list(
      '-s, --status <list>',
      'Only posts with these statuses: draft, approval, scheduled, published, failed, …',
      STATUS_FILTERS,
    ),
    platform: list('-p, --platform <networks>', 'Only posts for these networks'),
    account: text('--account <account>', 'Only posts for this account, by handle or id: x:@name'),
    label: text('--label <name>', 'Only posts with this label'),
    text: text('--text <words>', 'Only posts that contain this text'),
  },
  examples: [
    { type: 'posts count --status draft', does: 'Count the drafts' },
    { type: 'posts count --status attention --quiet', does: 'Print the number alone' },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client) => {
      const platform = readPlatforms(options.platform);
      const counted = await client.posts.count(
        {
          ...(options.status.length === 0 ? {} : { status: options.status.join(',') }),
          ...(platform.length === 0 ? {} : { platform }),
          ...(await accountFilter(options.account, client, context)),
          ...(options.label === undefined ? {} : { label: options.label }),
          ...(options.text === undefined ? {} : { text: options.text }),
        },
        { signal: context.signal },
      );
      context.output.result({
        data: counted,
        brief: [String(counted.count)],
        text: () => `${counted.isExact ? '' : 'At least '}${counted.count}`,
      });
    }),
});
