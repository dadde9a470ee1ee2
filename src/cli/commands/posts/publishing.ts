import { textsIn } from '../../../base/text-warnings.js';
import type { PostriderClient } from '../../../client/client.js';
import type { PostDraft } from '../../../contract/posts/content.js';
import type { Post, PostValidation } from '../../../contract/posts/posts.js';
import { flag, type Options, text } from '../../command.js';
import type { Context } from '../../context.js';
import { confirmAction } from '../../input/confirm-action.js';
import { canAsk } from '../../input/prompt.js';
import { plainLine, visibleLines } from '../../output/plain-text.js';
import type { Screen } from '../../output/table.js';
import { WAIT_OPTION } from './outcome.js';
import { postText } from './post-text.js';
import { CHANGE_OPTIONS } from './stored-post.js';
import { WHEN_OPTIONS, type When } from './when.js';

/** The options of every command that publishes a stored post. */
export const PUBLISH_OPTIONS = {
  ...WHEN_OPTIONS,
  idempotencyKey: text('--idempotency-key <key>', 'Idempotency key: the same key never publishes twice'),
  allowDuplicate: flag('--allow-duplicate', 'Allow the same text on the same account within 24 hours'),
  wait: WAIT_OPTION,
  ...CHANGE_OPTIONS,
} as const satisfies Options;

/** Asks before publishing a stored post that could not be stopped in time. @throws CliFailure `not_confirmed` */
export function confirmPublishingPost(
  post: Post,
  when: When | null,
  yes: boolean,
  context: Context,
): Promise<void> {
  const at = when?.time.scheduledAt;
  return confirmAction(
    {
      preview: (screen) =>
        `${postText(post, screen)}\n${at ? `This will be published at ${at}.` : 'This will be published now.'}`,
      content: contentOf(post),
      question: 'Publish?',
      action: 'Publishing now or within two hours',
    },
    yes,
    context,
  );
}

/**
 * Shows what will be published and asks for confirmation.
 *
 * @param yes confirmed already with `--yes`
 * @throws CliFailure `not_confirmed` if the answer is no, or without a terminal to ask in
 */
export async function confirmPublishingDraft(
  post: PostDraft,
  yes: boolean,
  client: PostriderClient,
  context: Context,
): Promise<void> {
  if (yes) return;
  const check = canAsk(context) ? await client.posts.validate(post, { signal: context.signal }) : null;
  // Do not ask about a post that would be rejected: the request reports every error.
  if (check?.ok === false) return;
  const act = {
    preview: (screen: Screen) => (check === null ? '' : preview(check, screen)),
    content: contentOf(post),
    question: 'Publish?',
    action: 'Publishing now, within two hours or on three or more accounts',
  };
  await confirmAction(act, yes, context);
}

/** Every text of a post, and of its versions for networks. */
export function contentOf({
  text,
  altTexts,
  overrides,
}: Pick<PostDraft, 'text' | 'altTexts' | 'overrides'>): string[] {
  return textsIn([text, altTexts, overrides?.map(({ target: _, ...content }) => content)]);
}

function preview({ targets, when, scheduleMode }: PostValidation, { style }: Screen): string {
  const lines = targets.flatMap(({ platform, handle, text, counts }) => {
    const used = counts.map(({ used: count, max, unit }) => `${count} of ${max} ${unit}`).join(', ');
    return [
      `${style('bold', platform)} ${plainLine(handle)} ${style('dim', used)}`,
      ...visibleLines(text)
        .split('\n')
        .map((line) => `  │ ${line}`),
    ];
  });
  return [
    ...lines,
    scheduleMode === 'now' || when === null
      ? 'This will be published now.'
      : `This will be published ${when.relative}: ${when.local}.`,
  ].join('\n');
}
