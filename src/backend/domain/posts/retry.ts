import { shownHandle } from '../../../contract/handles.js';
import { accountInMessage } from '../../../contract/plain-names.js';
import type { RetriedPost, SkippedCode } from '../../../contract/posts/changes.js';
import type { Call } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Write } from '../../store/store.js';
import { listAllAccounts } from '../accounts/repository.js';
import { announceChange, dueClockOf, finishChange, readForChange } from './change.js';
import { findDuplicate } from './plan/duplicates.js';
import type { StoredPost, StoredTarget } from './repository.js';
import { type RetryStep, retryStep } from './retry-steps.js';
import { makeDue, makePartsDue, resetParts } from './targets/writes.js';
import { viewPost } from './view.js';

type RetryCall = Call<'posts.retry'>;

const SKIP_MESSAGES: Readonly<Record<SkippedCode, string>> = {
  already_published: 'It is already published.',
  in_inbox: 'It waits in the inbox of the network’s app. Finish it there.',
  outcome_unknown: 'It may already be published. Check the account, then resolve the outcome.',
  in_progress: 'It is being published. Read the post again in a few seconds.',
  not_due_yet: 'It has not been tried yet. It is published at its scheduled time.',
  cancelled: 'It was cancelled. Publish it again to send it after all.',
  deleted: 'It was deleted at the network, or its deletion began. Create a new post instead.',
  account_unusable:
    'The account cannot publish. Reconnect it, or check it on the Channels page when its network has restored it. Then retry.',
  duplicate_post:
    'Another post has the same text and media on this account within 24 hours. To send it anyway, use `allowDuplicate: true`.',
};

/** Retries targets that failed or were missed, and reports the result for each account. */
export async function retryPost(call: RetryCall): Promise<RetriedPost> {
  const answer = await call.commit(async (trx) => {
    const stored = await readForChange(trx, call, 'retry', call.body.version);
    const steps = await withoutDuplicates(trx, call, stored, await stepsFor(trx, call, stored));
    const retried = steps.filter(({ kind }) => kind === 'send' || kind === 'send_parts');
    for (const step of retried) await retryTarget(trx, call, step);
    const accounts = retried.map(({ target }) => target.account_id);
    const after =
      accounts.length === 0
        ? stored
        : await finishChange(trx, call, stored, {
            action: 'retry',
            history: 'retried',
            changes: [{ field: 'accounts', from: [], to: accounts }],
            summary: `retried ${accounts.length} of ${stored.targets.length} targets`,
          });
    return answerOf(call, steps, accounts, after);
  });
  announceChange(call);
  return answer;
}

async function stepsFor(trx: Write, call: RetryCall, stored: StoredPost): Promise<RetryStep[]> {
  const { caller, body, now } = call;
  const named = body.accountIds;
  const others = named?.filter((id) => stored.targets.every((target) => target.account_id !== id)) ?? [];
  if (others.length > 0) throw notATarget(others, stored);
  const accounts = await listAllAccounts(trx, caller.workspace.id);
  return stored.targets
    .filter((target) => named === undefined || named.includes(target.account_id))
    .map((target) =>
      retryStep(
        target,
        accounts.find((account) => account.id === target.account_id),
        now,
      ),
    );
}

/** Skips targets whose content was posted again, as another post, since they failed. */
async function withoutDuplicates(
  trx: Write,
  { body, now }: RetryCall,
  { post }: StoredPost,
  steps: readonly RetryStep[],
): Promise<RetryStep[]> {
  const checked: RetryStep[] = [];
  for (const step of steps) {
    const { target } = step;
    const wanted = { accountId: target.account_id, fingerprint: target.fingerprint, at: now };
    const repeats =
      step.kind === 'send' &&
      body.allowDuplicate !== true &&
      (await findDuplicate(trx, [wanted], post.id)) !== null;
    checked.push(repeats ? { kind: 'skip', target, code: 'duplicate_post' } : step);
  }
  return checked;
}

async function retryTarget(trx: Write, call: RetryCall, { kind, target }: RetryStep): Promise<void> {
  const { now } = call;
  const moment = { clock: dueClockOf(call), now };
  if (kind === 'send_parts') {
    await resetParts(trx, target.id, 'failed');
    await makePartsDue(trx, target, moment);
    return;
  }
  await makeDue(trx, target, { scheduledAt: target.scheduled_at ?? now, dueAt: now }, moment);
}

function answerOf(
  { now, services }: RetryCall,
  steps: readonly RetryStep[],
  retried: string[],
  post: StoredPost,
): RetriedPost {
  return {
    retried,
    held: steps.flatMap((step) =>
      step.kind === 'hold' ? [{ accountId: step.target.account_id, retryAt: step.retryAt }] : [],
    ),
    skipped: steps.flatMap((step) =>
      step.kind === 'skip'
        ? [{ accountId: step.target.account_id, code: step.code, message: SKIP_MESSAGES[step.code] }]
        : [],
    ),
    post: viewPost(post, { now, services }),
  };
}

/** The error for accounts that the post does not target. */
export function notATarget(accountIds: readonly string[], { targets }: StoredPost): RequestRefused {
  return new RequestRefused(
    'account_not_found',
    `The post does not target ${accountIds.join(', ')}. Its accounts are ${targets.map(describeTarget).join(', ')}.`,
    {
      choices: targets.map((target) => ({
        accountId: target.account_id,
        platform: target.platform,
        handle: shownHandle(target.handle),
      })),
    },
  );
}

function describeTarget(target: StoredTarget): string {
  return `${target.account_id} (${target.platform} ${accountInMessage({ id: target.account_id, handle: target.handle })})`;
}
