import type { PostriderClient } from '../../client/client.js';
import { PostriderError } from '../../client/errors.js';
import type { CreatePost } from '../../contract/post-content.js';
import { SETTLED_POST_STATUSES } from '../../contract/post-status.js';
import type { Post } from '../../contract/posts.js';
import { defineCommand, flag, list, text, whole } from '../command.js';
import type { Context } from '../context.js';
import type { ExitKind } from '../exit-codes.js';
import { usageFailure } from '../failure.js';
import { readPlatforms } from '../input/platforms.js';
import { readStdin, readTextFrom, withoutFinalBreak } from '../input/read-text.js';
import { type ChosenTime, timeOf } from '../posting/chosen-time.js';
import { confirmPublishing } from '../posting/confirm-publishing.js';
import { postText } from '../present/post-text.js';
import { typed } from '../typed-name.js';
import { withClient } from '../with-client.js';

/** Seconds that `--now` waits for the networks: every one of them has answered well within it. */
const WAIT_SECONDS = 30;

export const postsCreate = defineCommand({
  name: 'posts create',
  group: 'Publish',
  summary: 'Draft, schedule or publish a post',
  details:
    'Without --now or --at it is kept as a draft. Publishing now or within 15 minutes asks first; where nobody can be asked it needs --yes. Times are read in the workspace’s zone by the server’s clock.',
  options: {
    to: list('-t, --to <networks>', 'Networks, separated by commas: bluesky,x'),
    account: list('--account <ids>', 'Accounts instead, by their ids'),
    text: text('--text <text>', 'The text; without it and --text-file it is read from standard input'),
    textFile: text('-f, --text-file <file>', 'A file that holds the text; - is standard input'),
    now: flag('--now', 'Publish now'),
    at: text('--at <time>', 'Publish then: "tomorrow 9:00", "in 3 hours", 2026-12-01T09:00+01:00'),
    timezone: text('--timezone <zone>', 'IANA zone of --at (default: the workspace’s)'),
    draft: flag('--draft', 'Keep it as a draft'),
    idempotencyKey: text('--idempotency-key <key>', 'Name of this act: the same key never publishes twice'),
    allowDuplicate: flag('--allow-duplicate', 'Although the same text went to the same account today'),
    wait: whole('--wait <seconds>', `With --now: wait this long for the outcome (default ${WAIT_SECONDS})`, {
      min: 0,
      max: 600,
    }),
    yes: flag('-y, --yes', 'Do not ask for confirmation'),
  },
  examples: [
    { type: 'posts create --to bluesky --text "We are open on Sunday."', does: 'A draft' },
    {
      type: 'posts create --to bluesky,mastodon --text "We are open on Sunday." --at "tomorrow 9:00"',
      does: 'Scheduled',
    },
    { type: 'posts create --to x --now --text-file post.txt', does: 'Now, from a file; asks first' },
    { type: 'posts create --to x --now --yes --quiet < post.txt', does: 'Now, from a script: prints the id' },
  ],
  run: ({ options }, context) =>
    withClient(context, async (client): Promise<ExitKind | undefined> => {
      const mode = modeOf(options);
      const platforms = readPlatforms(options.to);
      const time: ChosenTime | null =
        options.at === undefined ? null : await timeOf(options.at, options.timezone, client, context);
      const content: CreatePost = {
        ...(platforms.length === 0 ? {} : { platforms: [...platforms] }),
        ...(options.account.length === 0 ? {} : { accountIds: [...options.account] }),
        text: await textOf(options, context),
        scheduleMode: mode,
        ...(time === null ? {} : { scheduledAt: time.scheduledAt, timezone: time.timezone }),
      };
      if (mode === 'now' || time?.soon === true)
        await confirmPublishing(content, options.yes, client, context);
      const created = await client.posts.create(
        { ...content, ...(options.allowDuplicate ? { allowDuplicate: true } : {}) },
        { idempotencyKey: options.idempotencyKey, signal: context.signal },
      );
      const post =
        mode === 'now' ? await settled(created, options.wait ?? WAIT_SECONDS, client, context) : created;
      context.output.result({
        data: { ...post, warnings: created.warnings },
        brief: [post.id],
        text: (room) => postText(post, room, created.warnings),
      });
      for (const sentence of time?.decided ?? []) context.output.note(sentence);
      return mode === 'now' ? outcomeOf(post) : undefined;
    }),
});

interface Modes {
  readonly now: boolean;
  readonly at: string | undefined;
  readonly draft: boolean;
  readonly timezone: string | undefined;
}

function modeOf({ now, at, draft, timezone }: Modes): 'now' | 'schedule' | 'draft' {
  const chosen = [now, at !== undefined, draft].filter(Boolean).length;
  if (chosen > 1) throw usageFailure('Give one of --now, --at and --draft.');
  if (timezone !== undefined && at === undefined) throw usageFailure('--timezone belongs to --at.');
  if (now) return 'now';
  return at === undefined ? 'draft' : 'schedule';
}

async function textOf(
  options: { readonly text: string | undefined; readonly textFile: string | undefined },
  context: Context,
): Promise<string> {
  if (options.text !== undefined && options.textFile !== undefined) {
    throw usageFailure('Give --text or --text-file, not both.');
  }
  if (options.text !== undefined) return options.text;
  if (options.textFile !== undefined) return withoutFinalBreak(await readTextFrom(options.textFile, context));
  const text = context.stdin.isTTY === true ? '' : withoutFinalBreak(await readStdin(context));
  if (text === '')
    throw usageFailure(
      'There is no text.',
      '--text "…", --text-file post.txt, or the text on standard input',
    );
  return text;
}

/**
 * The post once nothing more happens to it by itself, or as it is when the time is over. It exists by now: what
 * goes wrong while waiting is told, and does not hide it.
 */
async function settled(
  post: Post,
  seconds: number,
  client: PostriderClient,
  context: Context,
): Promise<Post> {
  const until = performance.now() + seconds * 1000;
  let latest = post;
  try {
    while (!SETTLED_POST_STATUSES.includes(latest.status)) {
      const left = Math.ceil((until - performance.now()) / 1000);
      if (left <= 0) break;
      latest = await client.posts.get(post.id, { wait: Math.min(left, 20) }, { signal: context.signal });
    }
  } catch (error) {
    if (!(error instanceof PostriderError)) throw error;
    const later = typed(`posts get ${post.id}`);
    context.output.note(
      `The post was created; its outcome was not waited for: ${error.message} See it later: ${later}`,
    );
  }
  return latest;
}

function outcomeOf({ status }: Post): ExitKind | undefined {
  switch (status) {
    case 'failed':
    case 'partially_published':
    case 'missed':
      return 'failed';
    case 'unknown':
      return 'outcome_unknown';
    default:
      return undefined;
  }
}
