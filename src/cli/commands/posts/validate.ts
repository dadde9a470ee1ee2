import type { PostDraft } from '../../../contract/posts/content.js';
import type { PostValidation } from '../../../contract/posts/posts.js';
import { defineCommand, list } from '../../command.js';
import type { ExitKind } from '../../exit-codes.js';
import { readTargets } from '../../input/accounts.js';
import { withUploads } from '../../input/upload-media.js';
import { withClient } from '../../with-client.js';
import { CONTENT_OPTIONS, readNewContent } from './content.js';
import { validationText } from './validation-text.js';
import { readWhen, WHEN_OPTIONS } from './when.js';

export const postsValidate = defineCommand({
  name: 'posts validate',
  group: 'Publish',
  operations: ['posts.validate'],
  summary: 'Check a post without creating it: lengths, limits and every error',
  details:
    'Runs the same checks as `postrider posts create`. Exits with 0 if the post can be published, and with 4 if it breaks a rule.',
  options: {
    to: list('-t, --to <places>', 'Networks and accounts, separated by commas: bluesky,x:@name'),
    account: list('--account <accounts>', 'Accounts by handle or id, separated by commas: x:@name'),
    ...CONTENT_OPTIONS,
    ...WHEN_OPTIONS,
  },
  examples: [
    {
      type: 'posts validate --to bluesky,x --text "We are open on Sunday." --now',
      does: 'Check a post',
    },
    { type: 'posts validate --to x --now --json < post.txt', does: 'Check a text file and print JSON' },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const targets = await readTargets(options, client, context);
      const when = await readWhen(options, client, context);
      const post: PostDraft = {
        ...targets,
        ...(await withUploads(await readNewContent(options, context), client, context)),
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

/** A draft may break rules, but validating asks whether the post could be published. */
function wouldPublish({ ok, errors, targets }: PostValidation): boolean {
  return ok && errors.length === 0 && targets.every((target) => target.ok);
}
