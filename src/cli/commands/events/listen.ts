import { ApiError } from '../../../client/errors/api-errors.js';
import { EVENT_TYPES, type PostriderEvent } from '../../../contract/events/events.js';
import { defineCommand, list, text } from '../../command.js';
import type { Context } from '../../context.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { readEventTypes } from '../../input/event-types.js';
import { foldersOf } from '../../settings/folders.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';
import { eventLine } from './event-text.js';
import { type Forwarded, forward } from './forward.js';
import { type ListenStore, openListenStore } from './listen-state.js';

export const listen = defineCommand({
  name: 'listen',
  group: 'Events',
  summary: 'Watch events live, and forward them to a URL on this machine',
  details: [
    'Events are signed like webhooks, with the listener’s own secret, which it prints. It waits for a receiver that is not running, and retries three times after an error response.',
    'It remembers its position: after a broken connection, sleep or a restart it continues after the last forwarded event. An event that is forwarded twice has the same webhook-id.',
  ].join('\n\n'),
  options: {
    forwardTo: text('--forward-to <url>', 'URL to forward events to, such as http://127.0.0.1:3000/hooks'),
    events: list(
      '--events <types>',
      'Event types: post.published, or post.* for a family (default: all)',
      EVENT_TYPES,
    ),
    from: text('--from <position>', 'Start at `now`, `oldest` or after a cursor (default: where it stopped)'),
    secret: text('--secret <whsec_…>', 'Sign with this secret instead of the listener’s own'),
  },
  examples: [
    { type: 'listen', does: 'Watch events' },
    {
      type: 'listen --forward-to http://127.0.0.1:3000/hooks --events post.*',
      does: 'Develop a webhook receiver on this machine',
    },
    {
      type: 'listen --from oldest --json',
      does: 'Print all events from the oldest on, one JSON object per line',
    },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client, { apiKey, baseUrl }) => {
      const types = readEventTypes(options.events);
      const url = forwardUrl(options.forwardTo);
      const store = await openListenStore(foldersOf(context.env), [
        baseUrl.value,
        apiKey?.value ?? '',
        url ?? '',
        types.join(),
      ]);
      const { newSecret } = await import('../../../backend/domain/webhooks/signature.js');
      const stored = store.read();
      const secret = options.secret ?? stored.secret ?? newSecret();
      const position = new Position(store, secret, options.from ?? stored.cursor ?? 'now');
      begin(context, url, secret, position.cursor);
      const stream = client.events.stream({
        after: position.cursor,
        ...(types.length > 0 && { types }),
        signal: context.signal,
        onTrouble: (error, ms) => context.output.note(`${error.message} Retrying in ${ms / 1000} s.`),
        onPosition: (cursor) => position.keep(cursor),
      });
      try {
        for await (const event of stream) {
          const forwarded = url === null ? undefined : await forwardEvent(event, url, secret, context);
          if (forwarded === null) return;
          report(event, forwarded, context);
          position.keep(event.cursor);
        }
      } catch (error) {
        throw error instanceof ApiError && LOST_POSITION_CODES.has(error.code) ? positionLost(error) : error;
      }
    }),
});

/** The stored position is not, or no longer, in the event log. */
const LOST_POSITION_CODES: ReadonlySet<string> = new Set(['cursor_invalid', 'cursor_expired']);

/** How far the listener has got. */
class Position {
  readonly #store: ListenStore;
  readonly #secret: string;
  cursor: string;

  constructor(store: ListenStore, secret: string, cursor: string) {
    this.#store = store;
    this.#secret = secret;
    this.cursor = cursor;
  }

  keep(cursor: string): void {
    if (cursor === this.cursor) return;
    this.cursor = cursor;
    this.#store.write({ cursor, secret: this.#secret });
  }
}

function forwardEvent(
  event: PostriderEvent,
  url: string,
  secret: string,
  { output, signal }: Context,
): Promise<Forwarded | null> {
  return forward(event, {
    url,
    secret,
    signal,
    onTrouble: (what, ms) => output.note(`${event.type}: ${url} ${what}. Retrying in ${ms / 1000} s.`),
  });
}

function begin({ output }: Context, url: string | null, secret: string, cursor: string): void {
  if (url === null) {
    output.note('Listening. Press Ctrl-C to stop.');
    return;
  }
  output.result({
    data: { listening: true, forwardTo: url, secret, from: cursor },
    brief: [],
    text: ({ style }) =>
      [
        `Forwarding events to ${style('bold', url)}. Press Ctrl-C to stop.`,
        `Signing secret: ${style('bold', secret)}`,
      ].join('\n'),
  });
}

function report(event: PostriderEvent, forwarded: Forwarded | undefined, { output }: Context): void {
  output.result({
    data: { event, ...(forwarded && { answer: forwarded }) },
    brief: [event.id],
    text: ({ style }) => `${eventLine(event, style)}${forwarded ? `  ${answerText(forwarded, style)}` : ''}`,
  });
}

function answerText(
  { status, durationMs, attempts }: Forwarded,
  style: Context['output']['noteStyle'],
): string {
  const again = attempts > 1 ? `, ${attempts}×` : '';
  return style(status < 300 ? 'green' : 'red', `→ ${status} (${durationMs} ms${again})`);
}

function forwardUrl(written: string | undefined): string | null {
  if (written === undefined) return null;
  const address = /^\d{1,5}$/.test(written) ? `http://127.0.0.1:${written}/` : written;
  if (/^https?:\/\//.test(address) && URL.canParse(address)) return address;
  throw usageFailure(
    `--forward-to: "${written}" is not a URL.`,
    'Write it like http://127.0.0.1:3000/hooks, or as a port: 3000',
  );
}

function positionLost(cause: ApiError): CliFailure {
  return new CliFailure('refused', 'The stored position is no longer in the event log.', {
    changed: 'nothing',
    next: [
      `Start with new events: ${typed('listen --from now')}`,
      `Or start with the oldest: ${typed('listen --from oldest')}`,
    ],
    cause,
  });
}
