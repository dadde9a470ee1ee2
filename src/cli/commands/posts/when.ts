import type { PostriderClient } from '../../../client/client.js';
import type { ProposedTime } from '../../../contract/posts/content.js';
import { flag, type Options, text, type ValuesOf } from '../../command.js';
import type { Context } from '../../context.js';
import { usageFailure } from '../../failure.js';
import { timeOf } from '../../input/chosen-time.js';

/** The options that say when something is published. */
export const WHEN_OPTIONS = {
  now: flag('--now', 'Publish now'),
  at: text('--at <time>', 'Publish then: "tomorrow 9:00", "in 3 hours", 2026-12-01T09:00+01:00'),
  timezone: text('--timezone <zone>', 'IANA zone of --at (default: the workspace’s)'),
  queue: flag('--queue', 'Publish in the next open slot of each account'),
  slot: text('--slot <id>', 'Publish in this slot, as `slots` lists them'),
  together: flag('--together', 'With --queue: in the first slot that is open for all accounts'),
} as const satisfies Options;

type WhenOptions = ValuesOf<typeof WHEN_OPTIONS>;

/** When something is to be published, settled. */
export interface When {
  readonly time: ProposedTime;
  /** Nobody could stop it any more: it goes out now or within 15 minutes. */
  readonly soon: boolean;
  /** What was filled in or assumptions in reading it, one sentence each. */
  readonly assumptions: readonly string[];
}

/**
 * Reads when something is to be published; null where nothing was said.
 *
 * @throws CliFailure for options that contradict each other, and for times that cannot be used
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

/** Options of which only one can be meant. @throws CliFailure */
function checkWhen({ now, at, timezone, queue, slot, together }: WhenOptions): void {
  const chosen = [now, at !== undefined, queue || slot !== undefined].filter(Boolean).length;
  if (chosen > 1) throw usageFailure('Give one of --now, --at, --queue and --slot.');
  if (timezone !== undefined && at === undefined) throw usageFailure('--timezone belongs to --at.');
  if (together && (!queue || slot !== undefined)) throw usageFailure('--together belongs to --queue.');
}
