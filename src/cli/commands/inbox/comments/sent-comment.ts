import type { PostriderClient } from '../../../../client/client.js';
import type { CreatedComment } from '../../../../contract/inbox/comments.js';
import type { Context } from '../../../context.js';
import type { ExitKind } from '../../../exit-codes.js';
import { exitOf, untilSent } from '../sent.js';
import { ownCommentText } from './comment-text.js';
import { readComment } from './comment-thread.js';

/**
 * Waits for the outcome of your own comment and prints it.
 *
 * @param seconds how long to wait
 * @returns the exit code
 */
export async function showSentComment(
  created: CreatedComment,
  seconds: number | undefined,
  client: PostriderClient,
  context: Context,
): Promise<ExitKind | undefined> {
  const latest = await untilSent(
    created,
    async () => ({ ...created, ...(await readComment(created.id, client, context)) }),
    { seconds, look: `comments get ${created.id}` },
    context,
  );
  context.output.result({
    data: latest,
    brief: [latest.id],
    text: (screen) => ownCommentText(latest, screen),
  });
  return exitOf(latest.status);
}
