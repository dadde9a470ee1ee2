import type { PostDraft } from '../../../contract/posts/content.js';
import type { PostValidation } from '../../../contract/posts/posts.js';
import { defineCommand, list } from '../../command.js';
import type { ExitKind } from '../../exit-codes.js';
import { readPlatforms } from '../../input/platforms.js';
import { withClient } from '../../with-client.js';
import { CONTENT_OPTIONS, readNewContent } from './content.js';
import { validationText } from './validation-text.js';
import { readWhen, WHEN_OPTIONS } from './when.js';

export const postsValidate = defineCommand({
  name: 'posts validate',
  group: 'Publish',
  operations: ['posts.validate'],
  summary: 'Try a post without creating it: counts, room left, every fault',
  details:
    'The same checks as in `posts create`. Ends with 0 where the post would be taken, and with 4 where a rule stands in the way.',
  options: {
    to: list('-t, --to <networks>', 'Networks, separated by commas: bluesky,x'),
    account: list('--account <ids>', 'Accounts instead, by their ids'),
    ...CONTENT_OPTIONS,
    ...WHEN_OPTIONS,
  },
  examples: [
    {
      type: 'posts validate --to bluesky,x --text "We are open on Sunday." --now',
      does: 'Would it be taken?',
    },
    { type: 'posts validate --to x --now --json < post.txt', does: 'For a script, the text from a file' },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const platforms = readPlatforms(options.to);
      const when = await readWhen(options, client, context);
      const post: PostDraft = {
        ...(platforms.length === 0 ? {} : { platforms: [...platforms] }),
        ...(options.account.length === 0 ? {} : { accountIds: [...options.account] }),
        ...(await readNewContent(options, context)),
        ...(when === null ? { scheduleMode: 'draft' } : when.time),
      };
      const check = await client.posts.validate(post, { signal: context.signal });
      context.output.result({
        data: check,
        brief: [wouldPublish(check) ? 'ok' : 'refused'],
        text: (screen) => validationText(check, screen),
      });
      for (const sentence of when?.assumptions ?? []) context.output.note(sentence);
      return wouldPublish(check) ? undefined : 'refused';
    }),
});

/** A draft may break rules and is taken; whoever tries a post asks whether it could be published. */
function wouldPublish({ ok, targets }: PostValidation): boolean {
  return ok && targets.every((target) => target.ok);
}
