import type { Post } from '../../../contract/posts/posts.js';
import { defineCommand, whole } from '../../command.js';
import type { ExitKind } from '../../exit-codes.js';
import { withClient } from '../../with-client.js';
import { isSettled, outcomeOf, readUntilSettled } from './outcome.js';
import { postText, targetStatusLine } from './post-text.js';
import { POST_ARGUMENT } from './stored-post.js';

/** Longest that one command waits, in seconds: a week. */
const MAX_WAIT_SECONDS = 7 * 24 * 3600;

export const postsWatch = defineCommand({
  name: 'posts watch',
  group: 'Publish',
  operations: ['posts.get'],
  summary: 'Wait until a post has ended, and report what happens to it',
  details:
    'Ends once nothing more happens to the post by itself: with 0 where it is out, 1 where it is not (it failed, was missed or called off, or is a draft that somebody has to publish), 7 where its outcome is unknown, and 9 where the time to wait was over before.',
  arguments: [POST_ARGUMENT],
  options: {
    wait: whole('-w, --wait <seconds>', 'Wait this long at most (default: until it has ended)', {
      min: 0,
      max: MAX_WAIT_SECONDS,
    }),
  },
  examples: [
    { type: 'posts watch post_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Until it has ended' },
    {
      type: 'posts watch post_01k9x3m5t7v9b2c4d6f8g0h1jk --wait 60 --json',
      does: 'A minute at most, from a script',
    },
  ],
  run: ({ arguments: [id = ''], options: { wait } }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const first = await client.posts.get(id, {}, { signal: context.signal });
      let reported = '';
      const report = (post: Post): void => {
        const lines = [post.status, ...post.targets.map(targetStatusLine)].join('\n  ');
        if (lines !== reported && !isSettled(post)) context.output.note(lines);
        reported = lines;
      };
      report(first);
      const until = performance.now() + (wait ?? MAX_WAIT_SECONDS) * 1000;
      const latest = await readUntilSettled(first, until, client, context, report);
      context.output.result({ data: latest, brief: [latest.id], text: (screen) => postText(latest, screen) });
      return isSettled(latest) ? endOf(latest) : 'not_ended';
    }),
});

/** A script that waits for a post goes on where it is out, and nowhere else. */
function endOf(post: Post): ExitKind | undefined {
  return post.status === 'draft' || post.status === 'cancelled' ? 'failed' : outcomeOf(post);
}
