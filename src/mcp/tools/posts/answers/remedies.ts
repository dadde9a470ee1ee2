import type { DeliveryErrorCode } from '../../../../contract/posts/delivery-errors.js';
import type { Part, Post, Target } from '../../../../contract/posts/posts.js';
import { toolCall } from '../../shared/tool-call.js';
import { nameOf } from '../previews/post-preview.js';
import { missingParts, partName } from './post-facts.js';

/** The targets of a post that one fault befell, and what a remedy of it may need. */
interface Faulted {
  readonly post: Post;
  readonly targets: readonly Target[];
  /** The earliest time at which trying again makes sense; null: at once. */
  readonly retryAt: string | null;
}

type Remedy = (faulted: Faulted) => string;

/** What to do about each fault: the calls that mend it, in their order. */
const REMEDIES: Readonly<Record<DeliveryErrorCode, Remedy>> = {
  account_reconnect_required: (faulted) =>
    `A person has to reconnect ${names(faulted)} (postrider_list_accounts: actionUrl), then ${retry(faulted)}`,
  account_restricted: (faulted) =>
    `A person has to sign in at the network and do what it asks of ${names(faulted)}, then ${retry(faulted)}`,
  permission_missing: (faulted) =>
    `A person has to reconnect ${names(faulted)} and grant the permission to publish (postrider_list_accounts: actionUrl), then ${retry(faulted)}`,
  text_too_long: (faulted) => `${edit(faulted, 'text', 'a shorter text')}, then ${retry(faulted)}`,
  text_invalid: (faulted) => `${edit(faulted, 'text', 'a corrected text')}, then ${retry(faulted)}`,
  option_invalid: (faulted) =>
    `${edit(faulted, 'options', 'the option corrected that the message names')}, then ${retry(faulted)}`,
  media_required: (faulted) => `${edit(faulted, 'mediaUrls', 'an image or a video')}, then ${retry(faulted)}`,
  media_not_found: (faulted) =>
    `${edit(faulted, 'mediaUrls', 'the keys of files that are uploaded')}, then ${retry(faulted)}`,
  media_invalid: (faulted) => `${edit(faulted, 'mediaUrls', 'other media')}, then ${retry(faulted)}`,
  media_processing_failed: (faulted) =>
    `${retry(faulted)}; if it fails again, first ${edit(faulted, 'mediaUrls', 'another file')}`,
  duplicate_content: (faulted) =>
    `Look whether the same text is on ${names(faulted)} already. If the person wants it again: ${edit(faulted, 'text', 'a changed text')}, then ${retry(faulted)}`,
  content_refused: (faulted) =>
    `Show the person the network’s words; ${edit(faulted, 'text', 'what they change')}, then ${retry(faulted)}`,
  rate_limited: (faulted) => later(faulted),
  quota_exceeded: (faulted) => later(faulted),
  network_unavailable: (faulted) => later(faulted),
  outcome_unknown: (faulted) => settle(faulted),
  // The first comment of a post is the nearest that a post comes to a reply.
  reply_window_closed: (faulted) => refusedAnswer(faulted),
  person_unreachable: (faulted) => refusedAnswer(faulted),
  conversation_held: (faulted) => refusedAnswer(faulted),
  reply_not_possible: (faulted) => refusedAnswer(faulted),
  missed_window: ({ post: { id } }) =>
    `Ask the person whether it should still go out: ${toolCall('publish_post', { id, scheduleMode: 'now' })}, or with scheduledAt instead; if not, ${toolCall('cancel_post', { id })}`,
  network_refused: (faulted) =>
    `Read the network’s words, mend what they name (${edit(faulted, 'text', 'the change')}), then ${retry(faulted)}`,
  service_error: (faulted) => retry(faulted),
};

function refusedAnswer(faulted: Faulted): string {
  return `${names(faulted)} takes no comment there: tell the person the network’s words, then ${retry(faulted)}`;
}

/** What to do about everything that went wrong with a post, one sentence for each kind of fault. */
export function remediesOf(post: Post): string[] {
  const byRemedy = new Map<Remedy, Target[]>();
  for (const target of post.targets) {
    for (const remedy of remediesFor(target)) byRemedy.set(remedy, [...(byRemedy.get(remedy) ?? []), target]);
  }
  return [...byRemedy].map(([remedy, targets]) => remedy({ post, targets, retryAt: latestOf(targets) }));
}

/** What a target needs somebody to do. */
function remediesFor(target: Target): ReadonlySet<Remedy> {
  const { status, error } = target;
  const settled = status === 'failed' || status === 'unknown' || status === 'missed';
  const own = settled && error !== null ? [REMEDIES[error.code]] : [];
  return new Set([...own, ...missingParts(target).map(remedyOfPart)]);
}

/** What is out cannot be edited any more: what is missing is sent as it was, or added by hand. */
function remedyOfPart({ status, error }: Part): Remedy {
  if (status === 'unknown') return settle;
  if (error?.cause === 'account') return REMEDIES[error.code];
  return error?.code === 'service_error' && !error.retryable ? byHand : retryParts;
}

const retryParts: Remedy = (faulted) => `${retry(faulted)}. If it is refused again: ${work(faulted)}`;

const byHand: Remedy = (faulted) => `It cannot be sent from here: ${work(faulted)}`;

const work: Remedy = (faulted) =>
  `a person has to add ${missingOf(faulted)} to what is out on ${names(faulted)}, at the network`;

function latestOf(targets: readonly Target[]): string | null {
  const times = targets.flatMap(({ error }) => error?.retryAt ?? []).sort();
  return times.at(-1) ?? null;
}

const ids = ({ targets }: Faulted): string[] => targets.map(({ accountId }) => accountId);

const names = ({ targets }: Faulted): string => targets.map(nameOf).join(', ');

/** Sends what failed; of a post that is out only what is missing. */
function retry(faulted: Faulted): string {
  const { post, targets } = faulted;
  const whole = targets.length === post.targets.length;
  const call = toolCall('retry_post', { id: post.id, ...(!whole && { accountIds: ids(faulted) }) });
  const missing = missingOf(faulted);
  return missing === '' ? call : `${call}, which sends only what is missing (${missing})`;
}

function missingOf({ targets }: Faulted): string {
  return [...new Set(targets.flatMap(missingParts).map(partName))].join(', ');
}

function later(faulted: Faulted): string {
  const when = faulted.retryAt === null ? 'In a few minutes' : `From ${faulted.retryAt} on`;
  return `${when}: ${retry(faulted)}`;
}

/** An edit of these targets alone, or of the post where that is the same. */
function edit({ post, targets }: Faulted, field: string, what: string): string {
  const plain = post.targets.length === 1 && post.overrides.length === 0 && field !== 'options';
  const value = field === 'mediaUrls' ? ['…'] : field === 'options' ? { '…': '…' } : '…';
  if (plain) return `${toolCall('update_post', { id: post.id, [field]: value })} with ${what}`;
  const overrides = targets.map(({ accountId }) => ({ target: accountId, [field]: value }));
  const others = post.overrides.length > 0 ? ' (overrides replace all earlier ones: repeat those)' : '';
  return `${toolCall('update_post', { id: post.id, overrides })} with ${what}${others}`;
}

function settle(faulted: Faulted): string {
  const { post, targets } = faulted;
  const calls = targets.map(({ accountId }) =>
    toolCall('resolve_post', { id: post.id, accountId, outcome: 'check' }),
  );
  return `Do not create it again. ${calls.join(' and ')} asks the network once more. Still unknown: the person looks at ${names(faulted)}; if it is there the same call with outcome "published" and its url, if not with outcome "send_again"`;
}
