import { setTimeout as sleep } from 'node:timers/promises';
import type { PostriderClient } from '../../../client/client.js';
import { ConnectionError, TimeoutError } from '../../../client/errors/errors.js';
import type { PostriderEvent } from '../../../contract/events/events.js';
import { ACTIVITY_RESULTS, type ActivityEntry } from '../../../contract/service/activity.js';
import { choice, defineCommand, flag, list, text, whole } from '../../command.js';
import type { Context } from '../../context.js';
import { readEventTypes } from '../../input/event-types.js';
import { plainLine } from '../../output/plain-text.js';
import type { Style } from '../../output/style.js';
import { workspaceZone, type ZonedTimes, zonedTimes, zoneNote } from '../../output/zoned-times.js';
import { withClient } from '../../with-client.js';
import { eventLine } from './event-text.js';

/** In milliseconds. */
const POLL_INTERVAL_MS = 1_000;

export const logs = defineCommand({
  name: 'logs',
  group: 'Events',
  operations: ['activity.list', 'events.list'],
  jsonLines: true,
  summary: 'Show API calls with their results, or events',
  details:
    'Calls need the scope activity:read. With --events, shows the events that the key can see instead. With --json, prints one object per line.',
  options: {
    follow: flag('-f, --follow', 'Keep printing new entries until Ctrl-C'),
    events: flag('--events', 'Show events instead of calls'),
    type: list(
      '--type <types>',
      'Only these operations, such as posts.create; with --events post.published, post.*, …',
    ),
    key: text('--key <id>', 'Only calls with this key id'),
    object: text('--object <id>', 'Only entries about this post, schedule, webhook, …'),
    tool: text('--tool <name>', 'Only calls by this MCP tool'),
    result: choice('--result <result>', 'Only calls with this result', ACTIVITY_RESULTS),
    text: text('--text <words>', 'Only calls whose summary contains this'),
    reads: flag('--reads', 'Include calls that only read'),
    limit: whole('-n, --limit <number>', 'Number of past entries (default 20)', { min: 1, max: 100 }),
  },
  examples: [
    { type: 'logs', does: 'Show the last twenty changes and rejected calls' },
    { type: 'logs --follow --result refused', does: 'Watch rejected calls' },
    { type: 'logs --object post_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Show who changed a post' },
    { type: 'logs --events --type post.* --follow', does: 'Watch post events' },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client) => {
      const zone = await workspaceZone(client, context);
      const times = await zonedTimes(zone);
      context.output.note(({ style }) => style('dim', zoneNote(zone)));
      await (options.events
        ? showEvents(client, options, times, context)
        : showCalls(client, options, times, context));
    }),
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

async function showCalls(
  client: PostriderClient,
  wanted: Wanted,
  times: ZonedTimes,
  context: Context,
): Promise<void> {
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
  for (const entry of entries) showCall(entry, times, output);
  if (!wanted.follow) {
    if (entries.length === 0) output.note('No entries match.');
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
        showCall(entry, times, output);
        cursor = entry.cursor;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ConnectionError || error instanceof TimeoutError)) throw error;
    }
  }
}

function showCall(entry: ActivityEntry, times: ZonedTimes, output: Context['output']): void {
  output.result({ data: entry, brief: [entry.id], text: ({ style }) => callLine(entry, times, style) });
}

function callLine(entry: ActivityEntry, { second }: ZonedTimes, style: Style): string {
  const format = entry.result === 'done' ? 'green' : entry.result === 'refused' ? 'yellow' : 'red';
  return [
    style('dim', second(entry.at)),
    style(format, String(entry.status)),
    entry.tool === null ? entry.operation : `${entry.tool} (${entry.operation})`,
    entry.objectId ?? '',
    entry.excerpt ? `“${plainLine(entry.excerpt)}”` : '',
    entry.code === null ? '' : style(format, entry.code),
    plainLine(entry.summary),
    style('dim', plainLine(entry.key?.label ?? '')),
  ]
    .filter((part) => part !== '')
    .join('  ');
}

async function showEvents(
  client: PostriderClient,
  wanted: Wanted,
  times: ZonedTimes,
  context: Context,
): Promise<void> {
  const { signal, output } = context;
  const types = readEventTypes(wanted.type);
  const matches = (event: PostriderEvent): boolean =>
    wanted.object === undefined || Object.values(event.data).includes(wanted.object);
  const show = (event: PostriderEvent): void =>
    output.result({
      data: event,
      brief: [event.id],
      text: ({ style }) => eventLine(event, style, times.second(event.timestamp)),
    });

  const page = await client.events.list({ types, start: 'latest', limit: wanted.limit ?? 20 }, { signal });
  const after = page.data.at(-1)?.cursor ?? 'now';
  const latest = page.data.filter(matches);
  for (const event of latest) show(event);
  if (!wanted.follow) {
    if (latest.length === 0) output.note('No entries match.');
    return;
  }
  for await (const event of client.events.stream({ after, types, signal })) if (matches(event)) show(event);
}
