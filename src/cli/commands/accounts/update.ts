import { dollars } from '../../../base/dollars.js';
import type { PostriderClient } from '../../../client/client.js';
import type { Account, UpdateAccount } from '../../../contract/accounts/accounts.js';
import type { AccountId } from '../../../contract/ids.js';
import { networkName } from '../../../contract/platforms.js';
import { choice, defineCommand, flag, text } from '../../command.js';
import type { Context } from '../../context.js';
import { usageFailure } from '../../failure.js';
import { ACCOUNT_ARGUMENT, readAccount } from '../../input/accounts.js';
import { confirmAction } from '../../input/confirm-action.js';
import { canAsk } from '../../input/prompt.js';
import { plainLine } from '../../output/plain-text.js';
import { withClient } from '../../with-client.js';

const ON_OFF = ['on', 'off'] as const;

interface Chosen {
  readonly numbers: (typeof ON_OFF)[number] | undefined;
  readonly comments: (typeof ON_OFF)[number] | undefined;
  readonly tagLinks: (typeof ON_OFF)[number] | undefined;
  readonly campaign: string | undefined;
  readonly board: string | undefined;
}

export const accountsUpdate = defineCommand({
  name: 'accounts update',
  group: 'Publish',
  operations: ['accounts.update', 'accounts.get'],
  summary:
    'Choose whether an account’s numbers and comments are read, whether its links get tags, and its default board',
  details:
    'X charges for reading numbers and comments, so there both are off until you turn them on; before that, a terminal asks. Numbers apply to posts published from then on, comments to those written from then on, at most 100 a day. Tags (utm_source and others) tell your web analytics which post brought a visit; `postrider posts validate` shows them. Posts that are already written keep their links until you edit their texts.',
  arguments: [ACCOUNT_ARGUMENT],
  options: {
    numbers: choice('--numbers <on|off>', 'Read the numbers', ON_OFF),
    comments: choice('--comments <on|off>', 'Read the comments', ON_OFF),
    tagLinks: choice('--tag-links <on|off>', 'Add tags to links when they are sent', ON_OFF),
    campaign: text('--campaign <name>', 'With --tag-links on: utm_campaign; "" for none'),
    board: text('--board <name>', 'The board for posts that name none, on Pinterest; "" for none'),
    yes: flag('-y, --yes', 'Skip the confirmation prompt'),
  },
  examples: [
    { type: 'accounts update x:@fernhill --numbers on', does: 'Read the numbers of posts on X' },
    { type: 'accounts update x:@fernhill --comments on', does: 'Read replies to your posts on X' },
    {
      type: 'accounts update x:@fernhill --tag-links on --campaign autumn',
      does: 'Tag the links of its posts',
    },
  ],
  run: ({ arguments: [id = ''], options }, context) =>
    withClient(context, async (client) => {
      const changes = changesOf(options);
      const accountId = await readAccount(id, client, context);
      if (changes.metrics?.read || changes.comments?.read)
        await confirmPrices(accountId, changes, options.yes, client, context);
      const account = await client.accounts.update(accountId, changes, { signal: context.signal });
      context.output.result({
        data: account,
        brief: [account.id],
        text: () => textOf(account, changes).join('\n'),
      });
    }),
});

/** Asks a person before numbers or comments are read that cost money. @throws CliFailure `not_confirmed` */
async function confirmPrices(
  id: AccountId,
  changes: UpdateAccount,
  yes: boolean,
  client: PostriderClient,
  context: Context,
): Promise<void> {
  if (yes || !canAsk(context)) return;
  const account = await client.accounts.get(id, { signal: context.signal });
  const { metrics, comments, platform, handle, simulated } = account;
  const name = networkName(platform);
  const isNew = {
    metrics: changes.metrics?.read && !metrics.read,
    comments: changes.comments?.read && !comments.read,
  };
  const prices = [
    ...(isNew.metrics && metrics.dollarsPerPost > 0
      ? [`${name} charges $${metrics.dollarsPerPost} for each post that you publish from now on.`]
      : []),
    ...(isNew.comments && comments.dollarsPerComment > 0
      ? [
          `${name} charges up to ${dollars(comments.dollarsPerComment)} for each comment that people write from now on. At most ${comments.maxPerDay} are read in a day: ${dollars(comments.dollarsPerComment * (comments.maxPerDay ?? 0))}.`,
        ]
      : []),
  ];
  if (simulated || prices.length === 0) return;
  const whose = `${name} ${plainLine(handle)}`;
  const what = [
    ...(changes.metrics?.read ? ['numbers'] : []),
    ...(changes.comments?.read ? ['comments'] : []),
  ].join(' and ');
  await confirmAction(
    {
      preview: () => prices.join('\n'),
      question: `Read the ${what} of ${whose}?`,
      action: `Reading ${what} that cost money`,
    },
    yes,
    context,
  );
}

/** @throws CliFailure */
function changesOf({ numbers, comments, tagLinks, campaign, board }: Chosen): UpdateAccount {
  if (campaign !== undefined && tagLinks !== 'on') throw usageFailure('--campaign requires --tag-links on.');
  if ([numbers, comments, tagLinks, board].every((chosen) => chosen === undefined))
    throw usageFailure(
      'Nothing to change.',
      'Use --numbers, --comments or --tag-links, with on or off, or --board with a name',
    );
  return {
    ...(numbers !== undefined && { metrics: { read: numbers === 'on' } }),
    ...(comments !== undefined && { comments: { read: comments === 'on' } }),
    ...(board !== undefined && { board: board === '' ? null : board }),
    ...(tagLinks !== undefined && {
      linkTags: {
        add: tagLinks === 'on',
        ...(campaign !== undefined && { campaign: campaign === '' ? null : campaign }),
      },
    }),
  };
}

function boardWords({ boards, platform, handle }: Account): string {
  const board = boards?.list.find(({ id }) => id === boards.defaultId);
  const name = `${networkName(platform)} ${plainLine(handle)}`;
  return board === undefined
    ? `Each new post of ${name} must name its board.`
    : `New posts of ${name} that name no board go to ${plainLine(board.name)}.`;
}

function textOf(account: Account, changes: UpdateAccount): string[] {
  const { metrics, linkTags, platform, simulated } = account;
  const name = `${networkName(platform)} ${plainLine(account.handle)}`;
  const price =
    metrics.dollarsPerPost > 0 && !simulated ? ` They cost $${metrics.dollarsPerPost} per post.` : '';
  const numbers = metrics.read
    ? `Numbers are read for new posts of ${name}.${price}`
    : `Numbers are no longer read for ${name}.`;
  const comments = account.comments.read
    ? `Comments on posts of ${name} are read.${commentPrice(account)}`
    : `Comments on posts of ${name} are not read.`;
  const campaign = linkTags.campaign === null ? '' : `, with the campaign ${plainLine(linkTags.campaign)}`;
  const tags = linkTags.add
    ? `Links of new posts of ${name} get tags${campaign}.`
    : `Links of ${name} get no tags.`;
  return [
    ...(changes.metrics === undefined ? [] : [numbers]),
    ...(changes.comments === undefined ? [] : [comments]),
    ...(changes.linkTags === undefined ? [] : [tags]),
    ...(changes.board === undefined ? [] : [boardWords(account)]),
  ];
}

function commentPrice({ comments: { dollarsPerComment, maxPerDay } }: Account): string {
  if (dollarsPerComment === 0) return '';
  return ` They cost up to ${dollars(dollarsPerComment)} each, at most ${maxPerDay} a day.`;
}
