import type { Post, Target } from '../../../../contract/posts/posts.js';
import { SETTLED_POST_STATUSES } from '../../../../contract/posts/status.js';
import { shortTime } from '../../shared/time-facts.js';
import { toolCall } from '../../shared/tool-call.js';
import { missingParts, partName } from './post-facts.js';
import { remediesOf } from './remedies.js';

/** Seconds that a follow-up is told to wait: publishing to every network ends well within them. */
const FOLLOW_UP_SECONDS = 30;

/** Where a post stands, in one sentence. */
export function statusSentence(post: Post): string {
  const networks = [...new Set(post.targets.map(({ platform }) => platform))].join(', ');
  const on = networks === '' ? '' : ` on ${networks}`;
  const failed = post.targets.filter(({ status }) => status === 'failed').map(({ platform }) => platform);
  switch (post.status) {
    case 'draft':
      return draftSentence(post, on);
    case 'scheduled':
      return `Scheduled${on}${post.when ? ` for ${shortTime(post.when)}, ${post.when.relative}` : ''}.`;
    case 'queued':
      return `Accepted${on}; publishing starts at once.`;
    case 'publishing':
      return `Publishing${on} is under way.${troubles(post)}`;
    case 'published':
      return post.incomplete
        ? `Published${on}, but not all of it: ${missingWords(post)} failed. The post itself is out.`
        : `Published${on}.`;
    case 'partially_published':
      return `Published in part; it failed on ${failed.join(', ') || 'other targets'}.`;
    case 'failed':
      return `Publishing failed${on}. Nothing is out.`;
    case 'unknown':
      return `It is not known whether it was published${on}: a network took it and did not answer.`;
    case 'missed':
      return `Missed${on}: its time passed while the service was not running, and it was not sent late.`;
    case 'cancelled':
      return `Cancelled${on}.`;
  }
}

function draftSentence({ ready, proposed, reviewNote }: Post, on: string): string {
  if (!ready) return `Draft${on}; it cannot be published as it stands.`;
  if (proposed !== null) return `Draft${on}, ready to publish; it waits for approval.`;
  return `Draft${on}, ready to publish${reviewNote === null ? '' : '; what it proposed was rejected'}.`;
}

/** What holds up a post that is being published. */
function troubles({ targets }: Post): string {
  const held = targets.filter(({ status, error }) => status === 'publishing' && error !== null);
  const said = held.map(({ platform, phase, error }) =>
    phase === 'reconciling'
      ? `${platform} took it and did not answer; whether it is there is being looked into`
      : `${platform} did not take it yet (${error?.code}); it is tried again by itself`,
  );
  return [...new Set(said)].map((words) => ` ${words}.`).join('');
}

function missingWords({ targets }: Post): string {
  const said = targets.flatMap((target) =>
    missingParts(target).map((part) => `${partName(part)} on ${target.platform}`),
  );
  return [...new Set(said)].join(', ');
}

/** What to do after reading a post; undefined when nothing is left to do. */
export function nextStep(post: Post): string | undefined {
  const { id, status, reviewUrl } = post;
  const mend = remediesOf(post).map((step) => `${step}.`);
  if (status === 'scheduled') {
    return ['Nothing to do until then; postrider_get_post afterwards for the URLs.', ...mend].join(' ');
  }
  if (!SETTLED_POST_STATUSES.includes(status)) return followUp(post);
  if (status === 'draft' && !post.ready) {
    return `${toolCall('update_post', { id })} mends what stands in the way; ${toolCall('validate_post', { postId: id })} lists all of it.`;
  }
  if (status === 'draft') {
    return `When the person wants it out: ${toolCall('publish_post', { id, ...wishOf(post) })}; or they publish it at ${reviewUrl}`;
  }
  if (status === 'partially_published') mend.push('Do not create it again for targets that are out.');
  return mend.length === 0 ? undefined : mend.join(' ');
}

/** The time that a draft proposes, else the plainest. */
function wishOf({ proposed }: Post): Readonly<Record<string, string>> {
  const at = proposed?.when;
  if (at) return { scheduledAt: at.utc };
  return { scheduleMode: proposed?.scheduleMode ?? 'now' };
}

function followUp({ id, targets, pollAfterSeconds }: Post): string {
  if (pollAfterSeconds !== null && pollAfterSeconds > FOLLOW_UP_SECONDS) {
    const next = targets.flatMap((target: Target) => target.nextAttemptAt ?? []).sort()[0];
    const until = next === undefined ? `for ${pollAfterSeconds} s` : `until ${next}`;
    return `Nothing to do ${until}; then ${toolCall('get_post', { id, waitSeconds: FOLLOW_UP_SECONDS })}. Do not create it again.`;
  }
  return toolCall('get_post', { id, waitSeconds: FOLLOW_UP_SECONDS });
}
