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
const TARGET_TRANSITIONS: Readonly<Record<TargetStatus, readonly TargetStatus[]>> = {
  pending: ['publishing', 'missed', 'cancelled'],
  // Claimed ahead of its time, it is given back where the process stops.
  publishing: ['publishing', 'published', 'failed', 'unknown', 'missed', 'cancelled', 'pending'],
  // Parts that are missing are sent again; the main post never is.
  published: ['publishing'],
  failed: ['pending', 'cancelled'],
  unknown: ['publishing', 'published', 'pending', 'cancelled'],
  missed: ['pending', 'cancelled'],
  cancelled: ['pending'],
};

export function mayBecome(from: TargetStatus, to: TargetStatus): boolean {
  return TARGET_TRANSITIONS[from].includes(to);
}

/** What a person or a key can do to a post. */
export const POST_ACTIONS = ['update', 'delete', 'publish', 'retry', 'resolve', 'approve', 'reject'] as const;
export type PostAction = (typeof POST_ACTIONS)[number];

/** In which statuses of a post each action may be tried. Whatever is not listed here is refused. */
const POST_TRANSITIONS: Readonly<Record<PostAction, readonly PostStatus[]>> = {
  update: ['draft', 'scheduled', 'partially_published', 'failed', 'missed'],
  delete: [
    'draft',
    'scheduled',
    'queued',
    'publishing',
    'partially_published',
    'failed',
    'unknown',
    'missed',
    'cancelled',
  ],
  publish: ['draft', 'scheduled', 'partially_published', 'failed', 'missed', 'cancelled'],
  retry: ['scheduled', 'publishing', 'published', 'partially_published', 'failed', 'unknown', 'missed'],
  resolve: ['scheduled', 'publishing', 'published', 'partially_published', 'unknown'],
  approve: ['draft'],
  reject: ['draft'],
};

export function mayDo(action: PostAction, status: PostStatus): boolean {
  return POST_TRANSITIONS[action].includes(status);
}

/**
 * What is worth offering for a post: whatever it may do; of a published one only what follows its main posts can be
 * sent again or resolved, where something of that is missing.
 */
export function actionsOffered(post: {
  readonly status: PostStatus;
  readonly incomplete?: boolean;
}): readonly PostAction[] {
  const isWhole = post.status === 'published' && post.incomplete !== true;
  return POST_ACTIONS.filter(
    (action) => mayDo(action, post.status) && !(isWhole && (action === 'retry' || action === 'resolve')),
  );
}

/** Statuses that ask for somebody's attention; so does a post whose parts are incomplete. */
export const ATTENTION_STATUSES: readonly PostStatus[] = [
  'partially_published',
  'failed',
  'unknown',
  'missed',
];

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
 * @param start `scheduled` when the earliest of what is still to go out lies ahead, `queued` when it is due or
 *   was asked for now
 */
export function postStatusOf(targets: readonly TargetStatus[], start: 'scheduled' | 'queued'): PostStatus {
  const has = (status: TargetStatus): boolean => targets.includes(status);
  const all = (status: TargetStatus): boolean => targets.every((one) => one === status);

  const alive = targets.filter((status) => status !== 'cancelled');
  if (alive.length > 0 && alive.every((status) => status === 'pending')) return start;
  if (has('publishing') || (has('pending') && start === 'queued')) return 'publishing';
  if (has('unknown')) return 'unknown';
  // Targets have times of their own: some may be out while others wait for another day.
  if (has('pending')) return 'scheduled';
  if (all('published')) return 'published';
  if (has('published')) return 'partially_published';
  if (has('failed')) return 'failed';
  if (has('missed')) return 'missed';
  return 'cancelled';
}
