import type { Post } from '../../../../contract/posts/posts.js';
import { mayDo, type PostAction } from '../../../../contract/posts/status.js';
import type { Answer } from '../../../answers/answer.js';
import type { CallContext } from '../../../call-context.js';
import { type CallStart, startCall } from '../../../confirmation/agreement.js';
import { adviceInstead, refusal } from '../../../errors/error-answer.js';
import { nextStep, statusSentence } from '../answers/post-sentences.js';

/** The arguments that identify the post to change. */
interface Naming {
  readonly id: string;
  readonly version?: number | undefined;
  readonly confirmToken?: string | undefined;
}

/** What is known at the start of a call that changes a post. */
export interface PostChange {
  readonly beginning: CallStart;
  readonly post: Post;
  /** The version that the confirmation is bound to. */
  readonly version: number;
  /** The version to send: none if neither the caller nor a preview named one. */
  readonly named: { readonly version?: number };
}

/** Reads the post to change, and decides which version of it is meant. */
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

/** The version that the caller named, otherwise the version of the preview that came with the call. */
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
  reopen: 'put back for approval',
  deletePublished: 'deleted at its networks',
};

/**
 * The answer if the change would be refused even after a yes, because the post has changed or its status does not
 * allow it; undefined otherwise.
 */
export function refuseChange(action: PostAction, { post, version }: PostChange): Answer | undefined {
  if (version !== post.version) return outdated(version, post);
  if (mayDo(action, post.status)) return undefined;
  return stateConflict(`A post with status ${post.status} cannot be ${DONE[action]}.`, post);
}

/** The answer to an action that the post's current status does not allow. */
export function stateConflict(message: string, post: Post): Answer {
  return refusal({
    code: 'state_conflict',
    message: `${message} ${statusSentence(post)}`,
    facts: { id: post.id, current: { status: post.status, version: post.version } },
    next: nextStep(post) ?? adviceInstead(post.status),
  });
}

function outdated(version: number, { id, version: present, status }: Post): Answer {
  return refusal({
    code: 'version_conflict',
    message: `The post has changed: it is now at version ${present}, not ${version}.`,
    facts: { id, current: { status, version: present } },
    next: `postrider_get_post {"id": "${id}", "response_format": "detailed"}. If the change still fits, repeat the call without version and confirmToken`,
  });
}
