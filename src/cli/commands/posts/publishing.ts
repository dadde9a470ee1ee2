import type { PostriderClient } from '../../../client/client.js';
import type { PostDraft } from '../../../contract/posts/content.js';
import type { Post, PostValidation } from '../../../contract/posts/posts.js';
import { flag, type Options, text } from '../../command.js';
import type { Context } from '../../context.js';
import { confirmAction } from '../../input/confirm-action.js';
import { canAsk } from '../../input/prompt.js';
import { plainLine, plainLines } from '../../output/plain-text.js';
import type { Screen } from '../../output/table.js';
import { WAIT_OPTION } from './outcome.js';
import { postText } from './post-text.js';
import { CHANGE_OPTIONS } from './stored-post.js';
import { WHEN_OPTIONS, type When } from './when.js';

/** What every command takes that lets a stored post go out. */
export const PUBLISH_OPTIONS = {
  ...WHEN_OPTIONS,
  idempotencyKey: text('--idempotency-key <key>', 'Name of this act: the same key never publishes twice'),
  allowDuplicate: flag('--allow-duplicate', 'Although the same text went to the same account today'),
  wait: WAIT_OPTION,
  ...CHANGE_OPTIONS,
} as const satisfies Options;

/** Asks before a post goes out that nobody could stop any more. @throws CliFailure `not_confirmed` */
export function confirmPublishingPost(
  post: Post,
  when: When | null,
  yes: boolean,
  context: Context,
): Promise<void> {
  const at = when?.time.scheduledAt;
  return confirmAction(
    {
      shows: (screen) => `${postText(post, screen)}\n${at ? `It goes out at ${at}.` : 'It goes out now.'}`,
      question: 'Publish?',
      would: 'This would be published now or within 15 minutes',
    },
    yes,
    context,
  );
}

/**
 * Shows what would go out and asks for a yes.
 *
 * @param yes the person has said so already
 * @throws CliFailure `not_confirmed` where the answer is no, or where nobody can be asked
 */
export async function confirmPublishingDraft(
  post: PostDraft,
  yes: boolean,
  client: PostriderClient,
  context: Context,
): Promise<void> {
  if (yes) return;
  const check = canAsk(context) ? await client.posts.validate(post, { signal: context.signal }) : null;
  // What would be refused is not worth a question: the request itself says everything about it.
  if (check?.ok === false) return;
  const act = {
    shows: (screen: Screen) => (check === null ? '' : preview(check, screen)),
    question: 'Publish?',
    would: 'This would be published now or within 15 minutes',
  };
  await confirmAction(act, yes, context);
}

function preview({ targets, when, scheduleMode }: PostValidation, { style }: Screen): string {
  const lines = targets.flatMap(({ platform, handle, text, counts }) => {
    const used = counts.map(({ used: count, max, unit }) => `${count} of ${max} ${unit}`).join(', ');
    return [
      `${style('bold', platform)} ${plainLine(handle)} ${style('dim', used)}`,
      ...plainLines(text)
        .split('\n')
        .map((line) => `  │ ${line}`),
    ];
  });
  return [
    ...lines,
    scheduleMode === 'now' || when === null
      ? 'It goes out now.'
      : `It goes out ${when.relative}: ${when.local}.`,
  ].join('\n');
}
