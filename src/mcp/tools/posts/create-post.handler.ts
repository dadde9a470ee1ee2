import { ApiError } from '../../../client/errors/api-errors.js';
import type { CreatePost } from '../../../contract/posts/content.js';
import type { CreatedPost, Post, PostValidation } from '../../../contract/posts/posts.js';
import type { CallContext, Outcome } from '../../call-context.js';
import {
  agree,
  type CallStart,
  isSoon,
  isWide,
  needsConfirmation,
  startCall,
} from '../../confirmation/agreement.js';
import { refusal } from '../../errors/error-answer.js';
import { handle } from '../../handler.js';
import { refuseWithoutPublishScope } from '../shared/permission.js';
import { timeReader } from '../shared/written-time.js';
import { duplicatePostId, existsAlready } from './answers/existing-post.js';
import { findByKey, postAnswer, type Written, writtenAnswer } from './answers/post-answer.js';
import { statusSentence } from './answers/post-sentences.js';
import { createPost } from './create-post.definition.js';
import { mediaOf } from './previews/media-names.js';
import { refusedPost, wouldBeAccepted } from './previews/post-check.js';
import { postPreview } from './previews/post-preview.js';
import { agreedParts, createBody } from './requests/create-body.js';
import { postRequest } from './requests/post-request.js';

const UNTOUCHED = 'nothing new was created';

export const callCreatePost = handle(createPost, async (input, call) => {
  const { idempotencyKey, confirmToken } = input;
  const detailed = input.response_format === 'detailed';
  const [beginning, earlier] = await Promise.all([
    startCall(input, call),
    idempotencyKey === undefined || confirmToken !== undefined ? undefined : findByKey(idempotencyKey, call),
  ]);
  if (earlier !== undefined) return repeated(earlier, input.text, detailed);

  const request = postRequest(input, timeReader(beginning));
  if (!request.ok) return request.refused;
  const check = await call.client.posts.validate(request.value, call.request());
  const body = createBody(request.value, check, input.allowDuplicate);

  // With a valid token the API decides: it answers a repeat with the first result.
  if (beginning.held === undefined || check.targets.length === 0) {
    const stopped = await stopBefore(check, body, beginning, call);
    if (stopped !== undefined) return stopped;
  }
  const verdict = await agree(
    {
      tool: createPost.name,
      parts: agreedParts(body, check),
      version: null,
      // A draft reaches nobody.
      ask:
        check.scheduleMode !== 'draft' &&
        needsConfirmation(isIrreversible(check, request.value, beginning), call),
      show: async () => ({ preview: postPreview(check, body, await mediaOf(call, body)) }),
    },
    beginning,
    input,
    call,
  );
  if (!verdict.agreed) return verdict.outcome;
  const othersApprove = beginning.me.workspace.requiresOtherApprover;
  const how = { detailed, assumed: request.assumed, othersApprove };
  return create({ body, check }, verdict.idempotencyKey, how, call);
});

/** The answer if the post would be refused, already exists, or needs a scope; undefined if it may proceed. */
async function stopBefore(
  check: PostValidation,
  body: CreatePost,
  { me }: CallStart,
  call: CallContext,
): Promise<Outcome | undefined> {
  if (!wouldBeAccepted(check)) return refusedPost(check, 'Nothing was created.');
  const { duplicateOf } = check;
  if (duplicateOf !== null && body.allowDuplicate !== true) {
    return existsAlready(duplicateOf.postId, body.accountIds ?? [], UNTOUCHED, call, check);
  }
  return check.scheduleMode === 'draft' ? undefined : refuseWithoutPublishScope(me);
}

/** Whether it cannot be stopped once created, concerns many accounts, or was left to the server altogether. */
function isIrreversible(
  { scheduleMode, targets }: PostValidation,
  asked: CreatePost,
  beginning: CallStart,
): boolean {
  if (scheduleMode === 'draft') return false;
  if (scheduleMode === 'now' || isWide(targets) || namesNothing(asked)) return true;
  return targets.some(({ scheduledAt }) => isSoon(scheduledAt, beginning));
}

/** Whether the call names neither accounts nor a time. */
function namesNothing({ platform, platforms, accountIds, scheduledAt, slotId }: CreatePost): boolean {
  return [platform, platforms, accountIds, scheduledAt, slotId].every((one) => one === undefined);
}

/** A post as it was checked and is sent. */
interface Checked {
  readonly body: CreatePost;
  readonly check: PostValidation;
}

async function create(
  checked: Checked,
  idempotencyKey: string | undefined,
  how: Pick<Written, 'assumed' | 'detailed' | 'othersApprove'>,
  call: CallContext,
): Promise<Outcome> {
  let post: CreatedPost;
  try {
    post = await call.client.posts.create(checked.body, {
      ...call.request(),
      ...(idempotencyKey && { idempotencyKey }),
    });
  } catch (error) {
    const answer = await answerFromEarlier(error, checked, idempotencyKey, how.detailed, call);
    if (answer === undefined) throw error;
    return answer;
  }
  return writtenAnswer(post, how);
}

/** The answer if the error means that the wanted post already exists; undefined for other errors. */
async function answerFromEarlier(
  error: unknown,
  { body, check }: Checked,
  idempotencyKey: string | undefined,
  detailed: boolean,
  call: CallContext,
): Promise<Outcome | undefined> {
  const twin = duplicatePostId(error);
  if (twin !== undefined) return existsAlready(twin, body.accountIds ?? [], UNTOUCHED, call, check);
  // A time like "in 3 hours" turns the same call into a different request.
  const reused = error instanceof ApiError && error.code === 'idempotency_key_reused';
  if (!reused || idempotencyKey === undefined) return undefined;
  const earlier = await findByKey(idempotencyKey, call);
  return earlier && repeated(earlier, body.text, detailed);
}

/** The answer to a call whose idempotency key was used before. */
function repeated(post: Post, text: string | undefined, detailed: boolean): Outcome {
  if (post.text === (text ?? '')) {
    return postAnswer(
      post,
      detailed,
      `This call already ran with the same idempotencyKey. ${statusSentence(post)} Nothing new was created.`,
    );
  }
  return refusal({
    code: 'idempotency_key_reused',
    message: 'This idempotencyKey was already used for a post with a different text.',
    facts: { existingPostId: post.id },
    next: 'Use a new idempotencyKey for a new post.',
  });
}
