import type { Post } from '../../../contract/posts/posts.js';
import { defineCommand, whole } from '../../command.js';
import type { ExitKind } from '../../exit-codes.js';
import { withClient } from '../../with-client.js';
import { isSettled, outcomeOf, readPatiently, readUntilSettled } from './outcome.js';
import { postText, targetStatusLine } from './post-text.js';
import { POST_ARGUMENT } from './stored-post.js';

/** One week. */
const MAX_WAIT_SECONDS = 7 * 24 * 3600;

export const postsWatch = defineCommand({
  name: 'posts watch',
  group: 'Publish',
  operations: ['posts.get'],
  summary: 'Follow a post until it is published or has failed',
  details:
    'Exits when the post is settled: with 0 if it is published, 1 if it is not (failed, missed, cancelled, or a draft), 7 if its outcome is unknown, and 9 if the wait time ran out.',
  arguments: [POST_ARGUMENT],
  options: {
    wait: whole('-w, --wait <seconds>', 'Maximum time to wait (default: until the post is settled)', {
      min: 0,
      max: MAX_WAIT_SECONDS,
    }),
  },
  examples: [
    { type: 'posts watch post_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'Follow a post' },
    {
      type: 'posts watch post_01k9x3m5t7v9b2c4d6f8g0h1jk --wait 60 --json',
      does: 'Wait up to a minute, in a script',
    },
  ],
  run: ({ arguments: [id = ''], options: { wait } }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const until = performance.now() + (wait ?? MAX_WAIT_SECONDS) * 1000;
      const first = await readPatiently(id, until, client, context, () => ({}));
      let lastReport = '';
      const report = (post: Post): void => {
        const lines = [post.status, ...post.targets.map(targetStatusLine)].join('\n  ');
        if (lines !== lastReport && !isSettled(post)) context.output.note(lines);
        lastReport = lines;
      };
      report(first);
      if (first.status === 'scheduled' && (wait ?? 1) > 0)
        context.output.note('Waiting until it is published. Press Ctrl-C to stop.');
      const latest = await readUntilSettled(first, until, client, context, report);
      context.output.result({ data: latest, brief: [latest.id], text: (screen) => postText(latest, screen) });
      return isSettled(latest) ? endOf(latest) : 'not_ended';
    }),
});

/** A script that waits for a post continues only if it is published. */
function endOf(post: Post): ExitKind | undefined {
  return post.status === 'draft' || post.status === 'cancelled' ? 'failed' : outcomeOf(post);
}
