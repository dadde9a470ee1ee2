import { actionsOffered, type PostAction, type PostStatus } from '../../../contract/posts/status.js';
import { RequestRefused } from '../../operations/refusal.js';

interface PostFacts {
  readonly id: string;
  readonly status: PostStatus;
  readonly version: number;
  readonly incomplete?: 0 | 1;
}

/** What each action does, as the end of "cannot be …" and as what can be done instead. */
const WORDS: Readonly<Record<PostAction, { readonly done: string; readonly how: (path: string) => string }>> =
  {
    update: { done: 'edited', how: (path) => `edit it (PATCH ${path})` },
    delete: { done: 'cancelled', how: (path) => `cancel it (DELETE ${path})` },
    publish: { done: 'published or given a time', how: (path) => `publish it (POST ${path}/publish)` },
    retry: { done: 'retried', how: (path) => `retry what failed (POST ${path}/retry)` },
    resolve: {
      done: 'resolved',
      how: (path) => `say what became of a target whose outcome is unknown (POST ${path}/resolve)`,
    },
    approve: { done: 'approved', how: (path) => `approve it (POST ${path}/approve)` },
    reject: { done: 'rejected', how: (path) => `reject its proposal (POST ${path}/reject)` },
  };

/** What a status means for somebody who wants to change the post. */
const STANDING: Readonly<Record<PostStatus, string>> = {
  draft: 'It is a draft, and nothing of it is due.',
  scheduled: 'It goes out at its time.',
  queued: 'It is due and goes out any moment.',
  publishing: 'It is being published; read it again in a few seconds.',
  published: 'It is out; what is out can be changed at the network alone.',
  partially_published: 'It is out on some accounts.',
  failed: 'It was not published.',
  unknown: 'Whether it was published is not known on every account.',
  missed: 'Its time passed and it was not sent late.',
  cancelled: 'It was cancelled.',
};

/** The refusal of an action that the post's status does not allow, with what is possible instead. */
export function actionNotAllowed(action: PostAction, post: PostFacts): RequestRefused {
  const path = `/v1/posts/${post.id}`;
  const possible = actionsOffered({ status: post.status, incomplete: post.incomplete === 1 });
  const instead = possible.map((one) => WORDS[one].how(path)).join('; ');
  const refused = `A post that is ${post.status.replace('_', ' ')} cannot be ${WORDS[action].done}. ${STANDING[post.status]}`;
  return stateConflict(instead === '' ? refused : `${refused} Possible now: ${instead}.`, post);
}

/** @param detail what stands in the way and what to do instead */
export function stateConflict(detail: string, post: PostFacts): RequestRefused {
  return new RequestRefused('state_conflict', detail, {
    current: { version: post.version, status: post.status },
  });
}

/** @param named the version that the request was made for */
export function versionConflict(post: PostFacts, named: number): RequestRefused {
  return new RequestRefused(
    'version_conflict',
    `The post was changed in the meantime: the request is for version ${named}, and it is at version ${post.version} (${post.status}). Nothing was done. Read it again, and send the request with its version.`,
    { current: { version: post.version, status: post.status } },
  );
}
