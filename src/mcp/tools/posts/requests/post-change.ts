import type { Post } from '../../../../contract/posts/posts.js';
import { mayDo, type PostAction } from '../../../../contract/posts/status.js';
import type { Answer } from '../../../answers/answer.js';
import type { CallContext } from '../../../call-context.js';
import { type CallStart, startCall } from '../../../confirmation/agreement.js';
import { ALREADY_PUBLISHED_ADVICE, refusal } from '../../../errors/error-answer.js';
import { nextStep, statusSentence } from '../answers/post-sentences.js';

/** The arguments by which a call names a post to change. */
interface Naming {
  readonly id: string;
  readonly version?: number | undefined;
  readonly confirmToken?: string | undefined;
}

/** What is known at the beginning of a call that changes a post. */
export interface PostChange {
  readonly beginning: CallStart;
  readonly post: Post;
  /** What a person agrees to is bound to it. */
  readonly version: number;
  /** What the request says of it: nothing, where neither the caller nor a preview named one. */
  readonly named: { readonly version?: number };
}

/** Reads the post that a call is to change, and which version of it is meant. */
export async function startPostChange(naming: Naming, call: CallContext): Promise<PostChange> {
  const [beginning, post] = await Promise.all([
    startCall(naming, call),
    call.client.posts.get(naming.id, {}, call.request()),
  ]);
  const meant = meantVersion(naming.version, beginning);
  return {
    beginning,
    post,
    version: meant ?? post.version,
    named: meant === undefined ? {} : { version: meant },
  };
}

/** The version that the caller named, else that of the preview that came with the call. */
export function meantVersion(named: number | undefined, { held }: CallStart): number | undefined {
  return named ?? held?.version ?? undefined;
}

const DONE: Readonly<Record<PostAction, string>> = {
  update: 'edited',
  delete: 'cancelled',
  publish: 'published',
  retry: 'retried',
  resolve: 'resolved',
  approve: 'approved',
  reject: 'rejected',
};

/**
 * The answer where a change would be refused whatever a person says: the post was changed since, or its status
 * does not allow it; undefined where it may be tried.
 */
export function refuseChange(action: PostAction, { post, version }: PostChange): Answer | undefined {
  if (version !== post.version) return outdated(version, post);
  if (mayDo(action, post.status)) return undefined;
  return stateConflict(`A post that is ${post.status.replace('_', ' ')} cannot be ${DONE[action]}.`, post);
}

/** The answer to what the post's present state does not allow. */
export function stateConflict(message: string, post: Post): Answer {
  return refusal({
    code: 'state_conflict',
    message: `${message} ${statusSentence(post)} Nothing was done.`,
    facts: { id: post.id, current: { status: post.status, version: post.version } },
    next: nextStep(post) ?? ALREADY_PUBLISHED_ADVICE,
  });
}

function outdated(version: number, { id, version: present, status }: Post): Answer {
  return refusal({
    code: 'version_conflict',
    message: `The post was changed in the meantime: it is at version ${present}, not ${version}.`,
    facts: { id, current: { status, version: present } },
    next: `postrider_get_post {"id": "${id}", "response_format": "detailed"}, then the same call with version ${present} if it still fits`,
  });
}
