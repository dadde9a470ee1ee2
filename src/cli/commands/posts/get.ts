import { WAIT_MAX_SECONDS } from '../../../contract/posts/posts.js';
import { defineCommand, whole } from '../../command.js';
import { withClient } from '../../with-client.js';
import { postText } from './post-text.js';

export const postsGet = defineCommand({
  name: 'posts get',
  group: 'Publish',
  operations: ['posts.get'],
  summary: 'Read a post: its status, its addresses at the networks, what went wrong',
  arguments: [{ name: '<id>', description: 'The post’s id (post_…)' }],
  options: {
    wait: whole('-w, --wait <seconds>', 'Wait until the post changes, for this long at most', {
      min: 0,
      max: WAIT_MAX_SECONDS,
    }),
  },
  examples: [
    { type: 'posts get post_01k9x3m5t7v9b2c4d6f8g0h1jk', does: 'As it is now' },
    {
      type: 'posts get post_01k9x3m5t7v9b2c4d6f8g0h1jk --wait 30',
      does: 'As soon as something has happened',
    },
    {
      type: "posts get post_01k9x3m5t7v9b2c4d6f8g0h1jk --json | jq -r '.targets[].url'",
      does: 'Its addresses',
    },
  ],
  run: ({ arguments: [id = ''], options: { wait } }, context) =>
    withClient(context, async (client) => {
      const query = wait === undefined ? {} : { wait };
      const post = await client.posts.get(id, query, { signal: context.signal });
      context.output.result({ data: post, brief: [post.id], text: (screen) => postText(post, screen) });
    }),
});
