import { dollars } from '../../../base/dollars.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import { isRehearsed } from '../../../contract/accounts/rehearsal.js';
import { accessMoment } from '../../../networks/access.js';
import { unitWord } from '../../../networks/count/unit-words.js';
import { defineCommand } from '../../command.js';
import { ACCOUNT_ARGUMENT, readAccount } from '../../input/accounts.js';
import { firstDraft } from '../../input/first-post.js';
import { fields } from '../../output/fields.js';
import { plainLine } from '../../output/plain-text.js';
import type { Screen } from '../../output/table.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';

export const accountsGet = defineCommand({
  name: 'accounts get',
  group: 'Publish',
  operations: ['accounts.get'],
  summary: 'View an account: its health, limits and required fields',
  arguments: [ACCOUNT_ARGUMENT],
  options: {},
  examples: [
    { type: 'accounts get x:@fernhill', does: 'View an account' },
    {
      type: "accounts get acc_01k9x3m5t7v9b2c4d6f8g0h1jk --json | jq '.capabilities.options'",
      does: 'Show the options for --set',
    },
  ],
  run: ({ arguments: [id = ''] }, context) =>
    withClient(context, async (client) => {
      const account = await client.accounts.get(await readAccount(id, client, context), {
        signal: context.signal,
      });
      context.output.result({
        data: account,
        brief: [account.id],
        text: (screen) => accountText(account, screen),
      });
    }),
});

function kindOf(account: Account): string {
  if (account.simulated) return 'simulated';
  return isRehearsed(account) ? 'rehearsal' : 'real: it publishes on the real network';
}

function accountText(account: Account, screen: Screen): string {
  const { style } = screen;
  const { health, limits, capabilities, platform } = account;
  const { postsPerDay } = limits;
  const moment = accessMoment(account);
  const options = Object.entries(capabilities.options).map(([name, { required, values }]) => {
    const choice = values === null ? '' : `: ${values.join(', ')}`;
    return `${name}${required ? ' (required)' : ''}${choice}`;
  });
  return [
    `${style('bold', account.id)}  ${platform} ${account.handle}  ${style(health.status === 'healthy' ? 'green' : 'red', health.status)}`,
    fields(
      [
        ['Kind', kindOf(account)],
        ['Name', account.displayName],
        ['URL', account.profileUrl],
        ['Problem', health.reason],
        ['Fix', [health.action, health.actionUrl].filter((part) => part !== null).join(' ')],
        [moment?.is === 'renewed' ? 'Access renewed' : 'Access expires', moment?.at ?? null],
        ['Text', `up to ${limits.text.max} ${unitWord(limits.text.unit)}`],
        ['Posts', postsPerDay === null ? null : `${postsPerDay.used} of ${postsPerDay.max} in 24 hours`],
        ['Post types', capabilities.postTypes.join(', ')],
        ['Media', capabilities.mediaRequired ? 'required' : null],
        ['Options', options.join('\n')],
        [
          'Inbox',
          [capabilities.comments ? 'comments' : '', capabilities.messages ? 'messages' : '']
            .filter(Boolean)
            .join(', '),
        ],
        ['Comments', commentsWords(account)],
        ['Numbers', numbersWords(account)],
        ['Board', boardWords(account)],
        ['Links', linkWords(account)],
        ['Not read', account.inboxNotes.join('\n')],
        ['Last notice', account.lastNoticeAt],
        ['Note', account.standing.join('\n')],
      ],
      screen,
    ),
    '',
    `${style('dim', 'Next:')} ${typed(firstDraft(account))}`,
  ].join('\n');
}

/** Null: there is nothing to choose. */
function commentsWords({ capabilities, comments: { read, dollarsPerComment } }: Account): string | null {
  if (!capabilities.comments || (read && dollarsPerComment === 0)) return null;
  return read ? `read, for up to ${dollars(dollarsPerComment)} each` : 'not read';
}

function numbersWords({ metrics, simulated }: Account): string {
  if (!metrics.read) return 'not read';
  const isCharged = metrics.dollarsPerPost > 0 && !simulated;
  return isCharged ? `read, for $${metrics.dollarsPerPost} per post` : 'read';
}

/** Null: the network has no boards. */
function boardWords({ boards }: Account): string | null {
  if (boards === null) return null;
  const board = boards.list.find(({ id }) => id === boards.defaultId);
  return board === undefined
    ? 'chosen for each post'
    : `${plainLine(board.name)}, unless a post names another`;
}

function linkWords({ linkTags: { add, campaign } }: Account): string {
  if (!add) return 'not tagged';
  return campaign === null
    ? 'tagged, without a campaign'
    : `tagged, with the campaign ${plainLine(campaign)}`;
}
