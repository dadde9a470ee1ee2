import type { ResolveOutcome } from '../../../../contract/posts/changes.js';
import type { DeliveryErrorCode } from '../../../../contract/posts/delivery-errors.js';
import type { Part, Post, Target } from '../../../../contract/posts/posts.js';
import { canLookUpOn } from '../../../../networks/looks-up-posts.js';
import { toolCall } from '../../shared/tool-call.js';
import { nameOf } from '../previews/post-preview.js';
import { missingParts, partName } from './post-facts.js';

/** The targets of a post that failed for the same reason. */
interface Failed {
  readonly post: Post;
  readonly targets: readonly Target[];
  /** The earliest useful time to retry; null: immediately. */
  readonly retryAt: string | null;
}

type Remedy = (failed: Failed) => string;

/** How to fix each error: the calls, in order. */
const REMEDIES: Readonly<Record<DeliveryErrorCode, Remedy>> = {
  account_reconnect_required: (failed) =>
    `A person has to reconnect ${names(failed)}${where(failed)}. Then ${retry(failed)}`,
  account_restricted: (failed) =>
    `A person has to sign in to the network as ${names(failed)} and follow its instructions, and check it on the Channels page when it works again. Then ${retry(failed)}`,
  permission_missing: (failed) =>
    `A person has to reconnect ${names(failed)} and grant permission to publish${where(failed)}. Then ${retry(failed)}`,
  text_too_long: (failed) => `${edit(failed, 'text', 'a shorter text')}, then ${retry(failed)}`,
  text_invalid: (failed) => `${edit(failed, 'text', 'a corrected text')}, then ${retry(failed)}`,
  option_invalid: (failed) =>
    `${edit(failed, 'options', 'a corrected value for the option that the message names')}, then ${retry(failed)}`,
  media_required: (failed) => `${edit(failed, 'mediaUrls', 'an image or a video')}, then ${retry(failed)}`,
  media_not_found: (failed) =>
    `${edit(failed, 'mediaUrls', 'the keys of uploaded files')}, then ${retry(failed)}`,
  media_invalid: (failed) => `${edit(failed, 'mediaUrls', 'other media')}, then ${retry(failed)}`,
  media_processing_failed: (failed) =>
    `${retry(failed)}; if it fails again, first ${edit(failed, 'mediaUrls', 'another file')}`,
  duplicate_content: (failed) =>
    `Check whether the same text is already on ${names(failed)}. If the person wants it again: ${edit(failed, 'text', 'a changed text')}, then ${retry(failed)}`,
  content_refused: (failed) =>
    `Show the person the network’s message. Then ${edit(failed, 'text', 'their changes')}, then ${retry(failed)}`,
  rate_limited: (failed) => later(failed),
  quota_exceeded: (failed) => later(failed),
  network_unavailable: (failed) => later(failed),
  outcome_unknown: (failed) => settle(failed),
  not_delivered: (failed) =>
    `Ask the person whether to send it now, and say how late that is: ${retry(failed)}. If not: ${toolCall('cancel_post', { id: failed.post.id })}`,
  // A post's first comment can fail with the errors of a reply.
  reply_window_closed: (failed) => refusedAnswer(failed),
  person_unreachable: (failed) => refusedAnswer(failed),
  conversation_held: (failed) => refusedAnswer(failed),
  reply_not_possible: (failed) => refusedAnswer(failed),
  missed_window: ({ post: { id } }) =>
    `Ask the person whether to publish it anyway: ${toolCall('publish_post', { id, scheduleMode: 'now' })}, or with scheduledAt for a new time. If not: ${toolCall('cancel_post', { id })}`,
  network_refused: (failed) =>
    `Read the network’s message and fix what it names (${edit(failed, 'text', 'the change')}), then ${retry(failed)}`,
  service_error: (failed) => retry(failed),
};

function refusedAnswer(failed: Failed): string {
  return `${names(failed)} does not accept the comment. Tell the person what the network says, then ${retry(failed)}`;
}

/** How to fix everything that went wrong with a post, one sentence per kind of error. */
export function remediesOf(post: Post): string[] {
  const byRemedy = new Map<Remedy, Target[]>();
  for (const target of post.targets) {
    for (const remedy of remediesFor(target)) byRemedy.set(remedy, [...(byRemedy.get(remedy) ?? []), target]);
  }
  return [...byRemedy].map(([remedy, targets]) => remedy({ post, targets, retryAt: latestOf(targets) }));
}

/** What a target needs. */
function remediesFor(target: Target): ReadonlySet<Remedy> {
  const { status, phase, error } = target;
  if (phase === 'deleting') return new Set([deleteAgain]);
  if (status === 'in_inbox') return new Set([finish]);
  const settled = status === 'failed' || status === 'unknown' || status === 'missed';
  const own = settled && error !== null ? [REMEDIES[error.code]] : [];
  return new Set([...own, ...missingParts(target).map(remedyOfPart)]);
}

/** A published post cannot be edited: missing parts are sent unchanged, or added by hand. */
function remedyOfPart({ status, error }: Part): Remedy {
  if (status === 'unknown') return settle;
  if (error?.cause === 'account') return REMEDIES[error.code];
  return error?.code === 'service_error' && !error.retryable ? byHand : retryParts;
}

const retryParts: Remedy = (failed) => `${retry(failed)}. If it fails again, ${manual(failed)}`;

/** A deletion that began is the only thing that can happen to a target. */
const deleteAgain: Remedy = (failed) =>
  `Delete it again on ${names(failed)}, which is safe: ${toolCall('cancel_post', { id: failed.post.id, published: true })}`;

/** A draft in the app of a network. */
const finish: Remedy = ({ post, targets }) => {
  const calls = targets.map(({ accountId }) =>
    toolCall('resolve_post', { id: post.id, accountId, outcome: 'check' }),
  );
  return `Tell the person to finish it in the app, as ${targets.map(nameOf).join(', ')}. Do not create it again. Afterwards ${calls.join(' and ')} reads whether it is published`;
};

const byHand: Remedy = (failed) => `Postrider cannot send it: ${manual(failed)}`;

const manual: Remedy = (failed) =>
  `a person has to add ${missingOf(failed)} to the published post on ${names(failed)}, on the network itself`;

function latestOf(targets: readonly Target[]): string | null {
  const times = targets.flatMap(({ error }) => error?.retryAt ?? []).sort();
  return times.at(-1) ?? null;
}

const ids = ({ targets }: Failed): string[] => targets.map(({ accountId }) => accountId);

const names = ({ targets }: Failed): string => targets.map(nameOf).join(', ');

/** The pages on which a person reconnects accounts. Simulated accounts have none. */
function where({ targets }: Failed): string {
  const pages = targets.flatMap(({ error, parts }) =>
    [error, ...parts.map((part) => part.error)].flatMap((one) => one?.actionUrl ?? []),
  );
  return pages.length === 0 ? ', in the dashboard' : `: ${[...new Set(pages)].join(' ')}`;
}

/** Sends what failed; for a published post only the missing parts. */
function retry(failed: Failed): string {
  const { post, targets } = failed;
  const whole = targets.length === post.targets.length;
  const call = toolCall('retry_post', { id: post.id, ...(!whole && { accountIds: ids(failed) }) });
  const missing = missingOf(failed);
  return missing === '' ? call : `${call}, which sends only the missing parts (${missing})`;
}

function missingOf({ targets }: Failed): string {
  return [...new Set(targets.flatMap(missingParts).map(partName))].join(', ');
}

function later(failed: Failed): string {
  const when = failed.retryAt === null ? 'In a few minutes' : `After ${failed.retryAt}`;
  return `${when}: ${retry(failed)}`;
}

/** An edit of these targets only, or of the post if that is the same. */
function edit({ post, targets }: Failed, field: string, what: string): string {
  const plain = post.targets.length === 1 && post.overrides.length === 0 && field !== 'options';
  const value = field === 'mediaUrls' ? ['…'] : field === 'options' ? { '…': '…' } : '…';
  if (plain) return `${toolCall('update_post', { id: post.id, [field]: value })} with ${what}`;
  const overrides = targets.map(({ accountId }) => ({ target: accountId, [field]: value }));
  return `${toolCall('update_post', { id: post.id, overrides })} with ${what}`;
}

function settle(failed: Failed): string {
  const { post, targets } = failed;
  const call = (outcome: ResolveOutcome) => (target: Target) =>
    toolCall('resolve_post', { id: post.id, accountId: target.accountId, outcome });
  const checks = targets.filter(({ platform }) => canLookUpOn(platform)).map(call('check'));
  const canCheck = checks.length > 0;
  const ask = canCheck
    ? `${checks.join(' and ')} checks with the network once more. If it is still unknown, ask`
    : 'Ask';
  const published = canCheck
    ? 'the same call with outcome "published" and its url'
    : `${targets.map(call('published')).join(' and ')} with its url`;
  return `Do not create it again. ${ask} the person to look at ${names(failed)}. If the post is there: ${published}. If not: with outcome "send_again"`;
}
