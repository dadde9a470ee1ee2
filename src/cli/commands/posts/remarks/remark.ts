import { defineCommand } from '../../../command.js';
import { withClient } from '../../../with-client.js';
import { readText, TEXT_OPTIONS } from '../content.js';
import { POST_ARGUMENT } from '../stored-post.js';

export const postsRemark = defineCommand({
  name: 'posts remark',
  group: 'Publish',
  operations: ['posts.addRemark'],
  summary: 'Write a remark about a post for the people who work on it',
  details: 'Remarks are shown on the page of the post. They are never published.',
  arguments: [POST_ARGUMENT],
  options: TEXT_OPTIONS,
  examples: [
    {
      type: 'posts remark post_01k9x3m5t7v9b2c4d6f8g0h1jk --text "Shall we say this on Mastodon?"',
      does: 'Ask something about a draft',
    },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client) => {
      const text = await readText(options, context);
      const remark = await client.posts.addRemark(id, { text }, { signal: context.signal });
      context.output.result({ data: remark, brief: [remark.id], text: () => `Wrote ${remark.id}.` });
    }),
});
