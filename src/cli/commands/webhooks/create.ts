import { EVENT_TYPES } from '../../../contract/events/events.js';
import { defineCommand, list, text } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { readEventTypes } from '../../input/event-types.js';
import { fields } from '../../output/fields.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';

export const webhooksCreate = defineCommand({
  name: 'webhooks create',
  group: 'Events',
  operations: ['webhooks.create'],
  summary: 'Have an address told of events',
  details:
    'What is sent is signed by the Standard Webhooks rules. The secret is shown once. The address is told what this key may see. For a receiver on this machine, `postrider listen` is simpler.',
  options: {
    url: text('--url <url>', 'Where events are sent'),
    events: list(
      '--events <types>',
      'Which: post.published, or post.* for a family (default: all)',
      EVENT_TYPES,
    ),
    label: text('--label <text>', 'What it is for, in your words'),
  },
  examples: [
    {
      type: 'webhooks create --url https://shop.example/hooks --events post.*',
      does: 'Tell the shop of its posts',
    },
    { type: 'webhooks create --url https://shop.example/hooks --quiet', does: 'Print the secret alone' },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client) => {
      if (options.url === undefined) throw usageFailure('Where are events to be sent?', '--url https://…');
      const events = readEventTypes(options.events);
      const webhook = await client.webhooks.create(
        {
          url: options.url,
          ...(events.length > 0 && { events }),
          ...(options.label !== undefined && { label: options.label }),
        },
        { signal: context.signal },
      );
      context.output.result({
        data: webhook,
        brief: [webhook.secret],
        text: (screen) =>
          [
            screen.style('bold', webhook.secret),
            screen.style('yellow', 'This is the only time the secret is shown. The receiver needs it.'),
            '',
            fields(
              [
                ['Webhook', webhook.id],
                ['URL', webhook.url],
                ['Events', webhook.events?.join(', ') ?? 'all that the key may see'],
              ],
              screen,
            ),
            '',
            `Try it: ${screen.style('cyan', typed(`webhooks test ${webhook.id}`))}`,
          ].join('\n'),
      });
    }),
});
