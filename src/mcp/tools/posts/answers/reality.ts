import type { Issue } from '../../../../contract/errors.js';
import { networkName } from '../../../../contract/platforms.js';
import type { Post, PostValidation, Target } from '../../../../contract/posts/posts.js';
import { type PostBody, resolveContent } from '../../../../networks/content.js';
import { isInboxDraft, LIMITED_VISIBILITY, limitingPrivacy } from '../../../../networks/who-sees.js';

interface OnNetwork {
  readonly simulated: boolean;
}

/** A target of a post, to say who can see it. */
type SeenTarget = Pick<Target, 'simulated' | 'platform' | 'accountId'>;

/** Statuses of targets that are published, or may still be. */
const SEEN_STATUSES: readonly Target['status'][] = ['pending', 'publishing', 'published', 'unknown'];

/** Statuses of posts about which nobody asks who can see them. */
const UNSEEN_STATUSES: readonly Post['status'][] = ['draft', 'failed', 'missed', 'cancelled', 'deleted'];

/**
 * Whether what happens on these accounts is real, for a sentence: ` (simulated)`. A workspace has accounts of one
 * kind only.
 *
 * @param isOut whether some of it is published
 */
export function realityMark(post: Post, isOut: boolean): string {
  const { targets } = post;
  if (targets.length === 0) return '';
  if (targets.every(({ simulated }) => simulated)) return ' (simulated)';
  if (!isOut) return ` (real account${targets.length > 1 ? 's' : ''})`;
  return isPublic(targets, post, post.issues) ? ' (for real, public)' : ' (for real)';
}

/** Who can see a post where that is limited, in sentences after its status; empty if nothing limits it. */
export function visibilityNotes(post: Post): string {
  if (UNSEEN_STATUSES.includes(post.status)) return '';
  const seen = post.targets.filter(({ simulated, status }) => !simulated && SEEN_STATUSES.includes(status));
  const sentences = seen.flatMap((target) => [
    ...standingNotes(target, post.issues),
    ...privacyNotes(target, post),
  ]);
  return [...new Set(sentences)].map((sentence) => ` ${sentence}`).join('');
}

/** Whether the network is real and the post public, as lines of a preview; empty without accounts. */
export function realityLines(targets: readonly OnNetwork[], isLimited: boolean): string[] {
  if (targets.length === 0) return [];
  if (targets.every(({ simulated }) => simulated)) return ['Simulated network: nothing becomes public.'];
  return [
    isLimited ? 'Real network: this is not a simulation.' : 'Real network: what is published is public.',
  ];
}

/** What a dry run found, about the post and its targets. */
export const foundIn = ({ warnings, targets }: PostValidation): readonly Issue[] => [
  ...warnings,
  ...targets.flatMap((target) => target.warnings),
];

/** Whether everybody can see a post on each of these targets, as far as its options and the accounts say. */
export function isPublic(targets: readonly SeenTarget[], body: PostBody, found: readonly Issue[]): boolean {
  return targets.every(
    (target) =>
      standingNotes(target, found).length === 0 &&
      privacyNotes(target, body).length === 0 &&
      !isInboxDraft(target.platform, contentOn(target, body).options),
  );
}

const standingNotes = ({ accountId }: SeenTarget, found: readonly Issue[]): string[] =>
  found
    .filter((issue) => issue.code === LIMITED_VISIBILITY && issue.accountId === accountId)
    .map(({ message }) => message);

function privacyNotes(target: SeenTarget, body: PostBody): string[] {
  const privacy = limitingPrivacy(contentOn(target, body));
  return privacy === null ? [] : [`The privacy on ${networkName(target.platform)} is ${privacy}.`];
}

const contentOn = ({ accountId, platform }: SeenTarget, body: PostBody) =>
  resolveContent(body, { id: accountId, platform });
