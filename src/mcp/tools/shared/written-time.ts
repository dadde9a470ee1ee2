import type { WorkspaceTime } from '../../../client/workspace-time.js';
import { findZone } from '../../../time/find-zone.js';
import { readHumanTime } from '../../../time/human-times.js';
import { isoWithOffset } from '../../../time/time-reading.js';
import type { Answer } from '../../answers/answer.js';
import { type CallStart, relativeTimeBase } from '../../confirmation/agreement.js';
import { refusal } from '../../errors/error-answer.js';

/** How the times of a call are read. */
export interface TimeReader {
  /** The workspace's zone. */
  readonly zone: string;
  /** The instant that relative times count from, epoch milliseconds. */
  readonly now: number;
}

/** By the server's clock, or as it was when the person was shown the same words. */
export function timeReader(beginning: CallStart): TimeReader {
  return { zone: beginning.me.workspace.timezone, now: relativeTimeBase(beginning) };
}

/** By the server's clock as it is. */
export function currentTimeReader({ utc, timezone }: WorkspaceTime): TimeReader {
  return { zone: timezone, now: Date.parse(utc) };
}

/** Where no time is to be read: it has none to read them by. */
export const UNREAD: TimeReader = {
  get zone(): string {
    throw new Error('A time was read that nobody had seen.');
  },
  get now(): number {
    throw new Error('A time was read that nobody had seen.');
  },
};

export type WrittenTime =
  | {
      readonly ok: true;
      /** ISO 8601 with the offset of `timezone`, as the API takes it. */
      readonly scheduledAt: string;
      readonly timezone: string;
      /** What was filled in while reading it, one sentence each. */
      readonly assumed: readonly string[];
    }
  | { readonly ok: false; readonly refused: Answer };

/**
 * Reads a time as people write it, in the workspace's zone unless another is named.
 *
 * @param field the argument that holds it
 */
export function readTime(
  text: string,
  timezone: string | undefined,
  { zone, now }: TimeReader,
  field = 'scheduledAt',
): WrittenTime {
  const read = readHumanTime(text, { zone, timezone, now });
  if (!read.ok) return { ok: false, refused: timeRefused(read, field) };
  const found = findZone(read.timezone);
  if (!found.ok) {
    return {
      ok: false,
      refused: timeRefused({ code: 'zone_unknown', message: found.message, fix: '' }, field),
    };
  }
  return {
    ok: true,
    scheduledAt: isoWithOffset(read.instant, found.zone),
    timezone: found.name,
    assumed: [...read.assumed, ...read.warnings.map(({ message }) => message)],
  };
}

interface Refused {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}

/** The answer to a time that cannot be used. */
function timeRefused({ code, message, fix }: Refused, field: string): Answer {
  return refusal({
    code,
    message: code === 'zone_unknown' ? message : `${field} cannot be used: ${message}`,
    next: fix === '' ? undefined : fix,
  });
}
