import type { PostriderClient } from '../../../client/client.js';
import type { ProposedTime } from '../../../contract/posts/content.js';
import { flag, type Options, text, type ValuesOf } from '../../command.js';
import type { Context } from '../../context.js';
import { usageFailure } from '../../failure.js';
import { timeOf } from '../../input/chosen-time.js';

/** The options for when to publish. */
export const WHEN_OPTIONS = {
  now: flag('--now', 'Publish now'),
  at: text('--at <time>', 'Publish at this time: "tomorrow 9:00", "in 3 hours", 2026-12-01T09:00+01:00'),
  timezone: text('--timezone <zone>', 'IANA time zone of --at (default: the workspace’s)'),
  queue: flag('--queue', 'Publish in each account’s next open slot'),
  slot: text('--slot <id>', 'Publish in this slot; list them with `postrider slots`'),
  together: flag('--together', 'With --queue: use the first slot that is open for all accounts'),
} as const satisfies Options;

type WhenOptions = ValuesOf<typeof WHEN_OPTIONS>;

/** When to publish, resolved. */
export interface When {
  readonly time: ProposedTime;
  /** Published now or within two hours, too near to be stopped in time. */
  readonly soon: boolean;
  /** What had to be assumed to read it, one sentence each. */
  readonly assumptions: readonly string[];
}

/**
 * Reads when to publish; null if no option says it.
 *
 * @throws CliFailure for conflicting options and unusable times
 */
export async function readWhen(
  options: WhenOptions,
  client: PostriderClient,
  context: Context,
): Promise<When | null> {
  checkWhen(options);
  const { now, at, timezone, queue, slot, together } = options;
  if (now) return { time: { scheduleMode: 'now' }, soon: true, assumptions: [] };
  if (at !== undefined) {
    const { scheduledAt, timezone: zone, soon, assumptions } = await timeOf(at, timezone, client, context);
    return { time: { scheduleMode: 'schedule', scheduledAt, timezone: zone }, soon, assumptions };
  }
  if (!queue && slot === undefined) return null;
  const time = {
    scheduleMode: 'queue' as const,
    ...(slot !== undefined && { slotId: slot }),
    ...(together && { together }),
  };
  return { time, soon: false, assumptions: [] };
}

/** Refuses conflicting options. @throws CliFailure */
function checkWhen({ now, at, timezone, queue, slot, together }: WhenOptions): void {
  const chosen = [now, at !== undefined, queue || slot !== undefined].filter(Boolean).length;
  if (chosen > 1) throw usageFailure('Use only one of --now, --at, --queue and --slot.');
  if (timezone !== undefined && at === undefined) throw usageFailure('--timezone requires --at.');
  if (together && (!queue || slot !== undefined))
    throw usageFailure('--together requires --queue without --slot.');
}
