import type { PostriderClient } from '../../../client/client.js';
import { ApiError } from '../../../client/errors/api-errors.js';
import {
  CONNECT_METHODS,
  CONNECTABLE,
  CONNECTABLE_NAMES,
  type Connection,
  type ConnectMethod,
} from '../../../contract/accounts/connections.js';
import type { AccountId } from '../../../contract/ids.js';
import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import { choice, defineCommand, text } from '../../command.js';
import type { Context } from '../../context.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { accountFilter } from '../../input/accounts.js';
import { readPlatforms } from '../../input/platforms.js';
import { ask, askHidden, canAsk } from '../../input/prompt.js';
import { readStdin, withoutFinalBreak } from '../../input/read-text.js';
import { typed } from '../../typed-name.js';
import { withClient } from '../../with-client.js';
import { listenForReturn } from './listen-for-return.js';

export const accountsConnect = defineCommand({
  name: 'accounts connect',
  group: 'Publish',
  operations: ['connections.start', 'connections.finish', 'connections.get'],
  summary: `Connect your own account on ${CONNECTABLE_NAMES}`,
  details: [
    'What you publish with this account is real and public. The backend must have been started with “serve --live”; a sandbox has simulated accounts only.',
    'Bluesky: make an app password at https://bsky.app/settings/app-passwords and enter it when asked. It is used once to sign in and never stored. Or sign in with your browser, with --method browser: this machine’s access then ends after two weeks.',
    'Mastodon: name your server. Your browser opens its sign-in page, where you allow access.',
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
      'browser: this machine’s browser; code: paste a code that the network shows; app_password',
      CONNECT_METHODS,
    ),
    passwordStdin: text('--app-password <->', 'Read the app password from standard input: -'),
    account: text('--account <id>', 'Reconnect this account (acc_…)'),
  },
  examples: [
    { type: 'accounts connect bluesky name.bsky.social', does: 'Connect a Bluesky account' },
    { type: 'accounts connect mastodon mastodon.social', does: 'Connect a Mastodon account' },
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
      const wish: Wish = {
        platform,
        account,
        server: options.server,
        method: options.method,
        accountId,
        passwordFrom: options.passwordStdin,
      };
      const method = options.method ?? CONNECTABLE[platform]?.[0] ?? 'browser';
      if (method === 'app_password') report(await withPassword(client, wish, context), context);
      else if (options.passwordStdin === undefined) {
        report(await inBrowser(client, { ...wish, method }, context), context);
      } else {
        throw usageFailure(
          `--app-password does not go with --method ${method}.`,
          'Leave one of the two out.',
        );
      }
    }),
});

const IN_A_SCRIPT = 'Give the account on the command line, and --app-password - for Bluesky.';

interface Wish {
  readonly platform: Platform;
  readonly account: string | undefined;
  readonly server: string | undefined;
  readonly method: ConnectMethod | undefined;
  readonly accountId: AccountId | undefined;
  readonly passwordFrom: string | undefined;
}

/** @throws CliFailure the backend is a sandbox */
async function begin(
  client: PostriderClient,
  body: Parameters<PostriderClient['connections']['start']>[0],
  { signal }: Context,
): Promise<Connection> {
  try {
    return await client.connections.start(body, { signal });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'state_conflict') throw error;
    throw new CliFailure('refused', error.detail.replaceAll('`', ''), {
      changed: 'nothing',
      next: [
        `Start a live backend, with data of its own: ${typed('serve --live --data ./postrider-live --port 4748')}`,
        `Create a key for it: ${typed('keys create --label "my terminal" --preset full --data ./postrider-live')}`,
        `Log in to it: ${typed('login --base-url http://127.0.0.1:4748')}`,
        `Or try the network without an account, here: ${typed('sandbox connect bluesky northwind.example')}`,
      ],
      data: { code: error.code, status: error.status, problem: error.problem },
      cause: error,
    });
  }
}

/** The app password is asked for after the handle is known to be wanted, and never taken from the command line. */
async function withPassword(client: PostriderClient, wish: Wish, context: Context): Promise<Connection> {
  const { platform, server, method, accountId, passwordFrom } = wish;
  if (passwordFrom !== undefined && passwordFrom !== '-') {
    throw usageFailure(
      'An app password on the command line could be read by others.',
      'Write --app-password - and pass it on standard input.',
    );
  }
  const identifier = wish.account ?? (await asked(context, 'Handle (name.bsky.social): ', IN_A_SCRIPT));
  const connection = await begin(
    client,
    {
      platform,
      ...(server !== undefined && { server }),
      ...(method !== undefined && { method }),
      ...(accountId !== undefined && { accountId }),
    },
    context,
  );
  const appPassword =
    passwordFrom === '-' ? withoutFinalBreak(await readStdin(context)) : await askedHidden(context);
  return client.connections.finish(connection.id, { identifier, appPassword }, { signal: context.signal });
}

async function inBrowser(
  client: PostriderClient,
  wish: Wish & { readonly method: ConnectMethod },
  context: Context,
): Promise<Connection> {
  const { platform, accountId, method } = wish;
  // A handle of Bluesky leads to its server; elsewhere people name the server.
  const isHandle = CONNECTABLE[platform]?.includes('app_password') === true;
  const server = wish.server ?? (isHandle ? undefined : wish.account);
  const identifier = isHandle ? wish.account : undefined;
  const returning =
    method === 'browser' ? await listenForReturn(isHandle ? 'secret address' : 'usual address') : null;
  try {
    const connection = await begin(
      client,
      {
        platform,
        method,
        ...(server !== undefined && { server }),
        ...(identifier !== undefined && { identifier }),
        ...(returning && { returnUrl: returning.url }),
        ...(accountId !== undefined && { accountId }),
      },
      context,
    );
    const address = connection.authorizeUrl ?? '';
    context.output.insist(({ style }) =>
      [
        `Open this address in a browser${returning ? ' on this machine' : ''}, sign in and allow access:`,
        `  ${style('cyan', address)}`,
      ].join('\n'),
    );
    if (returning === null) {
      const code = await asked(
        context,
        'Code: ',
        'Type the command in a terminal, or leave out --method code.',
      );
      return await client.connections.finish(connection.id, { code }, { signal: context.signal });
    }
    context.output.note('Waiting for the browser to come back. Press Ctrl-C to stop.');
    const state = isHandle ? null : new URL(address).searchParams.get('state');
    const callbackUrl = await returning.arrival(state, Date.parse(connection.expiresAt), context.signal);
    const finished = await client.connections.finish(
      connection.id,
      { callbackUrl },
      { signal: context.signal },
    );
    returning.answer(`Connected ${finished.account?.handle ?? ''}. You can close this page.`);
    return finished;
  } catch (error) {
    returning?.answer('This did not work. The terminal says why. You can close this page.');
    throw error;
  } finally {
    await returning?.close();
  }
}

function asked(context: Context, question: string, otherwise: string): Promise<string> {
  if (canAsk(context)) return ask(context, question).then((answer) => answer.trim());
  throw new CliFailure('usage', 'There is no terminal to ask in.', {
    changed: 'nothing',
    next: [otherwise],
  });
}

function askedHidden(context: Context): Promise<string> {
  if (canAsk(context)) return askHidden(context, 'App password (not shown): ');
  throw new CliFailure('usage', 'There is no terminal to ask for the app password in.', {
    changed: 'nothing',
    next: ['Pass it on standard input, with --app-password -'],
  });
}

function report({ account, ...connection }: Connection, { output }: Context): void {
  if (!account) throw new Error(`The connection ${connection.id} has no account.`);
  output.result({
    data: account,
    brief: [account.id],
    text: ({ style }) =>
      [
        `${style('green', '✓')} Connected ${PLATFORM_NAMES[account.platform]} ${account.handle}: ${account.id}`,
        `  ${account.profileUrl}`,
        'What you publish with it is public.',
        `${style('dim', 'Next:')} ${typed(`posts create --account ${account.id} --text "Hello" --now`)}`,
      ].join('\n'),
  });
}
