import { EVENT_TYPES } from '../../../contract/events/events.js';
import { defineCommand, flag, list, text } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { readEventTypes } from '../../input/event-types.js';
import { withClient } from '../../with-client.js';
import { webhookText } from './webhook-text.js';

export const webhooksUpdate = defineCommand({
  name: 'webhooks update',
  group: 'Events',
  operations: ['webhooks.update'],
  summary: 'Change, pause or resume a webhook',
  details:
    'Options that you leave out stay unchanged. If you change the URL or the events, the webhook switches to your key and receives what that key can see. Events during a pause are not sent later; see `postrider logs --events`.',
  arguments: [{ name: '<webhook>', description: 'Webhook id (wh_…)' }],
  options: {
    url: text('--url <url>', 'URL to send events to'),
    events: list('--events <types>', 'Event types: post.published, post.* for a family, or all', [
      'all',
      ...EVENT_TYPES,
    ]),
    label: text('--label <text>', 'What the webhook is for'),
    pause: flag('--pause', 'Send no events until it is resumed'),
    resume: flag('--resume', 'Send events again'),
  },
  examples: [
    {
      type: 'webhooks update wh_01k9x3m5t7v9b2c4d6f8g0h1jk --pause',
      does: 'Pause while you fix the receiver',
    },
    { type: 'webhooks update wh_01k9x3m5t7v9b2c4d6f8g0h1jk --resume', does: 'Resume it' },
    {
      type: 'webhooks update wh_01k9x3m5t7v9b2c4d6f8g0h1jk --events post.*,comment.received',
      does: 'Change the events',
    },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client) => {
      const { url, label, pause, resume } = options;
      if (pause && resume) throw usageFailure('Use --pause or --resume, not both.');
      const all = options.events.includes('all');
      const events = all ? [] : readEventTypes(options.events);
      const changes = {
        ...(url !== undefined && { url }),
        ...(label !== undefined && { label }),
        ...(all && { events: null }),
        ...(events.length > 0 && { events }),
        ...((pause || resume) && { active: resume }),
      };
      if (Object.keys(changes).length === 0)
        throw usageFailure('Nothing to change.', 'Use --url, --events, --label, --pause or --resume');
      const webhook = await client.webhooks.update(id, changes, { signal: context.signal });
      context.output.result({
        data: webhook,
        brief: [webhook.id],
        text: (screen) => webhookText(webhook, screen),
      });
    }),
});
