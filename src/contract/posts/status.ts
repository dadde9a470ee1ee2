/** The statuses of posts and targets, and how a post's status follows from its targets. */

export const POST_STATUSES = [
  'draft',
  'scheduled',
  'queued',
  'publishing',
  'published',
  'in_inbox',
  'partially_published',
  'failed',
  'unknown',
  'missed',
  'cancelled',
  'deleted',
] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

export const TARGET_STATUSES = [
  'pending',
  'publishing',
  'published',
  'in_inbox',
  'failed',
  'unknown',
  'missed',
  'cancelled',
  'deleted',
] as const;
export type TargetStatus = (typeof TARGET_STATUSES)[number];

export const TARGET_PHASES = [
  'uploading',
  'processing',
  'sending',
  'waiting',
  'reconciling',
  'deleting',
] as const;
export type TargetPhase = (typeof TARGET_PHASES)[number];

/** The allowed transitions of a target. */
const TARGET_TRANSITIONS: Readonly<Record<TargetStatus, readonly TargetStatus[]>> = {
  pending: ['publishing', 'missed', 'cancelled'],
  // A target that was claimed early is released if the process stops.
  publishing: ['publishing', 'published', 'in_inbox', 'failed', 'unknown', 'missed', 'cancelled', 'pending'],
  // Missing parts are sent again; the main post never is.
  published: ['publishing', 'deleted'],
  // A person finishes it in the network's app, or deletes it there.
  in_inbox: ['publishing', 'published', 'pending'],
  failed: ['pending', 'cancelled'],
  unknown: ['publishing', 'published', 'pending', 'cancelled'],
  missed: ['pending', 'cancelled'],
  cancelled: ['pending'],
  // Final: a network may take a repeat under the same key for the deleted post.
  deleted: [],
};

export function mayBecome(from: TargetStatus, to: TargetStatus): boolean {
  return TARGET_TRANSITIONS[from].includes(to);
}

/** Actions on a post. */
export const POST_ACTIONS = [
  'update',
  'delete',
  'publish',
  'retry',
  'resolve',
  'approve',
  'reject',
  'reopen',
  'deletePublished',
] as const;
export type PostAction = (typeof POST_ACTIONS)[number];

/** The statuses in which each action is allowed. */
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
  resolve: [
    'scheduled',
    'publishing',
    'published',
    'in_inbox',
    'partially_published',
    'failed',
    'unknown',
    'missed',
  ],
  approve: ['draft'],
  reject: ['draft'],
  reopen: ['draft', 'scheduled'],
  deletePublished: [
    'scheduled',
    'publishing',
    'published',
    'in_inbox',
    'partially_published',
    'unknown',
    'deleted',
  ],
};

export function mayDo(action: PostAction, status: PostStatus): boolean {
  return POST_TRANSITIONS[action].includes(status);
}

/**
 * The actions to offer for a post: all that are allowed, except that a published post without missing parts has
 * nothing to retry or resolve. Taking a decision back and deleting what is published are never offered instead of
 * something else.
 */
export function actionsOffered(post: {
  readonly status: PostStatus;
  readonly incomplete?: boolean;
}): readonly PostAction[] {
  const isWhole = post.status === 'published' && post.incomplete !== true;
  return POST_ACTIONS.filter(
    (action) =>
      mayDo(action, post.status) &&
      !(isWhole && (action === 'retry' || action === 'resolve')) &&
      action !== 'reopen' &&
      action !== 'deletePublished',
  );
}

/** Statuses that need a person. Incomplete posts do too. */
export const ATTENTION_STATUSES: readonly PostStatus[] = [
  'in_inbox',
  'partially_published',
  'failed',
  'unknown',
  'missed',
];

/** Statuses that do not change without an action. */
export const SETTLED_POST_STATUSES: readonly PostStatus[] = [
  'draft',
  'published',
  'in_inbox',
  'partially_published',
  'failed',
  'unknown',
  'missed',
  'cancelled',
  'deleted',
];

/**
 * The status of a post that is not a draft, derived from its targets.
 *
 * @param targets the status of each target, at least one
 * @param start `scheduled` if the earliest pending target is in the future, `queued` if it is due or publishes
 *   immediately
 */
export function postStatusOf(targets: readonly TargetStatus[], start: 'scheduled' | 'queued'): PostStatus {
  const has = (status: TargetStatus): boolean => targets.includes(status);

  const alive = targets.filter((status) => status !== 'cancelled' && status !== 'deleted');
  if (alive.length > 0 && alive.every((status) => status === 'pending')) return start;
  if (has('publishing') || (has('pending') && start === 'queued')) return 'publishing';
  if (has('unknown')) return 'unknown';
  // Targets can have their own times: some may be published while others wait for another day.
  if (has('pending')) return 'scheduled';
  // A target that somebody deleted takes nothing from the success of the others; a cancelled one was never published.
  const intended = targets.filter((status) => status !== 'deleted');
  if (has('published') && intended.every((status) => status === 'published')) return 'published';
  if (has('in_inbox') && intended.every((status) => status === 'published' || status === 'in_inbox'))
    return 'in_inbox';
  if (has('published')) return 'partially_published';
  if (has('failed')) return 'failed';
  if (has('missed')) return 'missed';
  if (has('in_inbox')) return 'in_inbox';
  if (has('deleted')) return 'deleted';
  return 'cancelled';
}
