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
  summary: 'Send events to a URL',
  details:
    'Requests are signed as in Standard Webhooks; the secret is shown once. The URL receives only events that this key can see. For a receiver on this machine, use `postrider listen`.',
  options: {
    url: text('--url <url>', 'URL to send events to'),
    events: list(
      '--events <types>',
      'Event types: post.published, or post.* for a family (default: all)',
      EVENT_TYPES,
    ),
    label: text('--label <text>', 'What the webhook is for'),
  },
  examples: [
    {
      type: 'webhooks create --url https://shop.example/hooks --events post.*',
      does: 'Send all post events to a shop',
    },
    { type: 'webhooks create --url https://shop.example/hooks --quiet', does: 'Print only the secret' },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client) => {
      if (options.url === undefined)
        throw usageFailure('Missing required option --url.', 'Use --url https://…');
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
            screen.style(
              'yellow',
              'Save this secret for your receiver. This is the only time the secret is shown.',
            ),
            '',
            fields(
              [
                ['Webhook', webhook.id],
                ['URL', webhook.url],
                ['Events', webhook.events?.join(', ') ?? 'all that the key can see'],
              ],
              screen,
            ),
            '',
            `Test it: ${screen.style('cyan', typed(`webhooks test ${webhook.id}`))}`,
          ].join('\n'),
      });
    }),
});
