import { ApiError } from '../../../client/errors/api-errors.js';
import type { CreatePost } from '../../../contract/posts/content.js';
import type { CreatedPost, Post, PostValidation } from '../../../contract/posts/posts.js';
import type { CallContext, Outcome } from '../../call-context.js';
import { agree, type CallStart, isSoon, needsConfirmation, startCall } from '../../confirmation/agreement.js';
import { refusal } from '../../errors/error-answer.js';
import { handle } from '../../handler.js';
import { refuseWithoutPublishScope } from '../shared/permission.js';
import { timeReader } from '../shared/written-time.js';
import { duplicatePostId, existsAlready } from './answers/existing-post.js';
import { findByKey, postAnswer, writtenAnswer } from './answers/post-answer.js';
import { statusSentence } from './answers/post-sentences.js';
import { createPost } from './create-post.definition.js';
import { refusedPost, wouldBeAccepted } from './previews/post-check.js';
import { postPreview } from './previews/post-preview.js';
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
  const body = bodyFor(request.value, check, input.allowDuplicate);

  // With a valid token the API decides: it answers a repeat with the first result.
  if (beginning.held === undefined || check.targets.length === 0) {
    const stopped = await stopBefore(check, body, beginning, call);
    if (stopped !== undefined) return stopped;
  }
  const verdict = await agree(
    {
      tool: createPost.name,
      parts: partsOf(body, check),
      version: null,
      ask: needsConfirmation(isIrreversible(check, beginning), call),
      show: () => ({ preview: postPreview(check, body) }),
    },
    beginning,
    input,
    call,
  );
  if (!verdict.agreed) return verdict.outcome;
  return create(body, verdict.idempotencyKey, request.assumed, detailed, call);
});

/** The request as confirmed and sent: network names are resolved to accounts. */
function bodyFor(asked: CreatePost, check: PostValidation, allowDuplicate: boolean | undefined): CreatePost {
  const { platform, platforms, accountIds, ...content } = asked;
  const resolved = check.targets.map((target) => target.accountId);
  const where = resolved.length > 0 ? { accountIds: resolved } : { platform, platforms, accountIds };
  return withoutAbsent({
    ...where,
    ...content,
    scheduleMode: check.scheduleMode,
    allowDuplicate: allowDuplicate === true ? true : undefined,
  });
}

function withoutAbsent(body: { [Name in keyof CreatePost]: CreatePost[Name] | undefined }): CreatePost {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

/** What the person agrees to, by argument. */
function partsOf(body: CreatePost, check: PostValidation): Readonly<Record<string, unknown>> {
  return {
    accounts: check.targets.map(({ accountId }) => accountId).sort(),
    text: body.text ?? '',
    mediaUrls: body.mediaUrls ?? [],
    altTexts: body.altTexts ?? [],
    overrides: body.overrides ?? [],
    scheduleMode: check.scheduleMode,
    scheduledAt: body.scheduledAt ?? null,
    timezone: body.timezone ?? null,
    slotId: body.slotId ?? null,
    together: body.together ?? false,
    proposed: body.proposed ?? null,
    sourceId: body.sourceId ?? null,
    allowDuplicate: body.allowDuplicate ?? false,
  };
}

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
    return existsAlready(duplicateOf.postId, body.accountIds ?? [], UNTOUCHED, call);
  }
  return check.scheduleMode === 'draft' ? undefined : refuseWithoutPublishScope(me);
}

/** Whether it cannot be stopped once created. */
function isIrreversible({ scheduleMode, targets }: PostValidation, beginning: CallStart): boolean {
  if (scheduleMode === 'draft') return false;
  return scheduleMode === 'now' || targets.some(({ scheduledAt }) => isSoon(scheduledAt, beginning));
}

async function create(
  body: CreatePost,
  idempotencyKey: string | undefined,
  assumed: readonly string[],
  detailed: boolean,
  call: CallContext,
): Promise<Outcome> {
  let post: CreatedPost;
  try {
    post = await call.client.posts.create(body, {
      ...call.request(),
      ...(idempotencyKey && { idempotencyKey }),
    });
  } catch (error) {
    const answer = await answerFromEarlier(error, body, idempotencyKey, detailed, call);
    if (answer === undefined) throw error;
    return answer;
  }
  return writtenAnswer(post, { detailed, assumed });
}

/** The answer if the error means that the wanted post already exists; undefined for other errors. */
async function answerFromEarlier(
  error: unknown,
  body: CreatePost,
  idempotencyKey: string | undefined,
  detailed: boolean,
  call: CallContext,
): Promise<Outcome | undefined> {
  const twin = duplicatePostId(error);
  if (twin !== undefined) return existsAlready(twin, body.accountIds ?? [], UNTOUCHED, call);
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
