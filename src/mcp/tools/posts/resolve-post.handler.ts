import type { ResolveOutcome } from '../../../contract/posts/changes.js';
import type { Post, Target } from '../../../contract/posts/posts.js';
import type { Answer } from '../../answers/answer.js';
import { agree, needsConfirmation } from '../../confirmation/agreement.js';
import type { Shown } from '../../confirmation/confirmation.js';
import { refusal } from '../../errors/error-answer.js';
import { handle } from '../../handler.js';
import { refuseWithoutPublishScope } from '../shared/permission.js';
import { writtenAnswer } from './answers/post-answer.js';
import { missingParts } from './answers/post-facts.js';
import { nameOf, nowLines, storedPreview } from './previews/post-preview.js';
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
      show: () => show(change, accountId, outcome),
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
  check: 'Checking with the network.',
  published: 'Marked as published.',
  send_again: 'Marked as not published; sending it again.',
};

/** The only account with an unknown outcome; if there is none, the post's only account. */
function onlyUnknown({ targets }: Post): string | undefined {
  const unknown = targets.filter(isUnknown);
  const [only, ...others] = unknown.length === 0 ? targets : unknown;
  return others.length === 0 ? only?.accountId : undefined;
}

function isUnknown(target: Target): boolean {
  return target.status === 'unknown' || missingParts(target).some(({ status }) => status === 'unknown');
}

function whichThen(post: Post): Answer {
  const unknown = post.targets.filter(isUnknown);
  if (unknown.length === 0) return stateConflict('This post has no unknown outcome.', post);
  return refusal({
    code: 'account_ambiguous',
    message: 'The outcome is unknown on several accounts. Resolve them one at a time.',
    facts: { choices: unknown.map((target) => `${target.accountId} (${target.platform})`) },
    next: 'Repeat the call with accountId',
  });
}

/** A preview of what would happen to the target, or why there is nothing to resolve. */
function show(change: PostChange, accountId: string, outcome: ResolveOutcome): Shown {
  const { post, beginning } = change;
  const instead = refuseWithoutPublishScope(beginning.me) ?? refuseChange('resolve', change);
  if (instead !== undefined) return { instead };
  const target = post.targets.find((one) => one.accountId === accountId);
  if (target === undefined || !isUnknown(target)) {
    return { instead: stateConflict(`The outcome on ${accountId} is not unknown.`, post) };
  }
  const verb = {
    check: 'Check with the network',
    published: 'Mark as published',
    send_again: 'Send again',
  }[outcome];
  const notes =
    outcome === 'send_again'
      ? [`It may already be published. If it is on ${nameOf(target)}, it will appear twice.`]
      : [];
  return { preview: storedPreview(post, [target], { verb, when: nowLines(post, beginning.now), notes }) };
}
