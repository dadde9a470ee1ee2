import { SETTLED_POST_STATUSES } from '../../contract/post-status.js';
import type { Post } from '../../contract/posts.js';
import { spokenTime } from './post-facts.js';

/** Seconds that a follow-up is told to wait: publishing to every network ends well within them. */
const FOLLOW_UP_SECONDS = 30;

/** Where a post stands, in one sentence. */
export function statusSentence(post: Post): string {
  const networks = [...new Set(post.targets.map(({ platform }) => platform))].join(', ');
  const on = networks === '' ? '' : ` on ${networks}`;
  const failed = post.targets.filter(({ status }) => status === 'failed').map(({ platform }) => platform);
  switch (post.status) {
    case 'draft':
      return post.ready
        ? `Draft${on}, ready to publish.`
        : `Draft${on}; it cannot be published as it stands.`;
    case 'scheduled':
      return `Scheduled${on}${post.when ? ` for ${spokenTime(post.when)}, ${post.when.relative}` : ''}.`;
    case 'queued':
      return `Accepted${on}; publishing starts at once.`;
    case 'publishing':
      return `Publishing${on} is under way.`;
    case 'published':
      return post.incomplete ? `Published${on}, but a part of it failed.` : `Published${on}.`;
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

/** What to do after reading a post; undefined when nothing is left to do. */
export function nextStep(post: Post): string | undefined {
  if (!SETTLED_POST_STATUSES.includes(post.status) && post.status !== 'scheduled') {
    return `postrider_get_post {"id": "${post.id}", "waitSeconds": ${FOLLOW_UP_SECONDS}}`;
  }
  switch (post.status) {
    case 'scheduled':
      return 'Nothing to do until then; postrider_get_post afterwards for the URLs.';
    case 'draft':
      return `A person can publish it at ${post.reviewUrl}`;
    case 'failed':
    case 'partially_published':
      return `Follow the action of each failed target; do not create the post again for targets that are out. A person can retry at ${post.reviewUrl}`;
    case 'unknown':
      return `Do not create it again: a person has to look at the account and settle it at ${post.reviewUrl}`;
    case 'missed':
      return `Ask the person whether it should still go out; they can publish it at ${post.reviewUrl}`;
    default:
      return undefined;
  }
}
