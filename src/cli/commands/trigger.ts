import { readFileSync } from 'node:fs';
import { EVENT_KINDS, EVENT_TYPES, isEventType } from '../../contract/events.js';
import { defineCommand, flag, type OptionSpec, text } from '../command.js';
import { CliFailure, usageFailure } from '../failure.js';
import { type Column, table } from '../output/table.js';
import { eventLine } from '../present/event-text.js';
import { isFields, setFields } from '../triggering/set-fields.js';
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
  summary: 'Make an event happen in a sandbox, to see what a receiver does',
  details:
    'The event goes into the log, to webhooks and to listeners; nothing else changes. The key needs test:control: keys create --preset sandbox.',
  arguments: [{ name: '[event]', description: 'Its type, such as post.published; --list shows them' }],
  options: {
    list: flag('--list', 'Show every event, and the fixture that is sent'),
    set: assignments,
    from: text('--from <file>', 'Fields of the event’s data as JSON; - reads standard input'),
  },
  examples: [
    { type: 'trigger post.published', does: 'With the fixture as it is' },
    { type: 'trigger target.failed --set platform=x', does: 'With a field of your own' },
    { type: 'trigger post.failed --from data.json', does: 'With fields from a file' },
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

function readFields(file: string): Record<string, unknown> {
  try {
    const fields: unknown = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
    if (isFields(fields)) return fields;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CliFailure('usage', `--from ${file} cannot be read: ${reason}`, { changed: 'nothing', cause });
  }
  throw usageFailure(`--from ${file} holds no JSON object.`);
}
