import type { Platform } from '../../src/contract/platforms.js';
import type { CrashHarness } from './crash-harness.js';
import { RECOVERY } from './network-file.js';

/** The outcomes of posts and of the parts that follow them. */
export interface Counts {
  /** Settled as published although no reader sees them, or never settled. */
  readonly lost: number;
  /** Seen twice by readers. */
  readonly twice: number;
  readonly published: number;
  readonly failed: number;
  /** A few of the messages of those that failed, and of those that are unknown although their network can be asked. */
  readonly reasons: readonly string[];
  /** Too late to be sent without asking. */
  readonly missed: number;
  /** Parts of threads that were not sent because an earlier part is unknown or was missed. */
  readonly leftOut: number;
  /** Parts that are never sent because their main post is not published. */
  readonly withoutMain: number;
  /** Unknown outcomes, by the recovery of their network. */
  readonly unknown: Readonly<Record<string, number>>;
}

interface Sent {
  readonly platform: Platform;
  readonly key: string;
  readonly status: string;
  readonly error: { readonly code: string; readonly message: string } | null;
}

export async function countOutcomes(harness: CrashHarness): Promise<Counts> {
  const seen = harness.network.seen();
  const sent = await allSent(harness);
  const unknown: Record<string, number> = {};
  for (const { platform, status } of sent) {
    const recovery = RECOVERY[platform] ?? 'none';
    if (status === 'unknown') unknown[recovery] = (unknown[recovery] ?? 0) + 1;
  }
  const count = (fits: (one: Sent) => boolean): number => sent.filter(fits).length;
  const leftOut = ({ status, error }: Sent) =>
    status === 'failed' && / was not sent: part \d+ of the thread /.test(error?.message ?? '');
  /** A missed part has the status `failed`. */
  const missed = ({ status, error }: Sent) =>
    status === 'missed' || (status === 'failed' && error?.code === 'missed_window');
  const failed = (one: Sent) => one.status === 'failed' && !leftOut(one) && !missed(one);
  const wronglyUnknown = ({ status, platform }: Sent) =>
    status === 'unknown' && RECOVERY[platform] !== 'none';
  return {
    lost: count(
      ({ platform, key, status }) =>
        UNSETTLED.includes(status) || (status === 'published' && !seen.has(`${platform} ${key}`)),
    ),
    twice: [...seen.values()].filter((times) => times > 1).length,
    published: count(({ status }) => status === 'published'),
    failed: count(failed),
    reasons: reasonsOf(sent.filter((one) => failed(one) || wronglyUnknown(one))),
    missed: count(missed),
    leftOut: count(leftOut),
    withoutMain: count(({ status }) => status === WITHOUT_MAIN),
    unknown,
  };
}

/** The most reasons to report. */
const MAX_REASONS = 5;

function reasonsOf(sent: readonly Sent[]): string[] {
  const all = sent.map(
    ({ platform, status, error }) => `${platform} ${status}: ${error?.message ?? 'no reason'}`,
  );
  return [...new Set(all)].slice(0, MAX_REASONS);
}

const UNSETTLED: readonly string[] = ['pending', 'publishing'];
const WITHOUT_MAIN = 'without its main post';

async function allSent(harness: CrashHarness): Promise<Sent[]> {
  const targets = await harness.targets();
  const byId = new Map(targets.map((target) => [target.id, target]));
  return [
    ...targets.map(({ id, platform, status, network_post_id, error_json }) => ({
      platform,
      key: id,
      // The main post may be published while its parts are not.
      status: network_post_id === null ? status : 'published',
      error: JSON.parse(error_json ?? 'null'),
    })),
    ...(await harness.parts()).map(({ target_id, position, status, error_json }) => {
      const target = byId.get(target_id);
      const without = target?.network_post_id === null && !UNSETTLED.includes(target.status);
      return {
        platform: target?.platform ?? 'x',
        key: `${target_id}:${position}`,
        status: without ? WITHOUT_MAIN : status,
        error: JSON.parse(error_json ?? 'null'),
      };
    }),
  ];
}
