import type { Post } from '../../../contract/posts/posts.js';
import { defineCommand } from '../../command.js';
import { confirmAction } from '../../input/confirm-action.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';
import { postText } from './post-text.js';
import { CHANGE_OPTIONS, POST_ARGUMENT, readForChange } from './stored-post.js';

export const postsCancel = defineCommand({
  name: 'posts cancel',
  alias: 'delete',
  group: 'Publish',
  operations: ['posts.delete'],
  summary: 'Cancel a scheduled post, or delete a draft',
  details:
    'A cancelled post can be published again later. Deleting a draft is permanent, and so is giving up on a target whose outcome is unknown: both ask for confirmation.',
  arguments: [POST_ARGUMENT],
  options: CHANGE_OPTIONS,
  examples: [
    { type: 'posts cancel post_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Cancel a post' },
    {
      type: 'posts cancel post_01k9x3m5t7v9b2c4d6f8g0h1jk --yes',
      does: 'Do it without a prompt, also for a draft',
    },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client) => {
      const post = await readForChange(id, options.ifVersion, client, context);
      const loss = lossOf(post);
      if (loss !== null)
        await confirmAction({ preview: (screen) => postText(post, screen), ...loss }, options.yes, context);
      const result = await client.posts.delete(
        post.id,
        { version: post.version },
        { signal: context.signal },
      );
      context.output.result({
        data: result,
        brief: [result.post.id],
        text: (screen) =>
          result.outcome === 'deleted'
            ? `Deleted draft ${screen.style('bold', result.post.id)}.`
            : postText(result.post, screen),
      });
      if (result.outcome === 'cancelled')
        context.output.note(`To publish it after all: ${typed(`posts publish ${post.id} --now`)}`);
    }),
});

/** What would be lost for good; null if nothing. */
function lossOf({ status, targets }: Post): { readonly question: string; readonly action: string } | null {
  if (status === 'draft') return { question: 'Delete this draft?', action: 'Deleting a draft' };
  const unknown = targets.some((target) => target.status === 'unknown');
  return unknown
    ? {
        question: 'Give up on the unknown outcome and cancel the rest?',
        action: 'Giving up on an unknown outcome',
      }
    : null;
}
