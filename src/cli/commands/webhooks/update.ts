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
    'What is not named stays as it is. Who changes the address or the events becomes its key: from then on it is sent what that key may see. What happens while it is paused is not sent later; `logs --events` has it.',
  arguments: [{ name: '<webhook>', description: 'Its id, as `webhooks list` shows it' }],
  options: {
    url: text('--url <url>', 'Where events are sent'),
    events: list('--events <types>', 'Which: post.published, post.* for a family, or all', [
      'all',
      ...EVENT_TYPES,
    ]),
    label: text('--label <text>', 'What it is for, in your words'),
    pause: flag('--pause', 'Send nothing until it is resumed'),
    resume: flag('--resume', 'Switch it on again'),
  },
  examples: [
    { type: 'webhooks update wh_01k9x3m5t7v9b2c4d6f8g0h1jk --pause', does: 'While the receiver is mended' },
    { type: 'webhooks update wh_01k9x3m5t7v9b2c4d6f8g0h1jk --resume', does: 'Go on' },
    {
      type: 'webhooks update wh_01k9x3m5t7v9b2c4d6f8g0h1jk --events post.*,comment.received',
      does: 'Other events',
    },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client) => {
      const { url, label, pause, resume } = options;
      if (pause && resume) throw usageFailure('Give --pause or --resume, not both.');
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
        throw usageFailure(
          'Nothing was named that changes.',
          '--url, --events, --label, --pause or --resume',
        );
      const webhook = await client.webhooks.update(id, changes, { signal: context.signal });
      context.output.result({
        data: webhook,
        brief: [webhook.id],
        text: (screen) => webhookText(webhook, screen),
      });
    }),
});
