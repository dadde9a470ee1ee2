import { setTimeout as sleep } from 'node:timers/promises';
import { PostriderError } from '../../../client/errors/errors.js';
import type { SendStatus } from '../../../contract/inbox/replies.js';
import type { Diagnosis } from '../../../contract/posts/delivery-errors.js';
import { SEND_WORDS } from '../../../mcp/tools/inbox/send-results.js';
import { VERSION } from '../../../version.js';
import { flag, type Options, text, whole } from '../../command.js';
import type { Context } from '../../context.js';
import type { ExitKind } from '../../exit-codes.js';
import { paragraph } from '../../output/parts.js';
import { plainLine } from '../../output/plain-text.js';
import { retryWords } from '../../output/retry-words.js';
import type { Format } from '../../output/style.js';
import type { Screen } from '../../output/table.js';
import { typed } from '../../typed-name.js';
import { TEXT_OPTIONS } from '../posts/content.js';

const DEFAULT_WAIT_SECONDS = 30;

/** How long to wait for the outcome. */
export const WAIT_OPTION = whole(
  '--wait <seconds>',
  `How long to wait for the outcome (default ${DEFAULT_WAIT_SECONDS})`,
  { min: 0, max: 600 },
);

/** A reply or message of your own, with its outcome. */
export interface Sent {
  readonly id: string;
  readonly status: SendStatus | null;
  readonly error: Diagnosis | null;
  readonly pollAfterSeconds: number | null;
}

/**
 * Polls a reply or message until it is sent or has failed, or the time is up. The request itself has succeeded by now,
 * so an error while waiting is only noted.
 *
 * @param look the command that shows it later
 */
export async function untilSent<One extends Sent>(
  accepted: One,
  read: () => Promise<One>,
  { seconds = DEFAULT_WAIT_SECONDS, look }: { readonly seconds: number | undefined; readonly look: string },
  { output, signal }: Context,
): Promise<One> {
  const until = performance.now() + seconds * 1000;
  let latest = accepted;
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
    output.note(`Accepted, but waiting for the outcome failed.${why} Check it later with: ${typed(look)}`);
  }
  return latest;
}

/** The exit code for the outcome of sending. */
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

/** The colour of a send status. */
export function sendFormat(status: SendStatus | null): Format | undefined {
  return status === null ? undefined : FORMATS[status];
}

/** The outcome, its reason and what to do; empty if it was sent. */
export function sendAdvice(
  { id, status, error }: Sent,
  kind: 'comments' | 'messages',
  screen: Screen,
): string[] {
  if (status === null || status === 'sent') return [];
  if (!Object.hasOwn(SEND_WORDS, status)) {
    const told = `Postrider ${VERSION} does not know this status. Do not send it again. Update Postrider, then: ${typed(`${kind} get ${id}`)}`;
    return paragraph(told, '  ', null, screen);
  }
  const next: Readonly<Record<Exclude<SendStatus, 'sent'>, readonly string[]>> = {
    failed: [],
    sending: [`Do not send it again. Follow it with: ${typed(`${kind} get ${id}`)}`],
    unknown: [
      'Check the network before you send it again.',
      `To ask the network again: ${typed(`${kind} resolve ${id} --outcome check`)}`,
      'If you have checked: --outcome sent if it is there, --outcome send_again if it is not.',
    ],
  };
  const again = status === 'sending' && error !== null ? retryWords(error.retryAt, error) : '';
  return [
    ...paragraph(SEND_WORDS[status], '  ', FORMATS[status], screen),
    ...(error === null ? [] : paragraph(plainLine(error.message), '  ', null, screen)),
    ...(error === null ? [] : paragraph(`${error.action}${again} (${error.code})`, '  ', 'dim', screen)),
    ...next[status].flatMap((line) => paragraph(line, '  ', null, screen)),
  ];
}

/** The options of every command that sends something. */
export const SEND_OPTIONS = {
  ...TEXT_OPTIONS,
  allowDuplicate: flag('--allow-duplicate', 'Send even if it was answered before or the same text was sent'),
  idempotencyKey: text('--idempotency-key <key>', 'Idempotency key: the same key never sends twice'),
  wait: WAIT_OPTION,
  yes: flag('-y, --yes', 'Skip the confirmation prompt'),
} as const satisfies Options;
