import { ApiError } from '../../client/api-errors.js';
import type { Me } from '../../contract/me.js';
import type { CreatePost } from '../../contract/post-content.js';
import type { CreatedPost, Post, PostValidation } from '../../contract/posts.js';
import type { CallContext, Outcome } from '../call-context.js';
import type { Act } from '../confirm-token.js';
import { confirm, presented } from '../confirmation.js';
import { draftInstead, refusal } from '../errors-for-model.js';
import { handle } from '../handler.js';
import { issueFacts } from '../issue-facts.js';
import { createPost } from '../tools/create-post.js';
import { findByKey, postAnswer } from './get-post.js';
import { faultsOf, previewFacts, wouldBeTaken } from './post-check.js';
import { spokenTime } from './post-facts.js';
import { postRequest } from './post-request.js';
import { statusSentence } from './post-words.js';
import { postPreview } from './preview.js';

/** What lands within this time is confirmed like what is published now, in ms. */
const SOON_MS = 15 * 60_000;

export const callCreatePost = handle(createPost, async (input, call) => {
  const { idempotencyKey, confirmToken } = input;
  const detailed = input.response_format === 'detailed';
  const [me, earlier] = await Promise.all([
    call.me(),
    idempotencyKey === undefined || confirmToken !== undefined ? undefined : findByKey(idempotencyKey, call),
  ]);
  if (earlier !== undefined) return repeated(earlier, input.text, detailed);

  const now = Date.parse(me.time.utc);
  const claims = presented(call.form, confirmToken);
  const held = claims !== undefined && now <= claims.expiresAt ? claims : undefined;
  const request = postRequest(input, me, held);
  if (!request.ok) return request.refused;
  const check = await call.client.posts.validate(request.body, call.request());
  const body = bodyFor(request.body, check, input.allowDuplicate);
  const act = actOf(body, check, request.instant, request.timeText, me);

  // With a good token the API decides: it answers a repeat with the first result.
  if (held === undefined || check.targets.length === 0) {
    const stopped = await stopBefore(check, body, me, call);
    if (stopped !== undefined) return stopped;
  }
  let key = idempotencyKey;
  if (claims !== undefined || mustAsk(check, now, call)) {
    const tokenGiven = confirmToken !== undefined;
    const preview = postPreview(check, body);
    const verdict = confirm({ act, preview, claims, idempotencyKey, tokenGiven, now }, call);
    if (!verdict.agreed) return verdict.outcome;
    key = verdict.idempotencyKey;
  }
  return create(body, key, request.assumed, detailed, call);
});

/** The request as it is confirmed and sent: with the accounts themselves instead of networks' names. */
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

/** What the person agrees to, by the names of the arguments that say it. */
function actOf(
  body: CreatePost,
  check: PostValidation,
  instant: number | null,
  timeText: string | null,
  me: Me,
): Act {
  return {
    tool: createPost.name,
    keyId: me.key.id,
    workspaceId: me.workspace.id,
    parts: {
      accounts: check.targets.map(({ accountId }) => accountId).sort(),
      text: body.text ?? '',
      mediaUrls: body.mediaUrls ?? [],
      altTexts: body.altTexts ?? [],
      overrides: body.overrides ?? [],
      scheduleMode: check.scheduleMode,
      scheduledAt: instant,
      timezone: body.timezone ?? null,
      allowDuplicate: body.allowDuplicate ?? false,
    },
    instant,
    timeText,
  };
}

/** The answer where the post would be refused, exists already, or lacks a permission; undefined where it may go on. */
async function stopBefore(
  check: PostValidation,
  body: CreatePost,
  me: Me,
  call: CallContext,
): Promise<Outcome | undefined> {
  if (!wouldBeTaken(check)) return faulty(check);
  const { duplicateOf } = check;
  if (duplicateOf !== null && body.allowDuplicate !== true) return exists(duplicateOf.postId, body, call);
  if (check.scheduleMode !== 'draft' && !me.key.scopes.includes('posts:publish')) {
    return refusal({
      code: 'scope_missing',
      message: 'This key may not publish or schedule.',
      facts: { requiredScope: 'posts:publish' },
      next: draftInstead('posts:publish'),
    });
  }
  return undefined;
}

function faulty(check: PostValidation): Outcome {
  const faults = faultsOf(check);
  const [only] = check.errors;
  return refusal({
    code: only && faults.length === 1 ? only.code : 'rules_violated',
    message: `${faults.length === 1 ? 'One thing stands' : `${faults.length} things stand`} in the way. Nothing was created.`,
    facts: { faults, when: previewFacts(check)['when'] },
    next: 'Mend every fault, then call again.',
  });
}

/** Whether a person has to agree first. */
function mustAsk({ scheduleMode, targets }: PostValidation, now: number, { policy }: CallContext): boolean {
  if (policy !== 'irreversible') return policy === 'always';
  if (scheduleMode === 'draft') return false;
  const due = targets.flatMap(({ scheduledAt }) => (scheduledAt === null ? [] : [Date.parse(scheduledAt)]));
  return scheduleMode === 'now' || due.some((instant) => instant - now <= SOON_MS);
}

async function create(
  body: CreatePost,
  idempotencyKey: string | undefined,
  assumed: readonly string[] | undefined,
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
  const answer = postAnswer(post, detailed);
  const warnings = [...post.warnings, ...post.issues].map(issueFacts);
  return {
    ...answer,
    facts: { ...answer.facts, warnings: warnings.length > 0 ? warnings : undefined, assumed },
  };
}

/** The answer where the refusal means that what was wanted is there already; undefined for other failures. */
async function answerFromEarlier(
  error: unknown,
  body: CreatePost,
  idempotencyKey: string | undefined,
  detailed: boolean,
  call: CallContext,
): Promise<Outcome | undefined> {
  if (!(error instanceof ApiError)) return undefined;
  const { existingPostId } = error.problem;
  if (error.code === 'duplicate_post' && existingPostId !== undefined)
    return exists(existingPostId, body, call);
  // A time like "in 3 hours" makes another request of the same call.
  if (error.code !== 'idempotency_key_reused' || idempotencyKey === undefined) return undefined;
  const earlier = await findByKey(idempotencyKey, call);
  return earlier && repeated(earlier, body.text, detailed);
}

/** The answer to a post that is there already: no failure, for what was wanted is so. */
async function exists(postId: string, { accountIds }: CreatePost, call: CallContext): Promise<Outcome> {
  const post = await call.client.posts.get(postId, {}, call.request());
  const answer = postAnswer(post, false, `Already exists, ${standing(post)}; nothing new was created.`);
  const missing = (accountIds ?? []).filter((id) => post.targets.every(({ accountId }) => accountId !== id));
  const steps = [
    answer.next,
    missing.length > 0
      ? `It does not cover ${missing.join(', ')}: call again with these accountIds alone.`
      : undefined,
    'If the person wants it a second time: the same call with allowDuplicate true.',
  ];
  return { ...answer, next: steps.filter((step) => step !== undefined).join(' ') };
}

/** The answer to a call whose key has acted before. */
function repeated(post: Post, text: string | undefined, detailed: boolean): Outcome {
  if (post.text === (text ?? '')) {
    return postAnswer(
      post,
      detailed,
      `This call was carried out before, under the same idempotencyKey. ${statusSentence(post)} Nothing new was created.`,
    );
  }
  return refusal({
    code: 'idempotency_key_reused',
    message: 'That idempotencyKey belongs to a post with another text.',
    facts: { existingPostId: post.id },
    next: 'Use a new idempotencyKey for a new post.',
  });
}

function standing(post: Post): string {
  const status = post.status.replace('_', ' ');
  return post.when === null ? status : `${status} ${spokenTime(post.when)}`;
}
