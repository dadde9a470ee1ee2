import type { Account } from '../../../contract/accounts/accounts.js';
import type { ResolveOutcome, RetriedPost } from '../../../contract/posts/changes.js';
import type { Post, Target } from '../../../contract/posts/posts.js';
import { canLookUpOn } from '../../../networks/looks-up-posts.js';
import type { Answer } from '../../answers/answer.js';
import type { CallContext } from '../../call-context.js';
import { agree, needsConfirmation } from '../../confirmation/agreement.js';
import type { Shown } from '../../confirmation/confirmation.js';
import { handle } from '../../handler.js';
import { accessProblem, noAccess, recheckedAccounts } from '../shared/account-access.js';
import { refuseWithoutPublishScope } from '../shared/permission.js';
import { toolCall } from '../shared/tool-call.js';
import { writtenAnswer } from './answers/post-answer.js';
import { missingParts, partName } from './answers/post-facts.js';
import { mediaOf } from './previews/media-names.js';
import { nameOf, nowLines, storedPreview } from './previews/post-preview.js';
import { type PostChange, refuseChange, startPostChange, stateConflict } from './requests/post-change.js';
import { retryPost } from './retry-post.definition.js';

export const callRetryPost = handle(retryPost, async (input, call) => {
  const change = await startPostChange(input, call);
  const { beginning, post, version, named } = change;
  const { accountIds, allowDuplicate } = input;
  const verdict = await agree(
    {
      tool: retryPost.name,
      parts: {
        id: post.id,
        accountIds: accountIds === undefined ? 'all' : [...accountIds].sort(),
        allowDuplicate: allowDuplicate ?? false,
      },
      version,
      ask: needsConfirmation(true, call),
      show: () => show(change, accountIds, call),
    },
    beginning,
    input,
    call,
  );
  if (!verdict.agreed) return verdict.outcome;
  const body = {
    ...named,
    ...(accountIds && { accountIds: [...accountIds] }),
    ...(allowDuplicate === true && { allowDuplicate }),
  };
  const { data, meta } = await call.client.posts
    .retry(post.id, body, { ...call.request(), idempotencyKey: verdict.idempotencyKey })
    .withMeta();
  return retried(data, meta.idempotencyKey, input.response_format === 'detailed');
});

function retried(
  { post, retried, held, skipped }: RetriedPost,
  idempotencyKey: string | null,
  detailed: boolean,
): Answer {
  const name = (id: string): string => {
    const target = post.targets.find(({ accountId }) => accountId === id);
    return target ? nameOf(target) : id;
  };
  const done =
    retried.length === 0 ? 'Nothing was sent again.' : `Retrying: ${retried.map(name).join(', ')}.`;
  const waits = held.map(({ accountId, retryAt }) => `${name(accountId)} accepts no posts until ${retryAt}.`);
  const answer = writtenAnswer(post, { detailed, idempotencyKey, done: [done, ...waits].join(' ') });
  const twins = skipped.filter(({ code }) => code === 'duplicate_post');
  const twice =
    twins.length === 0
      ? undefined
      : `This text is already on ${twins.map(({ accountId }) => name(accountId)).join(', ')}. If the person wants it twice, repeat the call with allowDuplicate true.`;
  const next = [answer.next, twice].filter((step) => step !== undefined).join(' ');
  return {
    ...answer,
    facts: { retried, held, skipped: skipped.length > 0 ? skipped : undefined, ...answer.facts },
    next: next === '' ? undefined : next,
  };
}

/** A preview of what would be sent again, or why nothing can be. */
async function show(
  change: PostChange,
  accountIds: readonly string[] | undefined,
  call: CallContext,
): Promise<Shown> {
  const { post, beginning } = change;
  const instead = refuseWithoutPublishScope(beginning.me) ?? refuseChange('retry', change);
  if (instead !== undefined) return { instead };
  const named = post.targets.filter(({ accountId }) => accountIds?.includes(accountId) ?? true);
  const open = named.filter(mayBeRetried);
  if (open.length === 0) return { instead: nothingToRetry(post, named) };
  const accounts = await recheckedAccounts(
    open.map(({ accountId }) => accountId),
    call,
  );
  const account = ({ accountId }: Target): Account[] => {
    const found = accounts.get(accountId);
    return found !== undefined && accessProblem(found) !== undefined ? [found] : [];
  };
  const again = open.filter((target) => account(target).length === 0);
  const unusable = open.flatMap(account);
  if (again.length === 0) return { instead: noAccess(unusable, 'Nothing was sent.') };
  const notes = [
    ...again.flatMap((target) => [...partNotes(target), ...waitNotes(target, beginning.now)]),
    ...unusable.map((one) => `${accessProblem(one)?.why}, and is skipped.`),
  ];
  const when = nowLines(again, beginning.now);
  const words = { verb: 'Send again', agree: 'send it again now', when, notes };
  return { preview: storedPreview(post, again, words, await mediaOf(call, post)) };
}

function mayBeRetried(target: Target): boolean {
  const { status, networkPostId } = target;
  if (status === 'failed' || status === 'missed') return networkPostId === null;
  return missingParts(target).some((part) => part.status === 'failed');
}

function nothingToRetry(post: Post, named: readonly Target[]): Answer {
  const unknown = named.filter((target) => target.status === 'unknown');
  const answer = stateConflict('This post has nothing that can be retried.', post);
  if (unknown.length === 0) return answer;
  const steps = unknown.map((target) => {
    const { accountId, platform } = target;
    const call = (outcome: ResolveOutcome) => toolCall('resolve_post', { id: post.id, accountId, outcome });
    return canLookUpOn(platform)
      ? `Resolve the unknown outcome first: ${call('check')}`
      : `First ask the person whether it is on ${nameOf(target)}, then ${call('published')}, or with outcome "send_again"`;
  });
  return { ...answer, next: steps.join('. ') };
}

function partNotes(target: Target): string[] {
  const parts = missingParts(target).map(partName);
  return parts.length === 0
    ? []
    : [`The post is already published on ${nameOf(target)}: only ${parts.join(', ')} is sent.`];
}

function waitNotes(target: Target, now: number): string[] {
  const until = target.error?.retryAt;
  return until && Date.parse(until) > now
    ? [`${nameOf(target)} accepts no posts until ${until} and is skipped.`]
    : [];
}
