/** The states of a post, of its targets, and the one rule by which the first follow from the second. */

export const POST_STATUSES = [
  'draft',
  'scheduled',
  'queued',
  'publishing',
  'published',
  'partially_published',
  'failed',
  'unknown',
  'missed',
  'cancelled',
] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

export const TARGET_STATUSES = [
  'pending',
  'publishing',
  'published',
  'failed',
  'unknown',
  'missed',
  'cancelled',
] as const;
export type TargetStatus = (typeof TARGET_STATUSES)[number];

export const TARGET_PHASES = ['uploading', 'processing', 'sending', 'waiting', 'reconciling'] as const;
export type TargetPhase = (typeof TARGET_PHASES)[number];

/** Which status a target may take from which. Whatever is not listed here is refused. */
export const TARGET_TRANSITIONS: Readonly<Record<TargetStatus, readonly TargetStatus[]>> = {
  pending: ['publishing', 'missed', 'cancelled'],
  publishing: ['publishing', 'published', 'failed', 'unknown', 'missed', 'cancelled'],
  published: [],
  failed: ['pending', 'cancelled'],
  unknown: ['publishing', 'published', 'pending', 'failed', 'cancelled'],
  missed: ['pending', 'cancelled'],
  cancelled: ['pending'],
};

export function mayBecome(from: TargetStatus, to: TargetStatus): boolean {
  return TARGET_TRANSITIONS[from].includes(to);
}

/** Statuses in which nothing more happens by itself. */
export const SETTLED_POST_STATUSES: readonly PostStatus[] = [
  'draft',
  'published',
  'partially_published',
  'failed',
  'unknown',
  'missed',
  'cancelled',
];

/**
 * The status of a post that has left its draft, from the statuses of its targets.
 *
 * @param targets the status of each target; a post that is no draft has at least one
 * @param start `scheduled` when its time lies ahead, `queued` when it is due or was asked for now: what the
 *   post is called while no target has begun
 */
export function postStatusOf(targets: readonly TargetStatus[], start: 'scheduled' | 'queued'): PostStatus {
  const has = (status: TargetStatus): boolean => targets.includes(status);
  const all = (status: TargetStatus): boolean => targets.every((one) => one === status);

  const alive = targets.filter((status) => status !== 'cancelled');
  if (alive.length > 0 && alive.every((status) => status === 'pending')) return start;
  if (has('publishing') || has('pending')) return 'publishing';
  if (has('unknown')) return 'unknown';
  if (all('published')) return 'published';
  if (has('published')) return 'partially_published';
  if (has('failed')) return 'failed';
  if (has('missed')) return 'missed';
  return 'cancelled';
}
