import { readFileSync } from 'node:fs';
import { isRecord } from '../../../base/is-record.js';
import { EVENT_KINDS, EVENT_TYPES, isEventType } from '../../../contract/events/events.js';
import type { SendInbound } from '../../../contract/sandbox/inbound.js';
import { defineCommand, flag, type OptionSpec, text } from '../../command.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { accountFilter } from '../../input/accounts.js';
import { type Column, table } from '../../output/table.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';
import { eventLine } from './event-text.js';
import { setFields } from './set-fields.js';

/** Repeated, because values may contain commas. */
const assignments: OptionSpec<readonly string[]> = {
  flags: '--set <field=value>',
  description: 'Set a field of the event’s data: a.b=c; can be repeated',
  read: (given) => given,
};

export const trigger = defineCommand({
  name: 'trigger',
  group: 'Events',
  operations: ['testEvents.trigger', 'testInbound.create'],
  summary: 'Trigger an event in a sandbox, to test a receiver',
  details:
    'Adds the event to the log and sends it to webhooks and listeners; nothing else changes. comment.received with --post, and message.received with --account, have a person on the simulated network write a real comment or message instead. The key needs the scope test:control: keys create --preset sandbox.',
  arguments: [
    {
      name: '[event]',
      description: 'Event type, such as post.published; --list shows all',
      completes: EVENT_TYPES,
    },
  ],
  options: {
    list: flag('--list', 'List every event type and its fixture'),
    set: assignments,
    post: text(
      '--post <id>',
      'With comment.received: a person on the simulated network comments on this post',
    ),
    account: text(
      '--account <account>',
      'With message.received: a person on the simulated network writes to this account',
    ),
    text: text('--text <text>', 'With --post or --account: the text they write'),
    author: text('--author <handle>', 'With --post or --account: their handle (default @mia.brews)'),
    from: text('--from <file>', 'Read fields of the event’s data from a JSON file; - reads standard input'),
  },
  examples: [
    { type: 'trigger post.published', does: 'Send the fixture' },
    { type: 'trigger target.failed --set platform=x', does: 'Change a field' },
    { type: 'trigger post.failed --from data.json', does: 'Read fields from a file' },
    {
      type: 'trigger comment.received --post post_01k9x3m5t7v9b2c4d6f8g0h1jk --text "Oat milk?"',
      does: 'Create a real comment in the inbox',
    },
    { type: 'trigger --list', does: 'List event types' },
  ],
  run: async ({ arguments: [type], options }, context) => {
    if (options.list) {
      context.output.result({
        data: Object.fromEntries(EVENT_TYPES.map((name) => [name, EVENT_KINDS[name].example])),
        brief: EVENT_TYPES,
        text: (screen) => table(COLUMNS, EVENT_TYPES, screen),
      });
      return;
    }
    if (type === undefined && (options.post !== undefined || options.account !== undefined)) {
      const wanted = options.post === undefined ? 'message.received' : 'comment.received';
      throw usageFailure(
        'Missing event type.',
        `Name it first: ${typed(`trigger ${wanted} ${options.post === undefined ? '--account <account>' : '--post <id>'}`)}`,
      );
    }
    if (type === undefined)
      throw usageFailure('Missing event type.', `List them: ${typed('trigger --list')}`);
    if (!isEventType(type)) {
      throw usageFailure(`Unknown event type "${type}".`, `List them: ${typed('trigger --list')}`);
    }
    const written = inboundOf(type, options);
    if (written !== null) {
      await withClient(context, async (client) => {
        const sent = await client.testInbound.create(
          { ...written, ...(await accountFilter(options.account, client, context)) },
          { signal: context.signal },
        );
        const ids = [...sent.commentIds, ...sent.messageIds];
        context.output.result({
          data: sent,
          brief: ids,
          text: () => `${type}: created ${ids.join(', ')} in the inbox.`,
        });
      });
      return;
    }
    const data = setFields(options.from === undefined ? {} : readFields(options.from), options.set);
    await withClient(context, async (client) => {
      const event = await client.testEvents.trigger({ type, data }, { signal: context.signal });
      context.output.result({
        data: event,
        brief: [event.id],
        text: ({ style }) => eventLine(event, style),
      });
    });
  },
});

const COLUMNS: readonly Column<(typeof EVENT_TYPES)[number]>[] = [
  { title: 'EVENT', value: (type) => type },
  { title: 'WHEN', value: (type) => EVENT_KINDS[type].summary, minWidth: 20 },
  { title: 'FIXTURE', value: (type) => JSON.stringify(EVENT_KINDS[type].example), minWidth: 20 },
];

/** What a person on the simulated network writes; null for an event that is only logged. */
function inboundOf(
  type: string,
  { post, account, text: words, author, set, from }: Inbound,
): SendInbound | null {
  if (post === undefined && account === undefined && words === undefined && author === undefined) return null;
  const isComment = type === 'comment.received';
  if (!isComment && type !== 'message.received')
    throw usageFailure(
      '--post, --account, --text and --author only work with comment.received and message.received.',
    );
  if (set.length > 0 || from !== undefined)
    throw usageFailure(
      '--set and --from change the fixture. They cannot be combined with --post or --account.',
    );
  if (isComment && post === undefined) throw usageFailure('comment.received needs --post.');
  if (!isComment && (account === undefined || post !== undefined))
    throw usageFailure('message.received needs --account, without --post.');
  return {
    type: isComment ? 'comment' : 'message',
    ...(post === undefined ? {} : { postId: post }),
    ...(words === undefined ? {} : { text: words }),
    ...(author === undefined ? {} : { author }),
  };
}

interface Inbound {
  readonly post: string | undefined;
  readonly account: string | undefined;
  readonly text: string | undefined;
  readonly author: string | undefined;
  readonly set: readonly string[];
  readonly from: string | undefined;
}

function readFields(file: string): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
    if (isRecord(fields)) return fields;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliFailure('usage', `Cannot read --from ${file}: ${reason}`, { changed: 'nothing', cause });
  }
  throw usageFailure(`--from ${file} is not a JSON object.`);
}
