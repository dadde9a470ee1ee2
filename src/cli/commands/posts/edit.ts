import { isDeepStrictEqual } from 'node:util';
import type { UpdatePost } from '../../../contract/posts/changes.js';
import type { Post } from '../../../contract/posts/posts.js';
import { chargeFor, chargeSentences, sentTexts } from '../../../networks/charges.js';
import { resolveContent } from '../../../networks/content.js';
import { mergeOverrides } from '../../../networks/merge-overrides.js';
import { defineCommand, flag, list } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { readTargets } from '../../input/accounts.js';
import { isSoonAt } from '../../input/chosen-time.js';
import { confirmAction } from '../../input/confirm-action.js';
import { withUploads } from '../../input/upload-media.js';
import { withClient } from '../../with-client.js';
import { CONTENT_OPTIONS, readContent } from './content.js';
import { changesText, fieldChanges } from './edit-changes.js';
import { postText } from './post-text.js';
import { contentOf } from './publishing.js';
import { CHANGE_OPTIONS, POST_ARGUMENT, readForChange } from './stored-post.js';
import { readWhen, WHEN_OPTIONS, type When } from './when.js';

export const postsEdit = defineCommand({
  name: 'posts edit',
  group: 'Publish',
  operations: ['posts.update'],
  summary: 'Edit a post that is not published yet, or the labels of any post',
  details:
    'Options that you leave out stay unchanged. --media, --alt and --label replace all previous values; --set changes only the field that it names, and `:=null` resets it. A post due within two hours asks for confirmation. To propose a time for a draft, use --propose with a time; to publish a draft, use `postrider posts publish`.',
  arguments: [POST_ARGUMENT],
  options: {
    ...CONTENT_OPTIONS,
    to: list('-t, --to <places>', 'Publish on these networks and accounts instead: bluesky,x:@name'),
    account: list('--account <accounts>', 'Publish on these accounts instead, by handle or id'),
    ...WHEN_OPTIONS,
    propose: flag('--propose', 'Set the draft’s proposed time'),
    withdraw: flag('--withdraw', 'Remove the draft’s proposed time'),
    noOverrides: flag(
      '--without-overrides',
      'Remove all overrides, so that every account gets the same post',
    ),
    allowDuplicate: flag('--allow-duplicate', 'Allow the same text on the same account within 24 hours'),
    ...CHANGE_OPTIONS,
  },
  examples: [
    { type: 'posts edit post_01k9x3m5t7v9b2c4d6f8g0h1jk --text "Open on Sunday."', does: 'Change the text' },
    { type: 'posts edit post_01k9x3m5t7v9b2c4d6f8g0h1jk --at "fri 14:30"', does: 'Change the time' },
    {
      type: 'posts edit post_01k9x3m5t7v9b2c4d6f8g0h1jk --if-version 3 --set "x.text=Open!"',
      does: 'Change the text on X, unless the post has changed since version 3',
    },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client) => {
      const when = await readWhen(options, client, context);
      const targets = await readTargets(options, client, context);
      const changes: UpdatePost = {
        ...(await withUploads(await readContent(options, context), client, context)),
        ...(options.noOverrides ? { overrides: null } : {}),
        ...targets,
        ...timeChange(when, options),
      };
      if (Object.keys(changes).length === 0)
        throw usageFailure('Nothing to change.', 'Use --text "…", --at "fri 14:30", --to bluesky, --set …');
      const post = await readForChange(id, options.ifVersion, client, context);
      const { time: now } = await client.me.get({ signal: context.signal });
      if (isDueSoon(post, when, Date.parse(now.utc))) {
        const places = [...options.to, ...options.account];
        const changed = await fieldChanges({ post, changes, places, now: Date.parse(now.utc) });
        await confirmAction(
          {
            preview: (screen) =>
              [postText(post, screen), changesText(changed, screen), ...pricesAfter(post, changes)].join(
                '\n',
              ),
            content: contentOf({ ...post, ...changes, overrides: mergeOverrides(post, changes.overrides) }),
            question: 'Change this post?',
            action: 'Changing a post due within two hours',
          },
          options.yes,
          context,
        );
      }
      const updated = await client.posts.update(
        post.id,
        { ...changes, version: post.version, ...(options.allowDuplicate ? { allowDuplicate: true } : {}) },
        { signal: context.signal },
      );
      context.output.result({
        data: updated,
        brief: [updated.id],
        text: (screen) => postText(updated, screen, updated.warnings),
      });
      if (updated.version === post.version && isDeepStrictEqual(updated.labels, post.labels))
        context.output.note('The post already has these values; no new version was created.');
      for (const sentence of when?.assumptions ?? []) context.output.note(sentence);
    }),
});

/** What publishing costs after the change, on the accounts that the post has. */
function pricesAfter(post: Post, changes: UpdatePost): string[] {
  const { text = post.text } = changes;
  const body = { ...post, text: text ?? '', overrides: mergeOverrides(post, changes.overrides) };
  const charges = post.targets.flatMap(({ accountId, platform, simulated, status }) => {
    if (simulated || status === 'published') return [];
    const content = resolveContent(body, { id: accountId, platform });
    return [chargeFor(platform, sentTexts(content))];
  });
  return chargeSentences(charges, 'to publish it');
}

/** The change of the time or of the proposed time. @throws CliFailure if an edit cannot set it */
function timeChange(
  when: When | null,
  { propose, withdraw }: { readonly propose: boolean; readonly withdraw: boolean },
): UpdatePost {
  if (withdraw) {
    if (propose || when !== null)
      throw usageFailure('--withdraw cannot be combined with a time or --propose.');
    return { proposed: null };
  }
  if (when === null) {
    if (propose) throw usageFailure('--propose needs a time: --now, --at, --queue or --slot.');
    return {};
  }
  if (propose) return { proposed: when.time };
  const { scheduleMode, scheduledAt, timezone } = when.time;
  if (scheduleMode !== 'schedule')
    throw usageFailure('To change the time, use --at. To publish now or in a slot, use: posts publish <id>');
  return { scheduledAt, timezone };
}

/** Whether the edited post is due too soon to be stopped in time. */
function isDueSoon({ status, targets }: Post, when: When | null, now: number): boolean {
  if (status === 'draft') return false;
  const waiting = targets.filter((target) => target.status === 'pending');
  return (
    when?.soon === true ||
    waiting.some(({ scheduledAt }) => scheduledAt !== null && isSoonAt(Date.parse(scheduledAt), now))
  );
}
