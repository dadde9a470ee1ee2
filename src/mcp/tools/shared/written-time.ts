import type { WorkspaceTime } from '../../../client/calls/workspace-time.js';
import { findZone } from '../../../time/find-zone.js';
import { readHumanTime } from '../../../time/human-times.js';
import { isoWithOffset, type TimeRefusal } from '../../../time/time-reading.js';
import type { Answer } from '../../answers/answer.js';
import { type CallStart, relativeTimeBase } from '../../confirmation/agreement.js';
import { toToolWording } from '../../errors/api-to-tool-words.js';
import { refusal } from '../../errors/error-answer.js';

/** What a call's times are read against. */
export interface TimeReader {
  /** The workspace's zone. */
  readonly zone: string;
  /** The instant that relative times count from, epoch milliseconds. */
  readonly now: number;
}

/** Reads times by the server's clock, or by its time when the person saw the preview. */
export function timeReader(beginning: CallStart): TimeReader {
  return { zone: beginning.me.workspace.timezone, now: relativeTimeBase(beginning) };
}

/** Reads times by the server's current clock. */
export function currentTimeReader({ utc, timezone }: WorkspaceTime): TimeReader {
  return { zone: timezone, now: Date.parse(utc) };
}

/** For calls that name no time; reading one would be a bug. */
export const NO_TIME_READER: TimeReader = {
  get zone(): string {
    throw new Error('A time was read without the current time.');
  },
  get now(): number {
    throw new Error('A time was read without the current time.');
  },
};

export type WrittenTime =
  | {
      readonly ok: true;
      /** ISO 8601 with the offset of `timezone`, as the API takes it. */
      readonly scheduledAt: string;
      readonly timezone: string;
      /** Assumptions made while reading it, one sentence each. */
      readonly assumed: readonly string[];
    }
  | { readonly ok: false; readonly refused: Answer };

/**
 * Reads a time as people write it. The workspace's zone is the default.
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
      refused: timeRefused({ ...found, code: 'zone_unknown' }, field),
    };
  }
  return {
    ok: true,
    scheduledAt: isoWithOffset(read.instant, found.zone),
    timezone: found.name,
    assumed: [...read.assumed, ...read.warnings.map(({ message }) => message)],
  };
}

/** The answer to an unusable time in the argument `field`. */
export function timeRefused(
  { code, message, fix }: Pick<TimeRefusal, 'code' | 'message' | 'fix'>,
  field: string,
): Answer {
  return refusal({
    code,
    message:
      code === 'zone_unknown' ? toToolWording(message) : `${field} cannot be used: ${toToolWording(message)}`,
    next: toToolWording(fix),
  });
}
