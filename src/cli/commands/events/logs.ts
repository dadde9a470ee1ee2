import { setTimeout as sleep } from 'node:timers/promises';
import type { PostriderClient } from '../../../client/client.js';
import { ConnectionError, TimeoutError } from '../../../client/errors.js';
import type { PostriderEvent } from '../../../contract/events/events.js';
import { ACTIVITY_RESULTS, type ActivityEntry } from '../../../contract/service/activity.js';
import { choice, defineCommand, flag, list, text, whole } from '../../command.js';
import type { Context } from '../../context.js';
import { readEventTypes } from '../../input/event-types.js';
import { plainLine } from '../../output/plain-text.js';
import type { Style } from '../../output/style.js';
import { withClient } from '../../with-client.js';
import { clockTime, eventLine } from './event-text.js';

/** How often it is looked for more, in milliseconds. */
const POLL_INTERVAL_MS = 1_000;

export const logs = defineCommand({
  name: 'logs',
  group: 'Events',
  operations: ['activity.list', 'events.list'],
  jsonLines: true,
  summary: 'See what was called with which key and what came of it, or what happened',
  details:
    'Calls need the scope activity:read. With --events it shows events instead, as far as the key may see them. With --json: one object a line.',
  options: {
    follow: flag('-f, --follow', 'Go on with what comes, until Ctrl-C'),
    events: flag('--events', 'What happened, instead of what was called'),
    type: list('--type <types>', 'Only these: posts.create, …; with --events post.published, post.*, …'),
    key: text('--key <id>', 'Only calls with this key'),
    object: text('--object <id>', 'Only what is about this post, schedule, webhook, …'),
    tool: text('--tool <name>', 'Only calls of this MCP tool'),
    result: choice('--result <result>', 'Only calls that ended so', ACTIVITY_RESULTS),
    text: text('--text <words>', 'Only calls whose summary contains this'),
    reads: flag('--reads', 'Calls that only read, too'),
    limit: whole('-n, --limit <number>', 'How many at first (default 20)', { min: 1, max: 100 }),
  },
  examples: [
    { type: 'logs', does: 'The last twenty changes, and what was refused' },
    { type: 'logs --follow --result refused', does: 'Watch what agents try in vain' },
    { type: 'logs --object post_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Who did what to one post' },
    { type: 'logs --events --type post.* --follow', does: 'Watch what becomes of posts' },
  ],
  run: ({ options }, context) =>
    withClient(context, (client) =>
      options.events ? showEvents(client, options, context) : showCalls(client, options, context),
    ),
});

interface Wanted {
  readonly follow: boolean;
  readonly type: readonly string[];
  readonly key: string | undefined;
  readonly object: string | undefined;
  readonly tool: string | undefined;
  readonly result: (typeof ACTIVITY_RESULTS)[number] | undefined;
  readonly text: string | undefined;
  readonly reads: boolean;
  readonly limit: number | undefined;
}

async function showCalls(client: PostriderClient, wanted: Wanted, context: Context): Promise<void> {
  const { signal, output } = context;
  const filters = {
    keyId: wanted.key,
    objectId: wanted.object,
    tool: wanted.tool,
    result: wanted.result,
    text: wanted.text,
    ...(wanted.type.length > 0 && { operation: wanted.type.join(',') }),
    ...(!wanted.reads && { kind: 'change' }),
  };
  const first = await client.activity.list({ ...filters, limit: wanted.limit ?? 20 }, { signal });
  const entries = [...first.data].reverse();
  for (const entry of entries) showCall(entry, output);
  if (!wanted.follow) {
    if (entries.length === 0) output.note('Nothing matches.');
    return;
  }
  let cursor = entries.at(-1)?.cursor;
  while (!signal.aborted) {
    await sleep(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    try {
      for await (const entry of client.activity.list(
        { ...filters, order: 'asc', limit: 100, cursor },
        { signal },
      )) {
        showCall(entry, output);
        cursor = entry.cursor;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ConnectionError || error instanceof TimeoutError)) throw error;
    }
  }
}

function showCall(entry: ActivityEntry, output: Context['output']): void {
  output.result({ data: entry, brief: [entry.id], text: ({ style }) => callLine(entry, style) });
}

function callLine(entry: ActivityEntry, style: Style): string {
  const format = entry.result === 'done' ? 'green' : entry.result === 'refused' ? 'yellow' : 'red';
  return [
    style('dim', clockTime(entry.at)),
    style(format, String(entry.status)),
    entry.tool === null ? entry.operation : `${entry.tool} (${entry.operation})`,
    entry.objectId ?? '',
    entry.code === null ? '' : style(format, entry.code),
    plainLine(entry.summary),
    style('dim', plainLine(entry.key?.label ?? '')),
  ]
    .filter((part) => part !== '')
    .join('  ');
}

async function showEvents(client: PostriderClient, wanted: Wanted, context: Context): Promise<void> {
  const { signal, output } = context;
  const types = readEventTypes(wanted.type);
  const matches = (event: PostriderEvent): boolean =>
    wanted.object === undefined || Object.values(event.data).includes(wanted.object);
  const show = (event: PostriderEvent): void =>
    output.result({ data: event, brief: [event.id], text: ({ style }) => eventLine(event, style) });

  const page = await client.events.list({ types, start: 'latest', limit: wanted.limit ?? 20 }, { signal });
  const after = page.data.at(-1)?.cursor ?? 'now';
  const latest = page.data.filter(matches);
  for (const event of latest) show(event);
  if (!wanted.follow) {
    if (latest.length === 0) output.note('Nothing matches.');
    return;
  }
  for await (const event of client.events.stream({ after, types, signal })) if (matches(event)) show(event);
}
