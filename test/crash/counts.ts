import type { Platform } from '../../src/contract/platforms.js';
import type { CrashRoom } from './crash-room.js';
import { RECOVERY } from './network-file.js';

/** What became of posts and of the parts that follow them. */
export interface Counts {
  /** Settled as published though no reader sees them, or never settled. */
  readonly lost: number;
  /** Seen twice by readers. */
  readonly twice: number;
  readonly published: number;
  readonly failed: number;
  /** Why those failed, and why those are unknown that could be asked for: a few of the messages. */
  readonly reasons: readonly string[];
  /** Too late to be sent silently: a person decides. */
  readonly missed: number;
  /** Parts of threads that were not sent because a part before them is unknown, or was missed. */
  readonly leftOut: number;
  /** Parts whose main post is not out: they are never sent. */
  readonly withoutMain: number;
  /** Of unknown outcome, by how their network recovers. */
  readonly unknown: Readonly<Record<string, number>>;
}

interface Sent {
  readonly platform: Platform;
  readonly key: string;
  readonly status: string;
  readonly error: { readonly code: string; readonly message: string } | null;
}

export async function countOutcomes(room: CrashRoom): Promise<Counts> {
  const seen = room.network.seen();
  const sent = await allSent(room);
  const unknown: Record<string, number> = {};
  for (const { platform, status } of sent) {
    const recovery = RECOVERY[platform] ?? 'none';
    if (status === 'unknown') unknown[recovery] = (unknown[recovery] ?? 0) + 1;
  }
  const count = (fits: (one: Sent) => boolean): number => sent.filter(fits).length;
  const leftOut = ({ status, error }: Sent) =>
    status === 'failed' && / was not sent: part \d+ of the thread /.test(error?.message ?? '');
  /** Parts know no other word for it than `failed`. */
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

/** Most reasons that are told. */
const REASONS = 5;

function reasonsOf(sent: readonly Sent[]): string[] {
  const all = sent.map(
    ({ platform, status, error }) => `${platform} ${status}: ${error?.message ?? 'no reason'}`,
  );
  return [...new Set(all)].slice(0, REASONS);
}

const UNSETTLED: readonly string[] = ['pending', 'publishing'];
const WITHOUT_MAIN = 'without its main post';

async function allSent(room: CrashRoom): Promise<Sent[]> {
  const targets = await room.targets();
  const byId = new Map(targets.map((target) => [target.id, target]));
  return [
    ...targets.map(({ id, platform, status, network_post_id, error_json }) => ({
      platform,
      key: id,
      // The main post may be out while what follows it is not.
      status: network_post_id === null ? status : 'published',
      error: JSON.parse(error_json ?? 'null'),
    })),
    ...(await room.parts()).map(({ target_id, position, status, error_json }) => {
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
