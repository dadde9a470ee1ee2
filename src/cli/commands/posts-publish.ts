import type { Post } from '../../contract/posts.js';
import { defineCommand, flag, text } from '../command.js';
import type { Context } from '../context.js';
import type { ExitKind } from '../exit-codes.js';
import { usageFailure } from '../failure.js';
import { confirmAct } from '../posting/confirm-act.js';
import { outcomeOf, settled, WAIT_OPTION } from '../posting/outcome.js';
import { CHANGE_OPTIONS, POST_ARGUMENT, readForChange } from '../posting/stored-post.js';
import { readWhen, WHEN_OPTIONS, type When } from '../posting/when.js';
import { postText } from '../present/post-text.js';
import { withClient } from '../with-client.js';

export const postsPublish = defineCommand({
  name: 'posts publish',
  group: 'Publish',
  operations: ['posts.publish'],
  summary: 'Publish a post that is there already: now, at a time, or in a slot',
  details:
    'For drafts, and for scheduled, failed, missed, cancelled and partially published posts: everything that is not out. Now or within 15 minutes asks first.',
  arguments: [POST_ARGUMENT],
  options: {
    ...WHEN_OPTIONS,
    idempotencyKey: text('--idempotency-key <key>', 'Name of this act: the same key never publishes twice'),
    allowDuplicate: flag('--allow-duplicate', 'Although the same text went to the same account today'),
    wait: WAIT_OPTION,
    ...CHANGE_OPTIONS,
  },
  examples: [
    { type: 'posts publish post_01k9x3m5t7v9b2c4d6f8g0h1jk --now', does: 'Now; asks first' },
    { type: 'posts publish post_01k9x3m5t7v9b2c4d6f8g0h1jk --at "tomorrow 9:00"', does: 'Scheduled' },
    { type: 'posts publish post_01k9x3m5t7v9b2c4d6f8g0h1jk --queue', does: 'In the next open slot' },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const when = await readWhen(options, client, context);
      if (when === null) throw usageFailure('Say when: --now, --at <time>, --queue or --slot <id>.');
      const post = await readForChange(id, options.ifVersion, client, context);
      if (when.soon) await confirmGoingOut(post, when, options.yes, context);
      const changed = await client.posts.publish(
        post.id,
        {
          ...when.time,
          version: post.version,
          ...(options.allowDuplicate ? { allowDuplicate: true } : {}),
        },
        { idempotencyKey: options.idempotencyKey, signal: context.signal },
      );
      const now = when.time.scheduleMode === 'now';
      const latest = now
        ? await settled(changed, { seconds: options.wait, done: 'It was asked for' }, client, context)
        : changed;
      context.output.result({
        data: { ...latest, warnings: changed.warnings },
        brief: [latest.id],
        text: (room) => postText(latest, room, changed.warnings),
      });
      for (const sentence of when.decided) context.output.note(sentence);
      return now ? outcomeOf(latest) : undefined;
    }),
});

/** Asks before a post goes out that nobody could stop any more. @throws CliFailure `not_confirmed` */
export function confirmGoingOut(
  post: Post,
  when: When | null,
  yes: boolean,
  context: Context,
): Promise<void> {
  const at = when?.time.scheduledAt;
  return confirmAct(
    {
      shows: (room) => `${postText(post, room)}\n${at ? `It goes out at ${at}.` : 'It goes out now.'}`,
      question: 'Publish?',
      would: 'This would be published now or within 15 minutes',
    },
    yes,
    context,
  );
}
