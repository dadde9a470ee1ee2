import type { Post, Target } from '../../../../contract/posts/posts.js';
import { SETTLED_POST_STATUSES } from '../../../../contract/posts/status.js';
import { VERSION } from '../../../../version.js';
import { shortTime } from '../../shared/time-facts.js';
import { toolCall } from '../../shared/tool-call.js';
import { missingParts, partName } from './post-facts.js';
import { realityMark, visibilityNotes } from './reality.js';
import { remediesOf } from './remedies.js';

/** Seconds to wait in a follow-up call: publishing to every network finishes well within this time. */
const FOLLOW_UP_SECONDS = 30;

/** Statuses in which nothing is published or about to be. */
const NOT_OUT: readonly Post['status'][] = ['draft', 'scheduled', 'failed', 'missed', 'cancelled'];

/** A post's status in one sentence, and who can see it where that is limited. */
export function statusSentence(post: Post): string {
  return `${statusOf(post)}${visibilityNotes(post)}`;
}

function statusOf(post: Post): string {
  const networks = [...new Set(post.targets.map(({ platform }) => platform))].join(', ');
  const mark = realityMark(post, !NOT_OUT.includes(post.status));
  const on = networks === '' ? '' : ` on ${networks}${mark}`;
  switch (post.status) {
    case 'draft':
      return draftSentence(post, on);
    case 'scheduled':
      return `Scheduled${on}${post.when ? ` for ${shortTime(post.when)}, ${post.when.relative}` : ''}.`;
    case 'queued':
      return `Accepted${on}; publishing starts immediately.`;
    case 'publishing':
      return underWay(post, on, mark);
    case 'published':
      return post.incomplete
        ? `Published${on}, but incomplete: ${missingWords(post)} failed. The post itself is live.${warnings(post)}`
        : `Published${on}.${warnings(post)}${deletions(post)}`;
    case 'in_inbox':
      return `Not published yet${mark}: ${outcomes(post)}. A person has to open the app's inbox, finish the post and publish it there.`;
    case 'partially_published':
      return `Partially published${mark}: ${outcomes(post)}.${warnings(post)}${deletions(post)}`;
    case 'failed':
      return isMixed(post)
        ? `Nothing was published${mark}: ${outcomes(post)}.`
        : `Publishing failed${on}. Nothing was published.`;
    case 'unknown':
      return isMixed(post)
        ? `Not known everywhere${mark}: ${outcomes(post)}. Where it is unknown, the network did not respond after the post was sent.`
        : `It is not known whether it was published${on}: the network did not respond after the post was sent.`;
    case 'missed':
      return `Missed${on}: it could not be sent in time, and late posts are not sent automatically.`;
    case 'cancelled':
      return isMixed(post) ? `Cancelled${mark}: ${outcomes(post)}.` : `Cancelled${on}.`;
    case 'deleted':
      return `Deleted${on}. That is final: to publish it again, create a new post.`;
    default:
      // Only a newer backend sends others.
      return `The post has a status${on} that Postrider ${VERSION}, which runs these tools, does not know. Update it to see what the status means.`;
  }
}

/** What is being sent, or only looked for. */
function underWay(post: Post, on: string, mark: string): string {
  const open = post.targets.filter(({ status }) => status === 'publishing');
  const isLookUp = open.length > 0 && open.every(isLookedUp);
  if (isMixed(post)) {
    return `${isLookUp ? 'Checking' : 'Publishing'} now${mark}: ${outcomes(post)}.${troubles(post)}`;
  }
  return isLookUp
    ? `Postrider is looking whether it is published${on}.${troubles(post)}`
    : `Publishing${on} now.${troubles(post)}`;
}

/** Whether Postrider only looks for it at the network. */
function isLookedUp({ status, phase }: Target): boolean {
  return status === 'publishing' && phase === 'reconciling';
}

/** What each status of a target is called in a sentence, most important first. */
const OUTCOMES: Readonly<Record<Target['status'], string>> = {
  published: 'published',
  in_inbox: 'waiting in the inbox of the app',
  publishing: 'being sent',
  pending: 'not sent yet',
  unknown: 'unknown',
  failed: 'failed',
  missed: 'missed',
  cancelled: 'cancelled',
  deleted: 'deleted',
};

/** Whether the targets of a post ended differently. */
function isMixed({ targets }: Post): boolean {
  return new Set(targets.map(({ status }) => status)).size > 1;
}

/** What happened where: "published on bluesky; failed on x, mastodon". */
function outcomes({ targets }: Post): string {
  return Object.entries(OUTCOMES)
    .flatMap(([status, word]) => {
      const of = targets.filter((target) => target.status === status);
      return [
        ...outcomeOn(
          word,
          of.filter((target) => !isLookedUp(target)),
        ),
        ...outcomeOn('being looked for', of.filter(isLookedUp)),
      ];
    })
    .join('; ');
}

function outcomeOn(word: string, targets: readonly Target[]): string[] {
  const on = new Set(targets.map(({ platform }) => platform));
  return on.size === 0 ? [] : [`${word} on ${[...on].join(', ')}`];
}

/** Deletions whose outcome the network has not said. */
function deletions({ targets }: Post): string {
  const begun = targets.filter(({ phase }) => phase === 'deleting').map(({ platform }) => platform);
  if (begun.length === 0) return '';
  return ` Its deletion on ${[...new Set(begun)].join(', ')} began and is not finished: it may still be there or not.`;
}

function draftSentence({ ready, proposed, reviewNote }: Post, on: string): string {
  if (!ready) return `Draft${on}; it has problems to fix before it can be published.`;
  if (proposed?.scheduleMode === 'queue')
    return `Draft${on}, waiting for approval. It then needs an open slot of each account.`;
  if (proposed !== null) return `Draft${on}, ready to publish and waiting for approval.`;
  return `Draft${on}, ready to publish${reviewNote === null ? '' : '; its proposal was rejected'}.`;
}

/** How published targets differ from what was sent. */
function warnings({ targets }: Post): string {
  return targets
    .flatMap(({ platform, warnings = [] }) =>
      warnings.map(({ message }) => ` Warning, ${platform}: ${message}`),
    )
    .join('');
}

/** What delays a post that is being published. */
function troubles({ targets }: Post): string {
  const held = targets.filter(({ status, error }) => status === 'publishing' && error !== null);
  const said = held.map(({ platform, phase, error }) =>
    phase === 'reconciling'
      ? `${platform} did not respond after it was sent; Postrider is checking whether it is there`
      : waitWords(platform, error),
  );
  return [...new Set(said)].map((words) => ` ${words}.`).join('');
}

/** Why a target waits, when it is tried next, and when Postrider gives up. */
function waitWords(platform: string, error: Target['error']): string {
  const why =
    error?.code === 'network_unavailable'
      ? `${platform} could not be reached, so it is not sent yet`
      : `${platform} has not accepted it yet (${error?.code})`;
  if (!error?.retryAt || error.givesUpAt === undefined) return `${why}; Postrider retries automatically`;
  return `${why}; Postrider retries at ${error.retryAt} and gives up at ${error.givesUpAt}`;
}

function missingWords({ targets }: Post): string {
  const said = targets.flatMap((target) =>
    missingParts(target).map((part) => `${partName(part)} on ${target.platform}`),
  );
  return [...new Set(said)].join(', ');
}

/** What to do next; undefined when there is nothing to do. */
export function nextStep(post: Post): string | undefined {
  const { id, status, reviewUrl } = post;
  const fixes = remediesOf(post).map((step) => `${step}.`);
  if (status === 'scheduled') {
    return ['Nothing to do until then. Afterwards postrider_get_post shows the URLs.', ...fixes].join(' ');
  }
  if (!SETTLED_POST_STATUSES.includes(status)) return followUp(post);
  if (status === 'draft' && !post.ready) {
    return `Fix the problems with ${toolCall('update_post', { id })}.`;
  }
  if (status === 'draft') {
    return `It can be published at ${reviewUrl}. Or call ${toolCall('publish_post', { id, ...proposalOf(post) })} if the person wants that.`;
  }
  if (status === 'partially_published')
    fixes.push('Do not create it again for accounts where it is published.');
  return fixes.length === 0 ? undefined : fixes.join(' ');
}

/** What to do next with a draft that somebody other than its author has to approve. */
export function approvalStep({ id, proposed, reviewUrl }: Post): string {
  const where = `Somebody other than its author approves it at ${reviewUrl}.`;
  if (proposed !== null) return where;
  const ask = toolCall('update_post', { id, proposed: { scheduleMode: 'now' } });
  return `${where} To ask for that, propose a time, such as ${ask}.`;
}

/** The time that a draft proposes; otherwise its mode, or now. */
function proposalOf({ proposed }: Post): Readonly<Record<string, string>> {
  const at = proposed?.when;
  if (at) return { scheduledAt: at.utc };
  return { scheduleMode: proposed?.scheduleMode ?? 'now' };
}

function followUp({ id, targets, pollAfterSeconds }: Post): string {
  if (pollAfterSeconds !== null && pollAfterSeconds > FOLLOW_UP_SECONDS) {
    const next = targets.flatMap((target: Target) => target.nextAttemptAt ?? []).sort()[0];
    const until = next === undefined ? `for ${pollAfterSeconds} s` : `until ${next}`;
    return `Nothing to do ${until}. Then ${toolCall('get_post', { id, waitSeconds: FOLLOW_UP_SECONDS })}. Do not create it again.`;
  }
  return toolCall('get_post', { id, waitSeconds: FOLLOW_UP_SECONDS });
}
