import { defineCommand } from '../../command.js';
import type { ExitKind } from '../../exit-codes.js';
import { usageFailure } from '../../failure.js';
import { withClient } from '../../with-client.js';
import { showOutcome } from './outcome.js';
import { beforePublishingPost, PUBLISH_OPTIONS } from './publishing.js';
import { POST_ARGUMENT, readForChange, refuseWithoutNetworks } from './stored-post.js';
import { readWhen } from './when.js';

export const postsPublish = defineCommand({
  name: 'posts publish',
  group: 'Publish',
  operations: ['posts.publish'],
  summary: 'Publish or schedule an existing post: now, at a time, or in a slot',
  details:
    'Works for drafts and for scheduled, failed, missed, cancelled and partially published posts; targets that are already published are skipped. Publishing now or within two hours asks for confirmation.',
  arguments: [POST_ARGUMENT],
  options: PUBLISH_OPTIONS,
  examples: [
    { type: 'posts publish post_01k9x3m5t7v9b2c4d6f8g0h1jk --now', does: 'Publish now, after a prompt' },
    { type: 'posts publish post_01k9x3m5t7v9b2c4d6f8g0h1jk --at "tomorrow 9:00"', does: 'Schedule it' },
    { type: 'posts publish post_01k9x3m5t7v9b2c4d6f8g0h1jk --queue', does: 'Use the next open slot' },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const when = await readWhen(options, client, context);
      if (when === null) throw usageFailure('Choose a time: --now, --at <time>, --queue or --slot <id>.');
      const post = await readForChange(id, options.ifVersion, client, context);
      refuseWithoutNetworks(post);
      await beforePublishingPost(post, when, { ...options, soon: when.soon }, client, context);
      const changed = await client.posts.publish(
        post.id,
        {
          ...when.time,
          version: post.version,
          ...(options.allowDuplicate ? { allowDuplicate: true } : {}),
        },
        { idempotencyKey: options.idempotencyKey, signal: context.signal },
      );
      const isNow = when.time.scheduleMode === 'now';
      const how = {
        isNow,
        done: 'Publishing has started',
        wait: options.wait,
        assumptions: when.assumptions,
      };
      return showOutcome(changed, how, client, context);
    }),
});
