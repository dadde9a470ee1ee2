import type { PostriderClient } from '../../client/client.js';
import type { Context } from '../context.js';
import { CliFailure } from '../failure.js';

/** What lands within this many milliseconds is confirmed like something published now. */
const SOON_MS = 15 * 60 * 1000;

/** The time that a person named, settled. */
export interface ResolvedTime {
  /** ISO 8601 with the offset of `timezone`, as the service takes it. */
  readonly scheduledAt: string;
  readonly timezone: string;
  /** It is so near that nobody could still stop it. */
  readonly soon: boolean;
  /** What was filled in or assumptions in reading it, one sentence each. */
  readonly assumptions: readonly string[];
}

/** Whether nobody could look again before it goes out. Both in epoch milliseconds. */
export function isSoonAt(instant: number, now: number): boolean {
  return instant - now <= SOON_MS;
}

/** Reads a time as people write it. @throws CliFailure for a time that cannot be used */
export type TimeReader = (written: string, timezone: string | undefined) => ResolvedTime;

/**
 * Reads a time as people write it, in the workspace's zone and by the server's clock: a moved clock or a wrong
 * one on this machine does no harm.
 *
 * @throws CliFailure for a time that cannot be used
 */
export async function timeOf(
  written: string,
  timezone: string | undefined,
  client: PostriderClient,
  context: Context,
): Promise<ResolvedTime> {
  const read = await timeReader(client, context);
  return read(written, timezone);
}

/** The same for many times, all read at one moment of the server's clock. */
export async function timeReader(client: PostriderClient, { signal }: Context): Promise<TimeReader> {
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
      throw new CliFailure('refused', read.message, {
        changed: 'nothing',
        next: [read.code === 'time_in_past' ? 'Give a later time, or publish with --now.' : read.fix],
        data: { code: read.code, serverTime: me.time.utc },
      });
    }
    return {
      scheduledAt: isoWithOffset(read.instant, BundledZone.named(read.timezone)),
      timezone: read.timezone,
      soon: isSoonAt(read.instant, now),
      assumptions: [...read.assumed, ...read.warnings.map(({ message }) => message)],
    };
  };
}
