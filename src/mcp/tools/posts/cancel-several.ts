import { ServerError } from '../../../client/errors/api-errors.js';
import { OutcomeUnknownError, PostriderError } from '../../../client/errors/errors.js';
import type { Post, Target } from '../../../contract/posts/posts.js';
import type { Answer } from '../../answers/answer.js';
import type { Facts } from '../../answers/render-text.js';
import { unsafeHandles } from '../../answers/untrusted.js';
import type { CallContext } from '../../call-context.js';
import { agree, type CallStart, needsConfirmation, startCall } from '../../confirmation/agreement.js';
import type { Preview, Shown } from '../../confirmation/confirmation.js';
import { errorAnswer, refusal } from '../../errors/error-answer.js';
import { refuseWithoutPublishScope } from '../shared/permission.js';
import { inCharacters, ownLine, quotedLines } from '../shared/quoted-lines.js';
import { rowTime } from '../shared/time-facts.js';
import { excerptOf } from './answers/post-facts.js';
import { isPublic, realityLines } from './answers/reality.js';
import { cancelPost } from './cancel-post.definition.js';
import { nameForPerson, nameOf, previewTime } from './previews/post-preview.js';
import { mayBeCancelled } from './requests/cancellable.js';

/** Characters of each text in the preview. */
const MAX_TEXT_LENGTH = 200;

interface CancelSeveral {
  readonly confirmToken?: string | undefined;
  readonly published?: boolean | undefined;
}

/** A post of the call, and why it cannot be cancelled. */
interface Checked {
  readonly post: Post;
  readonly why: string | undefined;
  /** The request may have taken effect. */
  readonly isUnknown?: boolean;
}

/** Cancels several posts under one confirmation. What cannot be cancelled is named, and the others are. */
export async function cancelSeveral(ids: readonly string[], input: CancelSeveral, call: CallContext) {
  if (input.published === true) {
    return refusal({
      code: 'arguments_invalid',
      message: 'published deletes one published post at a time: pass id instead of ids.',
      facts: { fields: ['published', 'ids'] },
    });
  }
  const [beginning, posts] = await Promise.all([
    startCall(input, call),
    Promise.all(ids.map((id) => call.client.posts.get(id, {}, call.request()))),
  ]);
  const checked = posts.map((post) => ({ post, why: whyNot(post) }));
  const verdict = await agree(
    {
      tool: cancelPost.name,
      parts: { ids, versions: posts.map(({ version }) => version) },
      version: null,
      ask: needsConfirmation(true, call),
      show: () => show(checked, beginning),
    },
    beginning,
    input,
    call,
  );
  if (!verdict.agreed) return verdict.outcome;
  const done: Checked[] = [];
  // One after the other: if one is refused, the rest are still cancelled, and each is reported.
  for (const { post, why } of checked) {
    if (why === undefined) done.push(await cancel(post, call));
    else done.push({ post, why });
  }
  return outcomeOf(done);
}

async function cancel(post: Post, call: CallContext): Promise<Checked> {
  try {
    const { post: after } = await call.client.posts.delete(
      post.id,
      { version: post.version },
      call.request(),
    );
    return { post: after, why: undefined };
  } catch (error) {
    if (!(error instanceof PostriderError)) throw error;
    // Only its message is shown: the advice for a whole call does not fit one of several.
    const { message } = errorAnswer(error, { launch: { url: '' }, acts: true });
    const isUnknown = error instanceof OutcomeUnknownError || error instanceof ServerError;
    return { post, why: message, isUnknown };
  }
}

function whyNot(post: Post): string | undefined {
  if (post.status === 'draft') return undefined;
  if (post.status === 'cancelled') return 'It is already cancelled.';
  return post.targets.some(mayBeCancelled)
    ? undefined
    : `It is ${post.status} and can no longer be cancelled.`;
}

function show(checked: readonly Checked[], { me }: CallStart): Shown {
  const open = checked.filter(({ why }) => why === undefined);
  if (open.length === 0) return { instead: nothingToCancel(checked) };
  const refused = open.every(({ post }) => post.status === 'draft')
    ? undefined
    : refuseWithoutPublishScope(me);
  return refused === undefined ? { preview: previewOf(checked) } : { instead: refused };
}

function nothingToCancel(checked: readonly Checked[]): Answer {
  return refusal({
    code: 'state_conflict',
    message: 'None of these posts can be cancelled.',
    facts: { posts: checked.map(keptFact) },
  });
}

function previewOf(checked: readonly Checked[]): Preview {
  const open = checked.filter(({ why }) => why === undefined).map(({ post }) => post);
  const kept = checked.filter(({ why }) => why !== undefined);
  const drafts = open.filter(({ status }) => status === 'draft').length;
  const textWith = (naming: (target: Target) => string): string =>
    [
      drafts === open.length
        ? `Delete ${countOf(drafts, 'draft')}:`
        : `Cancel ${countOf(open.length - drafts, 'post')}${drafts === 0 ? '' : `, and delete ${countOf(drafts, 'draft')}`}:`,
      ...open.flatMap((post, index) => linesOf(post, index, naming)),
      ...kept.flatMap(({ post, why }) => [
        ownLine(`Not cancelled: ${headOf(post, post.targets, naming)}. ${why}`),
        quotedLines(excerptOf(post.text), MAX_TEXT_LENGTH, inCharacters),
      ]),
      ...realityLines(
        open.flatMap(({ targets }) => targets),
        !open.every((post) => isPublic(post.targets, post, post.issues)),
      ).map(ownLine),
      ...(drafts === 0 ? [] : ['Note: A deleted draft cannot be restored.']),
    ].join('\n');
  return {
    text: textWith(nameOf),
    forPerson: textWith(nameForPerson),
    agree: agreeWords(open.length - drafts, drafts),
    content: checked.map(({ post }) => post.text),
    untrusted: unsafeHandles(checked.flatMap(({ post }) => post.targets)),
  };
}

function agreeWords(posts: number, drafts: number): string {
  if (drafts === 0) return posts === 1 ? 'cancel the post' : `cancel these ${posts} posts`;
  if (posts === 0) return drafts === 1 ? 'delete the draft' : `delete these ${drafts} drafts`;
  return `cancel ${countOf(posts, 'post')} and delete ${countOf(drafts, 'draft')}`;
}

function linesOf(post: Post, index: number, naming: (target: Target) => string): string[] {
  const isDraft = post.status === 'draft';
  const open = isDraft ? post.targets : post.targets.filter(mayBeCancelled);
  const lost = open.filter(({ status }) => status === 'unknown');
  return [
    ownLine(`${index + 1}. ${headOf(post, open, naming)}`),
    quotedLines(post.text, MAX_TEXT_LENGTH, inCharacters),
    ...(lost.length === 0
      ? []
      : [
          ownLine(`It may already be published on ${lost.map(naming).join(', ')}: Postrider stops checking.`),
        ]),
  ];
}

/** When and where: what a person knows a post by, with its text. */
function headOf(post: Post, targets: readonly Target[], naming: (target: Target) => string): string {
  const when = post.status === 'draft' ? 'Draft' : post.when === null ? 'No time' : previewTime(post.when);
  return `${when}, ${targets.length === 0 ? 'no account' : targets.map(naming).join(', ')}`;
}

/** A post that was not cancelled, for an answer. */
function keptFact({ post, why }: Checked): Facts {
  return {
    id: post.id,
    status: post.status,
    when: post.when === null ? undefined : rowTime(post.when),
    on: post.targets.map(nameOf).join(', ') || undefined,
    text: excerptOf(post.text) || undefined,
    why,
  };
}

function outcomeOf(done: readonly Checked[]): Answer {
  const failed = done.filter(({ why }) => why !== undefined);
  const unknown = failed.filter(({ isUnknown }) => isUnknown).length;
  const refused = failed.length - unknown;
  const deleted = done.filter(({ post, why }) => why === undefined && post.status !== 'cancelled').length;
  const cancelled = done.length - failed.length - deleted;
  const parts = [
    ...(cancelled === 0 ? [] : [`Cancelled ${countOf(cancelled, 'post')}.`]),
    ...(deleted === 0 ? [] : [`Deleted ${countOf(deleted, 'draft')}.`]),
    ...(refused === 0 ? [] : [`${countOf(refused, 'post')} not cancelled: see posts.`]),
    ...(unknown === 0 ? [] : [`The outcome is unknown for ${countOf(unknown, 'post')}: see posts.`]),
  ];
  return {
    message: parts.join(' '),
    facts: {
      posts: failed.length === 0 ? undefined : failed.map(keptFact),
    },
    untrusted: unsafeHandles(failed.flatMap(({ post }) => post.targets)),
    isError: failed.length === done.length,
  };
}

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
