import {
  ALERT_KIND_NAMES,
  ALERT_TOPIC_NAMES,
  ALERT_TOPICS,
  isAlertTopic,
} from '../../../contract/alerts/alerts.js';
import { choice, defineCommand, flag, list } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';

export const alertsAdd = defineCommand({
  name: 'alerts add',
  group: 'Events',
  operations: ['alerts.create'],
  summary: 'Send alerts of failures to an email address or a chat',
  details: [
    'Failures that happen together come in one message, at most one every 10 minutes. Mattermost takes the same messages as Slack. The URL of a chat is stored sealed, and only its host and last four characters are shown; your shell may keep it in its history.',
    `Topics:\n${ALERT_TOPIC_NAMES.map((topic) => `  ${topic.padEnd(8)}  ${ALERT_TOPICS[topic].says}`).join('\n')}`,
  ].join('\n\n'),
  arguments: [
    { name: '<address>', description: 'An email address, or the URL of an incoming webhook of the chat' },
  ],
  options: {
    kind: choice('--kind <kind>', 'Where the address is (default: email)', ALERT_KIND_NAMES),
    about: list('--about <topics>', 'What to be told about (default: everything)', ALERT_TOPIC_NAMES),
    quote: flag('--quote', 'Quote the first words of posts'),
  },
  examples: [
    { type: 'alerts add team@example.org', does: 'Tell a team of everything by email' },
    {
      type: 'alerts add https://hooks.slack.com/services/… --kind slack --about posts,accounts',
      does: 'Tell a channel in Slack of posts and accounts',
    },
  ],
  run: ({ arguments: [address = ''], options: { kind = 'email', about, quote } }, context) =>
    withClient(context, async (client) => {
      const unknown = about.find((topic) => !isAlertTopic(topic));
      if (unknown !== undefined) {
        throw usageFailure(`“${unknown}” is not a topic. Use some of: ${ALERT_TOPIC_NAMES.join(', ')}.`);
      }
      const topics = about.filter(isAlertTopic);
      const added = await client.alerts.create(
        { kind, address, quotesPosts: quote === true, ...(topics.length > 0 && { topics }) },
        { signal: context.signal },
      );
      context.output.result({
        data: added,
        brief: [added.id],
        text: ({ style }) =>
          [
            `Alerts about ${added.topics.join(', ')} are sent to ${added.address}.`,
            `Test it: ${style('cyan', typed(`alerts test ${added.id}`))}`,
          ].join('\n'),
      });
    }),
});
