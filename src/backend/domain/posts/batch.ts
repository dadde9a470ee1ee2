import type { Issue } from '../../../contract/errors.js';
import type { BatchValidation, CreatedBatch, PostBatch } from '../../../contract/posts/batch.js';
import type { CreatedPost, PostValidation } from '../../../contract/posts/posts.js';
import type { Call } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { AccountRow } from '../../store/schema.js';
import type { Write } from '../../store/store.js';
import { listAllAccounts } from '../accounts/repository.js';
import { type CreateCall, type PlannedPost, plannedPost, writePost } from './create.js';
import { linkedPages, MAX_PAGE_WAIT_MS, readLinksSoon } from './linked-pages.js';
import { issuesOfRefusal, rejectInvalidPlan } from './plan/issues.js';
import { validationOf } from './validate.js';

/** How many refused posts a message names. */
const MAX_NAMED = 3;

/** Creates several posts in one transaction, or none. Each sees those before it: their texts and their slots. */
export async function createBatch(call: Call<'posts.createBatch'>): Promise<CreatedBatch> {
  const planned = await planAll(call, call.body, await connectedTo(call));
  let wakeAt = Number.POSITIVE_INFINITY;
  const batch = await call.commit(
    async (trx) => {
      wakeAt = Number.POSITIVE_INFINITY;
      const posts: CreatedPost[] = [];
      const refusals = new Map<number, RequestRefused>();
      for (const [index, post] of planned.entries()) {
        const written = await writtenOrRefused(trx, call, post);
        if (written instanceof RequestRefused) refusals.set(index, written);
        else {
          posts.push(written.created);
          wakeAt = Math.min(wakeAt, written.wakeAt);
        }
      }
      if (refusals.size > 0) throw batchRefusal(refusals, planned.length);
      return { posts };
    },
    { again: true },
  );
  call.services.wakePublisher(wakeAt);
  readLinksSoon(
    call,
    planned.flatMap(({ plan }) => plan.reports),
  );
  return batch;
}

/** Rolls a trial back, and carries its result out. */
class TrialOver extends Error {
  readonly result: BatchValidation;

  constructor(result: BatchValidation) {
    super('The trial is over.');
    this.result = result;
  }
}

/** What creating the batch would do: creates it in a transaction that is rolled back. */
export async function validateBatch(call: Call<'posts.validateBatch'>): Promise<BatchValidation> {
  const trial = { ...call, idempotencyKey: null };
  const connected = await connectedTo(call);
  const planned = await planAll(trial, call.body, connected);
  const reports = planned.flatMap(({ plan }) => plan.reports);
  const pages = await linkedPages(call, reports, MAX_PAGE_WAIT_MS);
  try {
    return await call.services.store.write(async (trx): Promise<never> => {
      const posts: PostValidation[] = [];
      let ok = true;
      for (const post of planned) {
        const validation = await validationOf(trx, trial, post, { connected, pages });
        const written = await writtenOrRefused(trx, trial, post);
        const isRefused = written instanceof RequestRefused;
        ok &&= !isRefused;
        posts.push(isRefused ? refusedValidation(validation, written, post) : { ...validation, ok: true });
      }
      throw new TrialOver({ ok, posts });
    });
  } catch (error) {
    if (error instanceof TrialOver) return error.result;
    throw error;
  }
}

function connectedTo({ services, caller }: CreateCall): Promise<readonly AccountRow[]> {
  return listAllAccounts(services.store.db, caller.workspace.id);
}

async function planAll(
  call: CreateCall,
  { posts }: PostBatch,
  connected: readonly AccountRow[],
): Promise<readonly PlannedPost[]> {
  const planned: PlannedPost[] = [];
  for (const post of posts) planned.push(await plannedPost(call, post, connected));
  return planned;
}

/** Refusals come before the first write of a post, so the posts before it stay as they are. */
async function writtenOrRefused(trx: Write, call: CreateCall, post: PlannedPost) {
  try {
    rejectInvalidPlan(post.plan);
    return await writePost(trx, call, post);
  } catch (error) {
    if (error instanceof RequestRefused) return error;
    throw error;
  }
}

/** A validation that says what only the attempt has shown. */
function refusedValidation(
  validation: PostValidation,
  refusal: RequestRefused,
  { body }: PlannedPost,
): PostValidation {
  const isAllowedTwin = validation.duplicateOf !== null && body.allowDuplicate === true;
  const isKnown = !validation.ok && !isAllowedTwin;
  return { ...validation, ok: false, errors: isKnown ? validation.errors : issuesOfRefusal(refusal) };
}

function batchRefusal(refusals: ReadonlyMap<number, RequestRefused>, all: number): RequestRefused {
  const numbers = [...refusals.keys()].map((index) => index + 1);
  const named = [...refusals]
    .slice(0, MAX_NAMED)
    .map(([index, { message }]) => `Post ${index + 1}: ${message}`);
  const others = refusals.size > MAX_NAMED ? ' The other reasons are in `errors`.' : '';
  const errors = [...refusals].flatMap(([index, refusal]) =>
    issuesOfRefusal(refusal).map((issue) => ofPost(issue, index)),
  );
  const which =
    numbers.length === 1 ? `Post ${numbers[0]} of ${all} is` : `${numbers.length} of ${all} posts are`;
  return new RequestRefused(
    'batch_refused',
    `${which} refused, so none was created. ${named.join(' ')}${others}`,
    { errors },
  );
}

/** An issue with the place of its post in the request. */
function ofPost(issue: Issue, index: number): Issue {
  return { ...issue, pointer: `/posts/${index}${issue.pointer ?? ''}` };
}
