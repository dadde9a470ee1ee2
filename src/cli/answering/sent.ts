import { setTimeout as sleep } from 'node:timers/promises';
import { PostriderError } from '../../client/errors.js';
import type { SendStatus } from '../../contract/inbox/replies.js';
import type { Diagnosis } from '../../contract/posts/delivery-errors.js';
import { SEND_WORDS } from '../../mcp/tools/inbox/send-results.js';
import { whole } from '../command.js';
import type { Context } from '../context.js';
import type { ExitKind } from '../exit-codes.js';
import { paragraph } from '../output/parts.js';
import { plainLine } from '../output/plain-text.js';
import type { Format } from '../output/style.js';
import type { Room } from '../output/table.js';
import { typed } from '../typed-name.js';

/** Seconds that are waited for the network unless told. */
const WAIT_SECONDS = 30;

/** How long what becomes of it is waited for. */
export const WAIT_OPTION = whole(
  '--wait <seconds>',
  `Wait this long for what becomes of it (default ${WAIT_SECONDS})`,
  { min: 0, max: 600 },
);

/** A reply or message of your own, as far as it tells what became of it. */
export interface Sent {
  readonly id: string;
  readonly status: SendStatus | null;
  readonly error: Diagnosis | null;
  readonly pollAfterSeconds: number | null;
}

/**
 * Reads a reply or message until it is under way no more, or until the time is over. It was taken by now: what
 * goes wrong while waiting is told, and does not hide it.
 *
 * @param look the command that shows it later
 */
export async function untilSent<One extends Sent>(
  taken: One,
  read: () => Promise<One>,
  { seconds = WAIT_SECONDS, look }: { readonly seconds: number | undefined; readonly look: string },
  { output, signal }: Context,
): Promise<One> {
  const until = performance.now() + seconds * 1000;
  let latest = taken;
  try {
    while (latest.status === 'sending') {
      const left = until - performance.now();
      if (left <= 0) break;
      await sleep(Math.min((latest.pollAfterSeconds ?? 1) * 1000, left), undefined, { signal });
      latest = await read();
    }
  } catch (error) {
    const isOurs = error instanceof PostriderError || signal.aborted;
    if (!isOurs) throw error;
    const why = error instanceof PostriderError ? ` ${error.message}` : '';
    output.note(`It was taken; what became of it was not waited for.${why} See it later: ${typed(look)}`);
  }
  return latest;
}

/** What a command ends with that sent something. */
export function exitOf(status: SendStatus | null): ExitKind | undefined {
  switch (status) {
    case 'failed':
      return 'failed';
    case 'unknown':
      return 'outcome_unknown';
    case 'sending':
      return 'not_ended';
    default:
      return undefined;
  }
}

const FORMATS: Readonly<Record<SendStatus, Format>> = {
  sent: 'green',
  sending: 'cyan',
  failed: 'red',
  unknown: 'yellow',
};

/** How a status of sending is coloured. */
export function sendFormat(status: SendStatus | null): Format | undefined {
  return status === null ? undefined : FORMATS[status];
}

/** What became of it, why, and what to do now: nothing where it is sent. */
export function sendAdvice({ id, status, error }: Sent, kind: 'comments' | 'messages', room: Room): string[] {
  if (status === null || status === 'sent') return [];
  const next: Readonly<Record<Exclude<SendStatus, 'sent'>, readonly string[]>> = {
    failed: [],
    sending: [`Do not send it again. See what becomes of it: ${typed(`${kind} get ${id}`)}`],
    unknown: [
      'Do not send it again before you have looked at the network.',
      `The network is asked once more by: ${typed(`${kind} resolve ${id} --outcome check`)}`,
      'Or say what you saw: --outcome sent where it is there, --outcome send_again where it is not.',
    ],
  };
  return [
    ...paragraph(SEND_WORDS[status], '  ', FORMATS[status], room),
    ...(error === null ? [] : paragraph(plainLine(error.message), '  ', null, room)),
    ...(error === null ? [] : paragraph(`${error.action} (${error.code})`, '  ', 'dim', room)),
    ...next[status].flatMap((line) => paragraph(line, '  ', null, room)),
  ];
}
