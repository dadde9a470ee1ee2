import { inSentence } from '../../../base/english.js';
import { actionsOffered, type PostAction, type PostStatus } from '../../../contract/posts/status.js';
import { RequestRefused } from '../../operations/refusal.js';

interface PostFacts {
  readonly id: string;
  readonly status: PostStatus;
  readonly version: number;
  readonly incomplete?: 0 | 1;
}

/** Each action as the end of "cannot be …", and as an alternative to offer. */
const WORDS: Readonly<Record<PostAction, { readonly done: string; readonly how: (path: string) => string }>> =
  {
    update: { done: 'edited', how: (path) => `edit it (\`PATCH ${path}\`)` },
    delete: { done: 'cancelled', how: (path) => `cancel it (\`DELETE ${path}\`)` },
    publish: { done: 'published or given a time', how: (path) => `publish it (\`POST ${path}/publish\`)` },
    retry: { done: 'retried', how: (path) => `retry what failed (\`POST ${path}/retry\`)` },
    resolve: {
      done: 'resolved',
      how: (path) =>
        `resolve a target whose outcome is unknown, or that waits in the network’s inbox (\`POST ${path}/resolve\`)`,
    },
    approve: { done: 'approved', how: (path) => `approve it (\`POST ${path}/approve\`)` },
    deletePublished: {
      done: 'deleted at its networks',
      how: (path) => `delete it at its networks (\`POST ${path}/delete-published\`)`,
    },
    reject: { done: 'rejected', how: (path) => `reject its proposal (\`POST ${path}/reject\`)` },
    reopen: {
      done: 'put back for approval',
      how: (path) => `take the decision back (\`POST ${path}/reopen\`)`,
    },
  };

/** What a status means for a caller who wants to change the post. */
const STATUS_MEANING: Readonly<Record<PostStatus, string>> = {
  draft: 'It is a draft and has no publishing time.',
  scheduled: 'It is scheduled and will be published at its time.',
  queued: 'It is due and will be published shortly.',
  publishing: 'It is being published. Read it again in a few seconds.',
  published: 'It is already published.',
  in_inbox: 'It waits in the inbox of the network’s app, where a person has to finish it.',
  deleted: 'It was deleted at its networks, which is final. Create a new post instead.',
  partially_published: 'It is published on some accounts.',
  failed: 'It was not published.',
  unknown: 'For at least one account, it is not known whether it was published.',
  missed: 'Its time passed, and it was too late to send it.',
  cancelled: 'It was cancelled.',
};

/** The error for an action that the post's status does not allow, with the actions that it does allow. */
export function actionNotAllowed(action: PostAction, post: PostFacts): RequestRefused {
  const path = `/v1/posts/${post.id}`;
  const offered = actionsOffered({ status: post.status, incomplete: post.incomplete === 1 });
  // Cancelling a cancelled post succeeds, but helps nobody.
  const possible = offered.filter((one) => one !== 'delete' || post.status !== 'cancelled');
  const instead = inSentence(
    possible.map((one) => WORDS[one].how(path)),
    'or',
  );
  const refused = `The post cannot be ${WORDS[action].done}. ${STATUS_MEANING[post.status]}`;
  return stateConflict(instead === '' ? refused : `${refused} You can ${instead}.`, post);
}

/** @param detail the reason, and what to do instead */
export function stateConflict(detail: string, post: PostFacts): RequestRefused {
  return new RequestRefused('state_conflict', detail, {
    current: { version: post.version, status: post.status },
  });
}

/** @param named the version that the request was based on */
export function versionConflict(post: PostFacts, named: number): RequestRefused {
  return new RequestRefused(
    'version_conflict',
    `The post was changed in the meantime. The request is for version ${named}, but the post is at version ${post.version} (${post.status}). Read the post again, then send the request with its current version.`,
    { current: { version: post.version, status: post.status } },
  );
}
