import type { BatchValidation, CreatedBatch } from '../../../contract/posts/batch.js';
import type { CreatePost } from '../../../contract/posts/content.js';
import type { Post } from '../../../contract/posts/posts.js';
import type { Answer } from '../../answers/answer.js';
import type { Facts } from '../../answers/render-text.js';
import type { CallContext, Outcome } from '../../call-context.js';
import { agree, type CallStart, needsConfirmation, startCall } from '../../confirmation/agreement.js';
import type { InputOf } from '../../definition/tool-definition.js';
import { inputRefused, refusal } from '../../errors/error-answer.js';
import { handle } from '../../handler.js';
import { refuseWithoutPublishScope } from '../shared/permission.js';
import { rowTime } from '../shared/time-facts.js';
import { type TimeReader, timeReader } from '../shared/written-time.js';
import { planPosts } from './plan-posts.definition.js';
import { mediaOf } from './previews/media-names.js';
import { countWords, type PlannedPost, planPreview } from './previews/plan-preview.js';
import { problemsOf } from './previews/post-check.js';
import { agreedParts, createBody } from './requests/create-body.js';
import { assumedFact, postRequest } from './requests/post-request.js';

type PlanInput = InputOf<typeof planPosts.input>;

/** Models do not read more problems than this to the end, in characters. */
const MAX_PROBLEMS_LENGTH = 1_800;

export const callPlanPosts = handle(planPosts, async (input, call) => {
  const { idempotencyKey, confirmToken } = input;
  // Not required of every call: a confirmToken alone continues the call that was shown.
  if (input.posts === undefined || input.posts.length === 0) {
    const problem = input.posts === undefined ? 'is required' : 'is empty';
    return inputRefused(planPosts, [{ field: 'posts', problem, example: planPosts.input.posts.example }]);
  }
  const [beginning, earlier] = await Promise.all([
    startCall(input, call),
    idempotencyKey === undefined || confirmToken !== undefined ? [] : findPlan(idempotencyKey, call),
  ]);
  if (earlier.length > 0) return repeated(earlier);

  const request = planRequest(input, timeReader(beginning));
  if (!request.ok) return request.refused;
  const check = await call.client.posts.validateBatch({ posts: request.posts }, call.request());
  const planned = plannedPosts(request.posts, check);

  // With a valid token the API decides: it answers a repeat with the first result.
  const isOut = planned.some((post) => post.check.scheduleMode !== 'draft');
  if (beginning.held === undefined) {
    const stopped = stopBefore(check, isOut, beginning);
    if (stopped !== undefined) return stopped;
  }
  const bodies = planned.map(({ body }) => body);
  const verdict = await agree(
    {
      tool: planPosts.name,
      parts: { posts: planned.map((post) => agreedParts(post.body, post.check)) },
      version: null,
      // Drafts reach nobody.
      ask: isOut && needsConfirmation(true, call),
      show: async () => ({ preview: planPreview(planned, await mediaOf(call, ...bodies)) }),
    },
    beginning,
    input,
    call,
  );
  if (!verdict.agreed) return verdict.outcome;
  const created = await call.client.posts.createBatch(
    { posts: bodies },
    { ...call.request(), ...(verdict.idempotencyKey && { idempotencyKey: verdict.idempotencyKey }) },
  );
  return createdAnswer(created, planned, request.assumed);
});

type Read =
  | { readonly ok: true; readonly posts: CreatePost[]; readonly assumed: readonly string[] }
  | { readonly ok: false; readonly refused: Answer };

/** The posts as API requests, with times resolved; every post that cannot be read is named. */
function planRequest({ posts = [], platforms, accountIds, timezone }: PlanInput, reader: TimeReader): Read {
  const read: CreatePost[] = [];
  const assumed: string[] = [];
  const faults: Facts[] = [];
  for (const [index, post] of posts.entries()) {
    const isPlaced = post.platform ?? post.platforms ?? post.accountIds;
    const where = isPlaced === undefined ? { platforms, accountIds } : {};
    const request = postRequest({ ...post, ...where, timezone: post.timezone ?? timezone }, reader);
    if (request.ok) {
      read.push({ ...request.value, ...(post.allowDuplicate === true && { allowDuplicate: true }) });
      assumed.push(...request.assumed);
    } else
      faults.push({
        post: index + 1,
        problem: request.refused.message.replace(/ Nothing was done\.$/, ''),
        fix: request.refused.next,
      });
  }
  if (faults.length === 0) return { ok: true, posts: read, assumed: [...new Set(assumed)] };
  return {
    ok: false,
    refused: refusal({
      code: 'arguments_invalid',
      message: `${faults.length === 1 ? '1 post' : `${faults.length} posts`} to correct.`,
      untouched: 'Nothing was created.',
      facts: { problems: faults },
      next: 'Correct these and send the whole plan again',
    }),
  };
}

function plannedPosts(asked: readonly CreatePost[], { posts }: BatchValidation): readonly PlannedPost[] {
  return posts.map((check, index) => {
    const post = asked[index] ?? {};
    return { check, body: createBody(post, check, post.allowDuplicate) };
  });
}

/** The answer if a post would be refused, or the key may not publish; undefined if the plan may proceed. */
function stopBefore(check: BatchValidation, isOut: boolean, { me }: CallStart): Outcome | undefined {
  if (!check.ok) return refusedPlan(check);
  return isOut ? refuseWithoutPublishScope(me) : undefined;
}

function refusedPlan({ posts }: BatchValidation): Answer {
  const problems = posts.flatMap((check, index): Facts[] => {
    const of = problemsOf(check).map((problem) => ({ post: index + 1, ...problem }));
    const { duplicateOf, ok } = check;
    if (ok || of.length > 0 || duplicateOf === null) return of;
    const problem = `${duplicateOf.postId} (${duplicateOf.status}) has the same text and media on the same account within 24 h.`;
    return [
      { post: index + 1, code: 'duplicate_post', problem, fix: 'Change it, or set allowDuplicate true' },
    ];
  });
  let length = 0;
  const first = problems.filter((problem, index) => {
    length += JSON.stringify(problem).length;
    return index === 0 || length <= MAX_PROBLEMS_LENGTH;
  });
  const left = problems.length - first.length;
  return refusal({
    code: 'batch_refused',
    message: `${problems.length === 1 ? '1 problem' : `${problems.length} problems`} to fix.`,
    untouched: 'Nothing was created.',
    facts: { problems: first, more: left === 0 ? undefined : `${left} more` },
    next: `Fix these and send the whole plan again${left === 0 ? '' : '; the others are listed then'}`,
  });
}

function createdAnswer(
  { posts }: CreatedBatch,
  planned: readonly PlannedPost[],
  assumed: readonly string[],
): Answer {
  const warnings = posts.flatMap((post, index) =>
    post.warnings.map(({ message }) => `${index + 1}. ${message}`),
  );
  return {
    message: `Created ${countWords(planned)}.`,
    facts: {
      posts: posts.map(rowOf),
      warnings: warnings.length > 0 ? [...new Set(warnings)] : undefined,
      assumed: assumedFact(assumed),
    },
  };
}

/** The posts that were created with this idempotency key. */
async function findPlan(idempotencyKey: string, call: CallContext): Promise<readonly Post[]> {
  const page = await call.client.posts.list({ idempotencyKey, order: 'asc', limit: 100 }, call.request());
  return page.data;
}

function repeated(posts: readonly Post[]): Answer {
  return {
    message: 'This call already ran with the same idempotencyKey. Nothing new was created.',
    facts: { posts: posts.map(rowOf) },
  };
}

function rowOf({ id, status, when, targets }: Post): Facts {
  return {
    postId: id,
    status,
    when: status === 'draft' || when === null ? undefined : rowTime(when),
    on: [...new Set(targets.map(({ platform }) => platform))].join(', ') || undefined,
  };
}
