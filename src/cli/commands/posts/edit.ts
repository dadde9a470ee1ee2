import type { UpdatePost } from '../../../contract/posts/changes.js';
import type { Post } from '../../../contract/posts/posts.js';
import { defineCommand, flag, list } from '../../command.js';
import { usageFailure } from '../../failure.js';
import { isSoonAt } from '../../input/chosen-time.js';
import { confirmAction } from '../../input/confirm-action.js';
import { readPlatforms } from '../../input/platforms.js';
import { withClient } from '../../with-client.js';
import { CONTENT_OPTIONS, readContent } from './content.js';
import { postText } from './post-text.js';
import { CHANGE_OPTIONS, POST_ARGUMENT, readForChange } from './stored-post.js';
import { readWhen, WHEN_OPTIONS, type When } from './when.js';

export const postsEdit = defineCommand({
  name: 'posts edit',
  group: 'Publish',
  operations: ['posts.update'],
  summary: 'Change a post that is not out yet',
  details:
    'What is not named stays as it is. --set, --media and --alt replace all of their kind. It asks first where the post goes out within 15 minutes. A draft’s wished time is set with --propose and a time; to publish a draft, see `posts publish`.',
  arguments: [POST_ARGUMENT],
  options: {
    ...CONTENT_OPTIONS,
    to: list('-t, --to <networks>', 'Go to these networks instead'),
    account: list('--account <ids>', 'Go to these accounts instead, by their ids'),
    ...WHEN_OPTIONS,
    propose: flag('--propose', 'The time is what a draft asks for'),
    withdraw: flag('--withdraw', 'Take back what a draft asks for'),
    noOverrides: flag('--without-overrides', 'The same on every account'),
    allowDuplicate: flag('--allow-duplicate', 'Although the same text went to the same account today'),
    ...CHANGE_OPTIONS,
  },
  examples: [
    { type: 'posts edit post_01k9x3m5t7v9b2c4d6f8g0h1jk --text "Open on Sunday."', does: 'Another text' },
    { type: 'posts edit post_01k9x3m5t7v9b2c4d6f8g0h1jk --at "fri 14:30"', does: 'Another time' },
    {
      type: 'posts edit post_01k9x3m5t7v9b2c4d6f8g0h1jk --if-version 3 --set "x.text=Open!"',
      does: 'Another text on X, unless somebody else has changed the post',
    },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client) => {
      const when = await readWhen(options, client, context);
      const platforms = readPlatforms(options.to);
      const changes: UpdatePost = {
        ...(await readContent(options, context)),
        ...(options.noOverrides ? { overrides: [] } : {}),
        ...(platforms.length === 0 ? {} : { platforms: [...platforms] }),
        ...(options.account.length === 0 ? {} : { accountIds: [...options.account] }),
        ...timeChange(when, options),
      };
      if (Object.keys(changes).length === 0)
        throw usageFailure(
          'Nothing was named that changes.',
          '--text "…", --at "fri 14:30", --to bluesky, --set …',
        );
      const post = await readForChange(id, options.ifVersion, client, context);
      const { time: now } = await client.me.get({ signal: context.signal });
      if (goesOutSoon(post, when, Date.parse(now.utc))) {
        await confirmAction(
          {
            shows: (screen) => postText(post, screen),
            question: 'Change it?',
            would: 'A post that goes out within 15 minutes would be changed',
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
      if (updated.version === post.version) context.output.note('Nothing differed: it stays as it was.');
      for (const sentence of when?.assumptions ?? []) context.output.note(sentence);
    }),
});

/** A time of its own, or the time that a draft asks for. @throws CliFailure for a time that an edit cannot give */
function timeChange(
  when: When | null,
  { propose, withdraw }: { readonly propose: boolean; readonly withdraw: boolean },
): UpdatePost {
  if (withdraw) {
    if (propose || when !== null) throw usageFailure('--withdraw takes the wish back: it goes with no time.');
    return { proposed: null };
  }
  if (when === null) {
    if (propose) throw usageFailure('--propose needs the time to ask for: --now, --at, --queue or --slot.');
    return {};
  }
  if (propose) return { proposed: when.time };
  const { scheduleMode, scheduledAt, timezone } = when.time;
  if (scheduleMode !== 'schedule')
    throw usageFailure('An edit gives a time with --at. To publish it now or in a slot: posts publish <id>');
  return { scheduledAt, timezone };
}

/** Whether what is edited goes out before anybody could look again. */
function goesOutSoon({ status, targets }: Post, when: When | null, now: number): boolean {
  if (status === 'draft') return false;
  const waiting = targets.filter((target) => target.status === 'pending');
  return (
    when?.soon === true ||
    waiting.some(({ scheduledAt }) => scheduledAt !== null && isSoonAt(Date.parse(scheduledAt), now))
  );
}
