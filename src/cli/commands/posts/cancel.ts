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
  summary: 'Cancel what is not out yet, or delete a draft',
  details:
    'A draft is gone for good, and a target whose outcome is unknown is given up: that asks first. What was scheduled is cancelled, and can be published again.',
  arguments: [POST_ARGUMENT],
  options: CHANGE_OPTIONS,
  examples: [
    { type: 'posts cancel post_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'It will not go out' },
    { type: 'posts cancel post_01k9x3m5t7v9b2c4d6f8g0h1jk --yes', does: 'From a script, a draft too' },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client) => {
      const post = await readForChange(id, options.ifVersion, client, context);
      const loss = lossOf(post);
      if (loss !== null)
        await confirmAction({ shows: (screen) => postText(post, screen), ...loss }, options.yes, context);
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
            ? `The draft ${screen.style('bold', result.post.id)} is deleted.`
            : postText(result.post, screen),
      });
      if (result.outcome === 'cancelled')
        context.output.note(`To publish it after all: ${typed(`posts publish ${post.id} --now`)}`);
    }),
});

/** What cannot be had back; null where nothing is lost. */
function lossOf({ status, targets }: Post): { readonly question: string; readonly would: string } | null {
  if (status === 'draft') return { question: 'Delete the draft?', would: 'A draft would be gone for good' };
  const unknown = targets.some((target) => target.status === 'unknown');
  return unknown
    ? {
        question: 'Give up what is unknown, and cancel the rest?',
        would: 'It would be given up to find out whether the post is out',
      }
    : null;
}
