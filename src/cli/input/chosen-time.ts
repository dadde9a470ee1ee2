import { CONFIRM_WITHIN_MS } from '../../base/confirmation-rule.js';
import type { PostriderClient } from '../../client/client.js';
import type { TimeRefusal } from '../../time/time-reading.js';
import { toCliWording, toFileWording } from '../api-to-cli-words.js';
import type { Context } from '../context.js';
import { CliFailure } from '../failure.js';

/** A time from the command line, resolved. */
export interface ResolvedTime {
  /** ISO 8601 with the offset of `timezone`, as the API accepts it. */
  readonly scheduledAt: string;
  readonly timezone: string;
  /** Too near to be stopped in time. */
  readonly soon: boolean;
  /** What had to be assumed to read it, one sentence each. */
  readonly assumptions: readonly string[];
}

/** Whether a post at `instant` is too near to be stopped in time. Both in epoch milliseconds. */
export function isSoonAt(instant: number, now: number): boolean {
  return instant - now <= CONFIRM_WITHIN_MS;
}

/** Reads a time such as "tomorrow 9:00". @throws CliFailure if it cannot be used */
export type TimeReader = (written: string, timezone: string | undefined) => ResolvedTime;

/**
 * Reads a time such as "tomorrow 9:00" in the workspace's zone, by the server's clock: a wrong clock on this machine
 * does no harm.
 *
 * @throws CliFailure if it cannot be used
 */
export async function timeOf(
  written: string,
  timezone: string | undefined,
  client: PostriderClient,
  context: Context,
  holder?: TimeHolder,
): Promise<ResolvedTime> {
  const read = await timeReader(client, context, holder);
  return read(written, timezone);
}

/** Where a time was written. */
export interface TimeHolder {
  /** The flag, which starts the message; null if the caller names the place. */
  readonly flag: string | null;
  /** Names the API's fields as the place does; empty if nothing applies there. */
  readonly reword: (message: string) => string;
}

/** A post in a file, whose errors name the line and the field. */
export const IN_FILE: TimeHolder = { flag: null, reword: toFileWording };

const AT_FLAG: TimeHolder = { flag: '--at', reword: toCliWording };

/**
 * The failure for a time that cannot be used.
 *
 * @param serverTime the server's current time, ISO 8601
 */
export function timeRefused(
  { code, message, fix }: TimeRefusal,
  { flag, reword }: TimeHolder,
  serverTime: string,
): CliFailure {
  return new CliFailure('refused', `${flag === null ? '' : `${flag}: `}${reword(message)}`, {
    changed: 'nothing',
    next: [reword(fix)].filter(Boolean),
    data: { code, serverTime },
  });
}

/** The same for many times, relative to one reading of the server's clock. */
export async function timeReader(
  client: PostriderClient,
  { signal }: Context,
  holder: TimeHolder = AT_FLAG,
): Promise<TimeReader> {
  const [{ readHumanTime }, { isoWithOffset }, { BundledZone }, me] = await Promise.all([
    import('../../time/human-times.js'),
    import('../../time/time-reading.js'),
    import('../../time/zone.js'),
    client.me.get({ signal }),
  ]);
  const now = Date.parse(me.time.utc);
  return (written, timezone) => {
    const read = readHumanTime(written, { zone: me.workspace.timezone, timezone, now });
    if (!read.ok) {
      throw timeRefused(read, holder, me.time.utc);
    }
    return {
      scheduledAt: isoWithOffset(read.instant, BundledZone.named(read.timezone)),
      timezone: read.timezone,
      soon: isSoonAt(read.instant, now),
      assumptions: [...read.assumed, ...read.warnings.map(({ message }) => message)],
    };
  };
}
