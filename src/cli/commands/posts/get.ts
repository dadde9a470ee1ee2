import { MAX_WAIT_SECONDS } from '../../../contract/posts/posts.js';
import { defineCommand, whole } from '../../command.js';
import { withClient } from '../../with-client.js';
import { postText } from './post-text.js';

export const postsGet = defineCommand({
  name: 'posts get',
  group: 'Publish',
  operations: ['posts.get'],
  summary: 'View a post: its status, its URLs on the networks, its errors',
  arguments: [{ name: '<id>', description: 'Post id (post_…)' }],
  options: {
    wait: whole('-w, --wait <seconds>', 'Wait up to this long for the post to change', {
      min: 0,
      max: MAX_WAIT_SECONDS,
    }),
  },
  examples: [
    { type: 'posts get post_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'View a post' },
    {
      type: 'posts get post_01k9x3m5t7v9b2c4d6f8g0h1jk --wait 30',
      does: 'View it after its next change',
    },
    {
      type: "posts get post_01k9x3m5t7v9b2c4d6f8g0h1jk --json | jq -r '.targets[].url'",
      does: 'Print its URLs',
    },
  ],
  run: ({ arguments: [id = ''], options: { wait } }, context) =>
    withClient(context, async (client) => {
      const query = wait === undefined ? {} : { wait };
      const post = await client.posts.get(id, query, { signal: context.signal });
      context.output.result({ data: post, brief: [post.id], text: (screen) => postText(post, screen) });
    }),
});
