import { CONFIRM_FROM_ACCOUNTS } from '../../../base/confirmation-rule.js';
import type { PostriderClient } from '../../../client/client.js';
import { type CreatePost, scheduleModeOf } from '../../../contract/posts/content.js';
import { defineCommand, flag, list, type Options, text, type ValuesOf } from '../../command.js';
import type { Context } from '../../context.js';
import type { ExitKind } from '../../exit-codes.js';
import { usageFailure } from '../../failure.js';
import { readTargets, type Targets } from '../../input/accounts.js';
import { withUploads } from '../../input/upload-media.js';
import { withClient } from '../../with-client.js';
import { CONTENT_OPTIONS, readNewContent } from './content.js';
import { showOutcome, WAIT_OPTION } from './outcome.js';
import { beforePublishingDraft } from './publishing.js';
import { readWhen, WHEN_OPTIONS, type When } from './when.js';

const OPTIONS = {
  to: list('-t, --to <places>', 'Networks and accounts, separated by commas: bluesky,x:@name'),
  account: list('--account <accounts>', 'Accounts by handle or id, separated by commas: x:@name'),
  from: text(
    '--from <file>',
    'Read the post from a Markdown file with front matter; other options override it',
  ),
  ...CONTENT_OPTIONS,
  ...WHEN_OPTIONS,
  draft: flag('--draft', 'Save as a draft'),
  propose: flag('--propose', 'Save as a draft with a proposed time, for approval'),
  source: text('--source <id>', 'Source id (src_…) from `postrider ingest`'),
  idempotencyKey: text('--idempotency-key <key>', 'Idempotency key: the same key never publishes twice'),
  allowDuplicate: flag('--allow-duplicate', 'Allow the same text on the same account within 24 hours'),
  wait: WAIT_OPTION,
  yes: flag('-y, --yes', 'Skip the confirmation prompt'),
} as const satisfies Options;

export const postsCreate = defineCommand({
  name: 'posts create',
  group: 'Publish',
  operations: ['posts.create'],
  summary: 'Draft, schedule or publish a post',
  details:
    'Without --now, --at or --queue the post is saved as a draft. Publishing now, within two hours or on three or more accounts asks for confirmation; scripts need --yes. Times are in the workspace’s time zone and relative to the server’s clock. The text can also be piped in.',
  options: OPTIONS,
  examples: [
    { type: 'posts create --to bluesky --text "We are open on Sunday."', does: 'Save a draft' },
    {
      type: 'posts create --to bluesky,mastodon --text "We are open on Sunday." --at "tomorrow 9:00"',
      does: 'Schedule a post',
    },
    {
      type: 'posts create --to x:@fernhill --media beans.jpg --alt "A bag of beans" --text "Fresh beans are in." --queue',
      does: 'Upload an image, and use the next open slot of one account',
    },
    {
      type: 'posts create --to bluesky,x --text "We are open on Sunday." --set "x.text=Open on Sunday!" --set "x.thread=From 9 to 5."',
      does: 'Use a different text and a second post on X',
    },
    {
      type: 'posts create --to bluesky --text "We are open on Sunday." --propose --at "tomorrow 9:00"',
      does: 'Save a draft that proposes its time, for somebody to approve',
    },
    { type: 'posts create --from post.md', does: 'Read the post from a Markdown file with front matter' },
    {
      type: 'posts create --to x --now --text-file post.txt',
      does: 'Publish a text file now, after a prompt',
    },
    {
      type: 'posts create --to x --now --yes --quiet < post.txt',
      does: 'Publish from a script and print the id',
    },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      if (options.draft && (options.now || options.at !== undefined || options.queue || options.propose))
        throw usageFailure(
          'Use only one of --now, --at, --queue, --draft and --propose. To save a draft with a proposed time, use --propose.',
        );
      const targets = await readTargets(options, client, context);
      const when = await readWhen(options, client, context);
      if (options.propose && when === null && options.from === undefined)
        throw usageFailure('--propose needs a time: --now, --at, --queue or --slot.');
      if (options.from !== undefined)
        return createFromFile(options.from, targets, when, options, client, context);
      const goesOut = when !== null && !options.propose;
      const content: CreatePost = {
        ...targets,
        ...(await withUploads(await readNewContent(options, context), client, context)),
        ...(options.source === undefined ? {} : { sourceId: options.source }),
        ...(goesOut ? when.time : { scheduleMode: 'draft' }),
        ...(when !== null && options.propose ? { proposed: when.time } : {}),
      };
      const isWide =
        (targets.platforms ?? []).length + (targets.accountIds ?? []).length >= CONFIRM_FROM_ACCOUNTS;
      const soon = goesOut && (when.soon || isWide);
      return create({ content, soon, assumptions: when?.assumptions ?? [] }, options, client, context);
    }),
});

interface Ready {
  readonly content: CreatePost;
  /** Too near to be stopped in time. */
  readonly soon: boolean;
  readonly assumptions: readonly string[];
}

type CreateOptions = Pick<ValuesOf<typeof OPTIONS>, 'yes' | 'wait' | 'allowDuplicate' | 'idempotencyKey'>;

/** Asks for confirmation if needed, creates the post and prints its outcome. */
async function create(
  { content, soon, assumptions }: Ready,
  options: CreateOptions,
  client: PostriderClient,
  context: Context,
): Promise<ExitKind | undefined> {
  const { allowDuplicate: _, ...draft } = content;
  if (scheduleModeOf(draft) !== 'draft')
    await beforePublishingDraft(draft, { ...options, soon }, client, context);
  const created = await client.posts.create(
    { ...content, ...(options.allowDuplicate ? { allowDuplicate: true } : {}) },
    { idempotencyKey: options.idempotencyKey, signal: context.signal },
  );
  const isNow = content.scheduleMode === 'now';
  const how = { isNow, done: 'The post was created', wait: options.wait, assumptions };
  return showOutcome(created, how, client, context);
}

/** The same for a post in a file. @throws CliFailure naming file, line and field */
async function createFromFile(
  file: string,
  targets: Targets,
  when: When | null,
  options: ValuesOf<typeof OPTIONS>,
  client: PostriderClient,
  context: Context,
): Promise<ExitKind | undefined> {
  const { text: words, textFile, media, alt, set, source, propose, draft } = options;
  const isGiven = words !== undefined || textFile !== undefined || source !== undefined;
  if (isGiven || media.length + alt.length + set.length > 0)
    throw usageFailure(
      'With --from, the content of the post comes from the file.',
      'You can combine it with --to, --account, --now, --at, --queue, --draft and --propose',
    );
  const { postFromFile } = await import('./import/post-from-file.js');
  const read = await postFromFile(
    file,
    { platforms: targets.platforms ?? [], accountIds: targets.accountIds ?? [], when, draft, propose },
    client,
    context,
  );
  const { post: content, soon, assumptions } = read;
  const idempotencyKey = options.idempotencyKey ?? read.idempotencyKey;
  return create(
    { content, soon, assumptions: [...(when?.assumptions ?? []), ...assumptions] },
    { ...options, idempotencyKey },
    client,
    context,
  );
}
