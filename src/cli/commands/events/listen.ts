import { ApiError } from '../../../client/api-errors.js';
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
  summary: 'Show events as they happen, and pass them on to an address on this machine',
  details: [
    'Events are signed like webhooks, with a secret of this listener’s own, which it prints. A receiver that is not there is waited for; one that answers with an error is asked three times more.',
    'It keeps its position: after a broken connection, sleep or a restart it goes on after the last event that was forwarded on. An event that is forwarded on twice has the same webhook-id.',
  ].join('\n\n'),
  options: {
    forwardTo: text('--forward-to <url>', 'Where to pass events on to, such as http://127.0.0.1:3000/hooks'),
    events: list(
      '--events <types>',
      'Which: post.published, or post.* for a family (default: all)',
      EVENT_TYPES,
    ),
    from: text(
      '--from <position>',
      'Begin with `now`, `oldest` or after a cursor, instead of where it left off',
    ),
    secret: text('--secret <whsec_…>', 'Sign with this secret instead of the listener’s own'),
  },
  examples: [
    { type: 'listen', does: 'Watch what happens' },
    {
      type: 'listen --forward-to http://127.0.0.1:3000/hooks --events post.*',
      does: 'Develop a receiver of webhooks on this machine',
    },
    {
      type: 'listen --from oldest --json',
      does: 'Everything so far and from now on, one JSON object a line',
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
        onTrouble: (error, ms) => context.output.note(`${error.message} Trying again in ${ms / 1000} s.`),
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

/** What it was told up to is no position in the log, or no more. */
const LOST_POSITION_CODES: ReadonlySet<string> = new Set(['cursor_invalid', 'cursor_expired']);

/** How far the listener has come. */
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
    onTrouble: (what, ms) => output.note(`${event.type}: ${url} ${what}. Trying again in ${ms / 1000} s.`),
  });
}

function begin({ output }: Context, url: string | null, secret: string, cursor: string): void {
  if (url === null) {
    output.note('Listening. Ctrl-C ends it.');
    return;
  }
  output.result({
    data: { listening: true, forwardTo: url, secret, from: cursor },
    brief: [],
    text: ({ style }) =>
      [
        `Passing events on to ${style('bold', url)}. Ctrl-C ends it.`,
        `They are signed with ${style('bold', secret)}`,
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
    `--forward-to: "${written}" is no address.`,
    'Write it like http://127.0.0.1:3000/hooks, or as a port: 3000',
  );
}

function positionLost(cause: ApiError): CliFailure {
  return new CliFailure('refused', 'The backend does not know the position in the log at which to go on.', {
    changed: 'nothing',
    next: [
      `Begin with what happens from now on: ${typed('listen --from now')}`,
      `Or with everything: ${typed('listen --from oldest')}`,
    ],
    cause,
  });
}
