import type { CreatePost } from '../../contract/post-content.js';
import { defineCommand, flag, list, text } from '../command.js';
import type { ExitKind } from '../exit-codes.js';
import { usageFailure } from '../failure.js';
import { readPlatforms } from '../input/platforms.js';
import { confirmPublishing } from '../posting/confirm-publishing.js';
import { CONTENT_OPTIONS, readNewContent } from '../posting/content.js';
import { outcomeOf, settled, WAIT_OPTION } from '../posting/outcome.js';
import { readWhen, WHEN_OPTIONS } from '../posting/when.js';
import { postText } from '../present/post-text.js';
import { withClient } from '../with-client.js';

export const postsCreate = defineCommand({
  name: 'posts create',
  group: 'Publish',
  operations: ['posts.create'],
  summary: 'Draft, schedule or publish a post',
  details:
    'Without --now, --at or --queue it is kept as a draft. Publishing now or within 15 minutes asks first; where nobody can be asked it needs --yes. Times are read in the workspace’s zone by the server’s clock. The text may also come on standard input.',
  options: {
    to: list('-t, --to <networks>', 'Networks, separated by commas: bluesky,x'),
    account: list('--account <ids>', 'Accounts instead, by their ids'),
    ...CONTENT_OPTIONS,
    ...WHEN_OPTIONS,
    draft: flag('--draft', 'Keep it as a draft'),
    propose: flag('--propose', 'Keep it as a draft that asks for this time, for somebody to approve'),
    source: text('--source <id>', 'The source it is made from (src_…), of postrider ingest'),
    idempotencyKey: text('--idempotency-key <key>', 'Name of this act: the same key never publishes twice'),
    allowDuplicate: flag('--allow-duplicate', 'Although the same text went to the same account today'),
    wait: WAIT_OPTION,
    yes: flag('-y, --yes', 'Do not ask for confirmation'),
  },
  examples: [
    { type: 'posts create --to bluesky --text "We are open on Sunday."', does: 'A draft' },
    {
      type: 'posts create --to bluesky,mastodon --text "We are open on Sunday." --at "tomorrow 9:00"',
      does: 'Scheduled',
    },
    { type: 'posts create --to x --queue --text "Fresh beans are in."', does: 'In the next open slot' },
    {
      type: 'posts create --to bluesky,x --text "We are open on Sunday." --set "x.text=Open on Sunday!" --set "x.thread=From 9 to 5."',
      does: 'Another text and a second post on X',
    },
    { type: 'posts create --to x --now --text-file post.txt', does: 'Now, from a file; asks first' },
    { type: 'posts create --to x --now --yes --quiet < post.txt', does: 'Now, from a script: prints the id' },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      if (options.draft && (options.now || options.at !== undefined || options.queue || options.propose))
        throw usageFailure(
          'Give one of --now, --at and --draft; --propose makes a draft that asks for a time.',
        );
      const platforms = readPlatforms(options.to);
      const when = await readWhen(options, client, context);
      if (options.propose && when === null)
        throw usageFailure('--propose needs the time to ask for: --now, --at, --queue or --slot.');
      const goesOut = when !== null && !options.propose;
      const content: CreatePost = {
        ...(platforms.length === 0 ? {} : { platforms: [...platforms] }),
        ...(options.account.length === 0 ? {} : { accountIds: [...options.account] }),
        ...(await readNewContent(options, context)),
        ...(options.source === undefined ? {} : { sourceId: options.source }),
        ...(goesOut ? when.time : { scheduleMode: 'draft' }),
        ...(when !== null && options.propose ? { proposed: when.time } : {}),
      };
      if (goesOut && when.soon) await confirmPublishing(content, options.yes, client, context);
      const created = await client.posts.create(
        { ...content, ...(options.allowDuplicate ? { allowDuplicate: true } : {}) },
        { idempotencyKey: options.idempotencyKey, signal: context.signal },
      );
      const now = content.scheduleMode === 'now';
      const post = now
        ? await settled(created, { seconds: options.wait, done: 'The post was created' }, client, context)
        : created;
      context.output.result({
        data: { ...post, warnings: created.warnings },
        brief: [post.id],
        text: (room) => postText(post, room, created.warnings),
      });
      for (const sentence of when?.decided ?? []) context.output.note(sentence);
      return now ? outcomeOf(post) : undefined;
    }),
});
