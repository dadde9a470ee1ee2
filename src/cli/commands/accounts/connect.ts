import type { PostriderClient } from '../../../client/client.js';
import { ApiError } from '../../../client/errors/api-errors.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import { CONNECT_METHODS, type Connection } from '../../../contract/accounts/connections.js';
import { isRehearsed, REHEARSED } from '../../../contract/accounts/rehearsal.js';
import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import { accessOf, CONNECTABLE_NAMES } from '../../../networks/access.js';
import { RULES } from '../../../networks/rules.js';
import { choice, defineCommand, list, text } from '../../command.js';
import type { Context } from '../../context.js';
import { usageFailure } from '../../failure.js';
import { accountNotes } from '../../input/account-notes.js';
import { accountFilter } from '../../input/accounts.js';
import { firstCommand } from '../../input/first-post.js';
import { readPlatforms } from '../../input/platforms.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';
import { withBeginning } from './begin-again.js';
import { finishWithChoices } from './choose.js';
import { boardLinesOf, chooseBoard } from './choose-board.js';
import { type ConnectInput, inBrowser, methodFor, withPassword } from './sign-in.js';

export const accountsConnect = defineCommand({
  name: 'accounts connect',
  group: 'Publish',
  operations: [
    'connections.start',
    'connections.finish',
    'connections.get',
    'apps.get',
    'accounts.list',
    'accounts.update',
  ],
  summary: 'Connect your own account on a network',
  details: [
    'What you publish with this account appears on the real network. The backend must have been started with “serve --live”, or with “rehearse” to try it at simulated networks; a sandbox has simulated accounts only.',
    'Bluesky: make an app password at https://bsky.app/settings/app-passwords and enter it when asked. It is used once to sign in and never stored. Or sign in with your browser, with --method browser: this machine’s access then ends after two weeks.',
    'Mastodon: name your server. Your browser opens its sign-in page, where you allow access.',
    'Other networks: first set your own app there with “apps set”; “apps get” says how to get one. Your browser then opens the network’s sign-in page. If it cannot return to this machine, copy the address that it ends on and paste it here: --method paste.',
  ].join('\n\n'),
  arguments: [
    { name: '<network>', description: `One of: ${CONNECTABLE_NAMES}` },
    { name: '[account]', description: 'Bluesky: the handle. Mastodon: the server, or the whole handle' },
  ],
  options: {
    server: text(
      '--server <host>',
      'Bluesky: the server of the account (PDS), if the handle does not lead to it',
    ),
    method: choice(
      '--method <method>',
      'browser: this machine’s browser; code: paste a code that the network shows; paste: paste the address that the browser ends on; app_password',
      CONNECT_METHODS,
    ),
    returnUrl: text('--return-url <url>', 'With --method paste: the address registered at the network'),
    choose: list(
      '--choose <names>',
      'If the sign-in offers several accounts: their names, handles or ids, or all',
    ),
    board: text('--board <name>', 'Pinterest: the board for posts that name none'),
    passwordStdin: text('--app-password <->', 'Read the app password from standard input: -'),
    account: text('--account <id>', 'Reconnect this account (acc_…)'),
  },
  examples: [
    { type: 'accounts connect bluesky name.bsky.social', does: 'Connect a Bluesky account' },
    { type: 'accounts connect mastodon mastodon.social', does: 'Connect a Mastodon account' },
    { type: 'accounts connect x', does: 'Connect an X account, with your app' },
    {
      type: 'accounts connect mastodon mastodon.social --method code',
      does: 'Sign in with a browser on another machine',
    },
    {
      type: 'accounts connect bluesky name.bsky.social --method browser',
      does: 'Sign in to Bluesky in a browser, without an app password',
    },
    {
      type: 'accounts connect bluesky name.bsky.social --app-password - < password.txt',
      does: 'Connect in a script',
    },
  ],
  run: ({ arguments: [network = '', account], options }, context) =>
    withClient(context, async (client) => {
      const [platform] = readPlatforms([network]);
      if (platform === undefined) return;
      const { accountId } = await accountFilter(options.account, client, context);
      const input: ConnectInput = {
        platform,
        account,
        server: options.server,
        method: await methodFor(platform, options.method, client, context),
        givenMethod: options.method,
        returnUrl: options.returnUrl,
        accountId,
        passwordFrom: options.passwordStdin,
        board: options.board,
      };
      refuseMixed(input);
      const signIn = input.method === 'app_password' ? withPassword : inBrowser;
      const before = await connectedBefore(client, platform, context);
      try {
        const connection = await signIn(client, input, context);
        const finished = await finishWithChoices(client, connection, options.choose, context);
        const accounts = await withBoards(client, finished, options.board, context);
        report({ ...finished, accounts }, before, context);
      } catch (error) {
        throw withBeginning(error, input, options.choose);
      }
    }),
});

/** @throws CliFailure options that do not go together */
function refuseMixed({
  platform,
  method,
  passwordFrom,
  returnUrl,
  account,
  server,
  board,
}: ConnectInput): void {
  if (passwordFrom !== undefined && method !== 'app_password') {
    throw usageFailure(`--app-password does not go with --method ${method}.`, 'Leave one of the two out.');
  }
  if (returnUrl !== undefined && method !== 'paste') {
    throw usageFailure('--return-url goes with --method paste only.', 'Add --method paste, or leave it out.');
  }
  if (board !== undefined && !RULES[platform].options.boardId) {
    throw usageFailure(`${PLATFORM_NAMES[platform]} has no boards.`, 'Leave out --board.');
  }
  const name = account ?? server;
  if (name !== undefined && accessOf(platform)?.app) {
    throw usageFailure(
      `${PLATFORM_NAMES[platform]} asks in the browser which account to connect, so "${name}" is not needed.`,
      `Leave it out: ${typed(`accounts connect ${platform}`)}`,
    );
  }
}

/** The connected accounts, with the boards that are chosen for them. */
function withBoards(
  client: PostriderClient,
  { accounts }: Connection,
  board: string | undefined,
  context: Context,
): Promise<Account[]> {
  return Promise.all(accounts.map((account) => chooseBoard(client, account, board, context)));
}

/** The ids of the network's accounts that are connected already; none if the key may not list accounts. */
async function connectedBefore(
  client: PostriderClient,
  platform: Platform,
  { signal }: Context,
): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  try {
    for await (const { id } of client.accounts.list({ platform: [platform], limit: 100 }, { signal }))
      ids.add(id);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'scope_missing') throw error;
  }
  return ids;
}

function report({ id, accounts }: Connection, before: ReadonlySet<string>, { output }: Context): void {
  const [first] = accounts;
  if (first === undefined) throw new Error(`The connection ${id} has no account.`);
  output.result({
    data: accounts.length === 1 ? first : { data: accounts },
    brief: accounts.map((account) => account.id),
    text: ({ style }) =>
      [
        ...accounts.flatMap((account) => [
          `${style('green', '✓')} Connected ${PLATFORM_NAMES[account.platform]} ${account.handle}${before.has(account.id) ? ' again' : ''}: ${account.id}`,
          `  ${account.profileUrl}`,
          ...boardLinesOf(account).map((line) => `  ${line}`),
        ]),
        isRehearsed(first) ? REHEARSED : 'What you publish with it appears on the real network.',
        ...accountNotes(accounts),
        `${style('dim', 'Next:')} ${typed(firstCommand(first))}`,
      ].join('\n'),
  });
}
