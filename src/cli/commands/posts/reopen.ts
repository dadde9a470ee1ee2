import { defineCommand } from '../../command.js';
import { withClient } from '../../with-client.js';
import { postText } from './post-text.js';
import { CHANGE_OPTIONS, POST_ARGUMENT, readForChange } from './stored-post.js';

export const postsReopen = defineCommand({
  name: 'posts reopen',
  group: 'Publish',
  operations: ['posts.reopen'],
  summary: 'Take back an approval or a rejection',
  details:
    'Makes the post a draft that waits for approval again, with its proposed time. Possible while the decision is its last change and nothing has been sent.',
  arguments: [POST_ARGUMENT],
  options: { ifVersion: CHANGE_OPTIONS.ifVersion },
  examples: [
    {
      type: 'posts reopen post_01k9x3m5t7v9b2c4d6f8g0h1jk',
      does: 'Take back the approval of a post before its time',
    },
  ],
  run: ({ arguments: [id = ''], options: { ifVersion } }, context) =>
    withClient(context, async (client) => {
      const post = await readForChange(id, ifVersion, client, context);
      const reopened = await client.posts.reopen(
        post.id,
        { version: post.version },
        { signal: context.signal },
      );
      context.output.result({
        data: reopened,
        brief: [reopened.id],
        text: (screen) => postText(reopened, screen),
      });
    }),
});
