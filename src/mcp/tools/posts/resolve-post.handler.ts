import type { ResolveOutcome } from '../../../contract/posts/changes.js';
import type { Post, Target } from '../../../contract/posts/posts.js';
import type { Answer } from '../../answers/answer.js';
import type { CallContext } from '../../call-context.js';
import { agree, needsConfirmation } from '../../confirmation/agreement.js';
import type { Shown } from '../../confirmation/confirmation.js';
import { refusal } from '../../errors/error-answer.js';
import { handle } from '../../handler.js';
import { accessProblem, noAccess, readAccounts } from '../shared/account-access.js';
import { refuseWithoutPublishScope } from '../shared/permission.js';
import { writtenAnswer } from './answers/post-answer.js';
import { missingParts } from './answers/post-facts.js';
import { mediaOf } from './previews/media-names.js';
import { nameOf, nowLines, type PreviewWords, storedPreview } from './previews/post-preview.js';
import { type PostChange, refuseChange, startPostChange, stateConflict } from './requests/post-change.js';
import { resolvePost } from './resolve-post.definition.js';

export const callResolvePost = handle(resolvePost, async (input, call) => {
  const change = await startPostChange(input, call);
  const { beginning, post, version, named } = change;
  const { outcome, url } = input;
  const accountId = input.accountId ?? onlyUnknown(post);
  if (accountId === undefined) return whichThen(post);
  const verdict = await agree(
    {
      tool: resolvePost.name,
      parts: { id: post.id, accountId, outcome, url: url ?? null },
      version,
      ask: needsConfirmation(outcome === 'send_again', call),
      show: () => show(change, accountId, outcome, call),
    },
    beginning,
    input,
    call,
  );
  if (!verdict.agreed) return verdict.outcome;
  const body = { ...named, accountId, outcome, ...(url !== undefined && { url }) };
  const { data, meta } = await call.client.posts
    .resolve(post.id, body, { ...call.request(), idempotencyKey: verdict.idempotencyKey })
    .withMeta();
  return writtenAnswer(data, {
    detailed: input.response_format === 'detailed',
    idempotencyKey: meta.idempotencyKey,
    done: DONE[outcome],
  });
});

const DONE: Readonly<Record<ResolveOutcome, string>> = {
  check: 'Checking with the network; nothing is sent.',
  published: 'Marked as published.',
  send_again: 'Marked as not published; sending it again.',
};

/** The only account with an unknown outcome; if there is none, the post's only account. */
function onlyUnknown({ targets }: Post): string | undefined {
  const unknown = targets.filter(isOpen);
  const [only, ...others] = unknown.length === 0 ? targets : unknown;
  return others.length === 0 ? only?.accountId : undefined;
}

/** Whether a person or the network has to say what became of it. */
function isOpen(target: Target): boolean {
  const { status } = target;
  return (
    status === 'unknown' ||
    status === 'in_inbox' ||
    missingParts(target).some(({ status }) => status === 'unknown')
  );
}

function whichThen(post: Post): Answer {
  const unknown = post.targets.filter(isOpen);
  if (unknown.length === 0) return stateConflict('This post has no unknown outcome.', post);
  return refusal({
    code: 'account_ambiguous',
    message: 'The outcome is unknown on several accounts. Resolve them one at a time.',
    facts: { choices: unknown.map((target) => `${target.accountId} (${target.platform})`) },
    next: 'Repeat the call with accountId',
  });
}

const WORDS: Readonly<Record<ResolveOutcome, Pick<PreviewWords, 'verb' | 'agree'>>> = {
  check: { verb: 'Check with the network', agree: 'check with the network' },
  published: { verb: 'Mark as published', agree: 'mark it as published' },
  send_again: { verb: 'Send again', agree: 'send it again now' },
};

/** A preview of what would happen to the target, or why there is nothing to resolve. */
async function show(
  change: PostChange,
  accountId: string,
  outcome: ResolveOutcome,
  call: CallContext,
): Promise<Shown> {
  const { post, beginning } = change;
  const instead = refuseWithoutPublishScope(beginning.me) ?? refuseChange('resolve', change);
  if (instead !== undefined) return { instead };
  const target = post.targets.find((one) => one.accountId === accountId);
  if (target === undefined || !isOpen(target)) {
    const words =
      target?.phase === 'reconciling'
        ? `Postrider is still checking whether it is on ${nameOf(target)}.`
        : `The outcome on ${accountId} is known.`;
    return { instead: stateConflict(words, post) };
  }
  const account = outcome === 'published' ? undefined : (await readAccounts(call)).get(accountId);
  if (account !== undefined && accessProblem(account) !== undefined) {
    return { instead: noAccess([account], 'Nothing was done.') };
  }
  const notes =
    outcome === 'send_again'
      ? [`It may already be published. If it is on ${nameOf(target)}, it will appear twice.`]
      : [];
  const words = { ...WORDS[outcome], when: nowLines([target], beginning.now), notes };
  return { preview: storedPreview(post, [target], words, await mediaOf(call, post)) };
}
