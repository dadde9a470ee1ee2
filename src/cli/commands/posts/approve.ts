import type { Post } from '../../../contract/posts/posts.js';
import { defineCommand } from '../../command.js';
import type { ExitKind } from '../../exit-codes.js';
import { CliFailure } from '../../failure.js';
import { isSoonAt } from '../../input/chosen-time.js';
import { withClient } from '../../with-client.js';
import { showOutcome } from './outcome.js';
import { beforePublishingPost, PUBLISH_OPTIONS } from './publishing.js';
import { POST_ARGUMENT, readForChange, refuseWithoutNetworks } from './stored-post.js';
import { readWhen } from './when.js';

export const postsApprove = defineCommand({
  name: 'posts approve',
  group: 'Publish',
  operations: ['posts.approve'],
  summary: 'Approve a draft’s proposed time',
  details:
    'Publishes or schedules the draft. To approve exactly the version you reviewed, add --if-version. A time given here replaces the proposed one. Publishing now or within two hours asks for confirmation.',
  arguments: [POST_ARGUMENT],
  options: PUBLISH_OPTIONS,
  examples: [
    {
      type: 'posts approve post_01k9x3m5t7v9b2c4d6f8g0h1jk --if-version 2',
      does: 'Approve version 2 and no other',
    },
    {
      type: 'posts approve post_01k9x3m5t7v9b2c4d6f8g0h1jk --at "mon 9:00"',
      does: 'Approve it for another time',
    },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const when = await readWhen(options, client, context);
      const post = await readForChange(id, options.ifVersion, client, context);
      if (post.status === 'draft') refuseWithoutNetworks(post);
      if (when === null && post.status === 'draft' && post.proposed === null) {
        throw new CliFailure('refused', 'The draft has no proposed time.', {
          changed: 'nothing',
          next: ['Choose a time: --now, --at <time>, --queue or --slot <id>'],
        });
      }
      const { time: now } = await client.me.get({ signal: context.signal });
      const soon = when?.soon ?? proposesSoon(post, Date.parse(now.utc));
      await beforePublishingPost(post, when, { ...options, soon }, client, context);
      const changed = await client.posts.approve(
        post.id,
        { ...when?.time, version: post.version, ...(options.allowDuplicate ? { allowDuplicate: true } : {}) },
        { idempotencyKey: options.idempotencyKey, signal: context.signal },
      );
      const isNow = changed.scheduleMode === 'now';
      const how = {
        isNow,
        done: 'The post was approved',
        wait: options.wait,
        assumptions: when?.assumptions,
      };
      return showOutcome(changed, how, client, context);
    }),
});

function proposesSoon({ proposed }: Post, now: number): boolean {
  if (proposed === null) return false;
  const { scheduleMode, scheduledAt } = proposed;
  return scheduleMode === 'now' || (scheduledAt !== null && isSoonAt(Date.parse(scheduledAt), now));
}
