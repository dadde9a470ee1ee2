import type { PostriderClient } from '../../../client/client.js';
import type { PostDraft } from '../../../contract/posts/content.js';
import type { PostValidation } from '../../../contract/posts/posts.js';
import type { Context } from '../../context.js';
import { confirmAct } from '../../input/confirm-act.js';
import { canAsk } from '../../input/prompt.js';
import { plainLine, plainLines } from '../../output/plain-text.js';
import type { Room } from '../../output/table.js';

/**
 * Shows what would go out and asks for a yes.
 *
 * @param yes the person has said so already
 * @throws CliFailure `not_confirmed` where the answer is no, or where nobody can be asked
 */
export async function confirmPublishing(
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
    shows: (room: Room) => (check === null ? '' : preview(check, room)),
    question: 'Publish?',
    would: 'This would be published now or within 15 minutes',
  };
  await confirmAct(act, yes, context);
}

function preview({ targets, when, scheduleMode }: PostValidation, { style }: Room): string {
  const lines = targets.flatMap(({ platform, handle, text, counts }) => {
    const room = counts.map(({ used, max, unit }) => `${used} of ${max} ${unit}`).join(', ');
    return [
      `${style('bold', platform)} ${plainLine(handle)} ${style('dim', room)}`,
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
