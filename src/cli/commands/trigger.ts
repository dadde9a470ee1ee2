import { readFileSync } from 'node:fs';
import { isRecord } from '../../base/is-record.js';
import { EVENT_KINDS, EVENT_TYPES, isEventType } from '../../contract/events/events.js';
import type { SendInbound } from '../../contract/sandbox/inbound.js';
import { defineCommand, flag, type OptionSpec, text } from '../command.js';
import { CliFailure, usageFailure } from '../failure.js';
import { type Column, table } from '../output/table.js';
import { eventLine } from '../present/event-text.js';
import { setFields } from '../triggering/set-fields.js';
import { TRIGGERS } from '../triggering/triggers.js';
import { typed } from '../typed-name.js';
import { withClient } from '../with-client.js';

/** Each as it was typed: values may hold commas. */
const assignments: OptionSpec<readonly string[]> = {
  flags: '--set <field=value>',
  description: 'Another value for a field of the event’s data: a.b=c (may be given several times)',
  read: (given) => given,
};

export const trigger = defineCommand({
  name: 'trigger',
  group: 'Events',
  operations: ['testEvents.trigger', 'testInbound.create'],
  summary: 'Make an event happen in a sandbox, to see what a receiver does',
  details:
    'The event goes into the log, to webhooks and to listeners; nothing else changes, unless --post or --account has a person at the simulated network write something. The key needs test:control: keys create --preset sandbox.',
  arguments: [
    {
      name: '[event]',
      description: 'Its type, such as post.published; --list shows them',
      completes: EVENT_TYPES,
    },
  ],
  options: {
    list: flag('--list', 'Show every event, and the fixture that is sent'),
    set: assignments,
    post: text('--post <id>', 'comment.received: a person at the simulated network comments on this post'),
    account: text('--account <id>', 'message.received: a person writes to this account'),
    text: text('--text <text>', 'With --post or --account: what they write'),
    author: text('--author <handle>', 'With --post or --account: who writes (default @mia.brews)'),
    from: text('--from <file>', 'Fields of the event’s data as JSON; - reads standard input'),
  },
  examples: [
    { type: 'trigger post.published', does: 'With the fixture as it is' },
    { type: 'trigger target.failed --set platform=x', does: 'With a field of your own' },
    { type: 'trigger post.failed --from data.json', does: 'With fields from a file' },
    {
      type: 'trigger comment.received --post post_01k9x3m5t7v9b2c4d6f8g0h1jk --text "Oat milk?"',
      does: 'A real comment, in the inbox',
    },
    { type: 'trigger --list', does: 'What there is' },
  ],
  run: async ({ arguments: [type], options }, context) => {
    if (options.list) {
      context.output.result({
        data: Object.fromEntries(EVENT_TYPES.map((name) => [name, EVENT_KINDS[name].example])),
        brief: EVENT_TYPES,
        text: (room) => table(COLUMNS, EVENT_TYPES, room),
      });
      return;
    }
    if (type === undefined) throw usageFailure('Which event?', typed('trigger --list'));
    if (!isEventType(type)) {
      throw usageFailure(`There is no event "${type}".`, `See what there is: ${typed('trigger --list')}`);
    }
    const written = inboundOf(type, options);
    if (written !== null) {
      await withClient(context, async (client) => {
        const sent = await client.testInbound.create(written, { signal: context.signal });
        const ids = [...sent.commentIds, ...sent.messageIds];
        context.output.result({
          data: sent,
          brief: ids,
          text: () => `${type}: ${ids.join(', ')} is in the inbox.`,
        });
      });
      return;
    }
    const data = setFields(options.from === undefined ? {} : readFields(options.from), options.set);
    await withClient(context, async (client) => {
      const event = await TRIGGERS[type](client, type, data, { signal: context.signal });
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
  { title: 'WHEN', value: (type) => EVENT_KINDS[type].summary, cutTo: 20 },
  { title: 'FIXTURE', value: (type) => JSON.stringify(EVENT_KINDS[type].example), cutTo: 20 },
];

/** What a person at a simulated network is to write; null where an event is only written into the log. */
function inboundOf(
  type: string,
  { post, account, text: words, author, set, from }: Inbound,
): SendInbound | null {
  if (post === undefined && account === undefined && words === undefined && author === undefined) return null;
  const isComment = type === 'comment.received';
  if (!isComment && type !== 'message.received')
    throw usageFailure(
      '--post, --account, --text and --author are for comment.received and message.received.',
    );
  if (set.length > 0 || from !== undefined)
    throw usageFailure('--set and --from change the fixture: leave them out where somebody writes.');
  if (isComment && post === undefined)
    throw usageFailure('comment.received: say under which post, with --post.');
  if (!isComment && (account === undefined || post !== undefined))
    throw usageFailure('message.received: say to whom, with --account alone.');
  return {
    type: isComment ? 'comment' : 'message',
    ...(post === undefined ? {} : { postId: post }),
    ...(account === undefined ? {} : { accountId: account }),
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
    throw new CliFailure('usage', `--from ${file} cannot be read: ${reason}`, { changed: 'nothing', cause });
  }
  throw usageFailure(`--from ${file} holds no JSON object.`);
}
