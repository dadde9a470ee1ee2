import { defineCommand, text } from '../../command.js';
import { withClient } from '../../with-client.js';
import { postText } from './post-text.js';
import { CHANGE_OPTIONS, POST_ARGUMENT, readForChange } from './stored-post.js';

export const postsReject = defineCommand({
  name: 'posts reject',
  group: 'Publish',
  operations: ['posts.reject'],
  summary: 'Reject a draft’s proposed time',
  details:
    'Keeps the draft, removes its proposed time and adds your note. The draft can be edited and proposed again.',
  arguments: [POST_ARGUMENT],
  options: {
    note: text('--note <text>', 'The reason, for the author'),
    ifVersion: CHANGE_OPTIONS.ifVersion,
  },
  examples: [
    {
      type: 'posts reject post_01k9x3m5t7v9b2c4d6f8g0h1jk --note "Name the opening hours."',
      does: 'Reject a draft and say why',
    },
  ],
  run: ({ arguments: [id = ''], options: { note, ifVersion } }, context) =>
    withClient(context, async (client) => {
      const post = await readForChange(id, ifVersion, client, context);
      const rejected = await client.posts.reject(
        post.id,
        { version: post.version, ...(note !== undefined && { note }) },
        { signal: context.signal },
      );
      context.output.result({
        data: rejected,
        brief: [rejected.id],
        text: (screen) => postText(rejected, screen),
      });
    }),
});
