import { defineCommand, text } from '../../command.js';
import { withClient } from '../../with-client.js';
import { postText } from './post-text.js';
import { CHANGE_OPTIONS, POST_ARGUMENT, readForChange } from './stored-post.js';

export const postsReject = defineCommand({
  name: 'posts reject',
  group: 'Publish',
  operations: ['posts.reject'],
  summary: 'Refuse what a draft proposes',
  details: 'The draft stays, without its proposal and with your note; it can be changed and proposed again.',
  arguments: [POST_ARGUMENT],
  options: {
    note: text('--note <text>', 'Why, for whoever wrote it'),
    ifVersion: CHANGE_OPTIONS.ifVersion,
  },
  examples: [
    {
      type: 'posts reject post_01k9x3m5t7v9b2c4d6f8g0h1jk --note "Name the opening hours."',
      does: 'With what is missing',
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
