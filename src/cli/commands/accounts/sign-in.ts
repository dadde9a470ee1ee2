import type { PostriderClient } from '../../../client/client.js';
import { ApiError } from '../../../client/errors/api-errors.js';
import type { Connection, ConnectMethod } from '../../../contract/accounts/connections.js';
import type { AccountId } from '../../../contract/ids.js';
import { PLATFORM_NAMES, type Platform } from '../../../contract/platforms.js';
import { commandLineRedirect } from '../../../networks/access/redirects.js';
import { accessOf, appOf, pasteHurry, redirectRuleOf } from '../../../networks/access.js';
import type { Context } from '../../context.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { ask, askHidden, canAsk } from '../../input/prompt.js';
import { readStdin, withoutFinalBreak } from '../../input/read-text.js';
import { typed } from '../../typed-name.js';
import { guideLines } from '../apps/guide-text.js';
import { listenForReturn, type Returning } from './listen-for-return.js';

/** Which account to connect, and how, as it is typed. */
export interface ConnectInput {
  readonly platform: Platform;
  readonly account: string | undefined;
  readonly server: string | undefined;
  readonly method: ConnectMethod;
  /** As it was typed; undefined: the method that the network has. */
  readonly givenMethod: ConnectMethod | undefined;
  readonly returnUrl: string | undefined;
  readonly accountId: AccountId | undefined;
  readonly passwordFrom: string | undefined;
  /** The default board of the account. */
  readonly board: string | undefined;
}

type StartBody = Parameters<PostriderClient['connections']['start']>[0];

const IN_A_SCRIPT = 'Give the account on the command line, and --app-password - for Bluesky.';

/** The method that was typed, else the one that works without more. */
export async function methodFor(
  platform: Platform,
  given: ConnectMethod | undefined,
  client: PostriderClient,
  { signal }: Context,
): Promise<ConnectMethod> {
  if (given !== undefined) return given;
  const access = appOf(platform);
  if (access) {
    // The rule may depend on how far the network has reviewed the app.
    const { review } = access.redirectOf ? await client.apps.get(platform, { signal }) : { review: null };
    // A network that returns to https addresses only cannot return to this machine.
    if (commandLineRedirect(redirectRuleOf(access, review)) === null) return 'paste';
  }
  return accessOf(platform)?.methods[0] ?? 'browser';
}

/** The app password is asked for after the handle is known to be wanted, and never taken from the command line. */
export async function withPassword(
  client: PostriderClient,
  input: ConnectInput,
  context: Context,
): Promise<Connection> {
  const { passwordFrom } = input;
  if (passwordFrom !== undefined && passwordFrom !== '-') {
    throw usageFailure(
      'An app password on the command line could be read by others.',
      'Write --app-password - and pass it on standard input.',
    );
  }
  const identifier = input.account ?? (await asked(context, 'Handle (name.bsky.social): ', IN_A_SCRIPT));
  const connection = await begin(client, bodyOf(input, { server: input.server }), context);
  const appPassword =
    passwordFrom === '-' ? withoutFinalBreak(await readStdin(context)) : await askedHidden(context);
  return client.connections.finish(connection.id, { identifier, appPassword }, { signal: context.signal });
}

/** Signs in at the network in a browser. It comes back to this machine, or the person pastes what it shows. */
export async function inBrowser(
  client: PostriderClient,
  input: ConnectInput,
  context: Context,
): Promise<Connection> {
  const { platform, method } = input;
  // A handle of Bluesky leads to its server; elsewhere people name the server.
  const isHandle = accessOf(platform)?.methods.includes('app_password') === true;
  const server = input.server ?? (isHandle ? undefined : input.account);
  const identifier = isHandle ? input.account : undefined;
  const returning = method === 'browser' ? await listening(platform, isHandle) : null;
  try {
    const returnUrl = returning?.url ?? input.returnUrl;
    const connection = await begin(client, bodyOf(input, { server, identifier, returnUrl }), context);
    for (const sentence of connection.standing) context.output.insist(() => sentence);
    const address = connection.authorizeUrl ?? '';
    context.output.insist(({ style }) =>
      [
        `Open this address in a browser${returning ? ' on this machine' : ''}, sign in and allow access:`,
        `  ${style('cyan', address)}`,
      ].join('\n'),
    );
    const hint = appOf(platform)?.errorInBrowser;
    if (hint) context.output.note(hint.text);
    const state = isHandle ? null : new URL(address).searchParams.get('state');
    const finished = returning
      ? await client.connections.finish(connection.id, await arrival(returning, state, connection, context), {
          signal: context.signal,
        })
      : await finishWithPasted(client, connection, input, context);
    const names = finished.accounts.map(({ handle }) => handle).join(', ');
    returning?.answer(
      names === ''
        ? 'Go on in the terminal. You can close this page.'
        : `Connected ${names}. You can close this page.`,
    );
    return finished;
  } catch (error) {
    returning?.answer('This did not work. The terminal says why. You can close this page.');
    throw error;
  } finally {
    await returning?.close();
  }
}

function bodyOf(
  { platform, method, accountId }: ConnectInput,
  more: { readonly [Name in 'server' | 'identifier' | 'returnUrl']?: string | undefined },
): StartBody {
  const given = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined));
  return { platform, method, ...(accountId !== undefined && { accountId }), ...given };
}

function listening(platform: Platform, isHandle: boolean): Promise<Returning> {
  const app = appOf(platform);
  const redirect = app && commandLineRedirect(app.redirect);
  if (redirect) return listenForReturn('registered', new URL(redirect).hostname);
  return listenForReturn(isHandle ? 'secret' : 'usual');
}

async function arrival(
  returning: Returning,
  state: string | null,
  { expiresAt }: Connection,
  context: Context,
): Promise<{ readonly callbackUrl: string }> {
  context.output.note('Waiting for the browser to come back. Press Ctrl-C to stop.');
  return { callbackUrl: await returning.arrival(state, Date.parse(expiresAt), context.signal) };
}

/** Asks again after something that is not the answer of the network: the sign-in goes on until its time is up. */
async function finishWithPasted(
  client: PostriderClient,
  { id }: Connection,
  input: ConnectInput,
  context: Context,
): Promise<Connection> {
  for (;;) {
    const answer = await pasted(input, context);
    try {
      return await client.connections.finish(id, answer, { signal: context.signal });
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error;
      context.output.insist(() => error.detail.replaceAll('`', ''));
    }
  }
}

/** What the person copies from the browser: a code, or the address that it has ended on. */
async function pasted(
  { method, platform }: ConnectInput,
  context: Context,
): Promise<{ readonly code: string } | { readonly callbackUrl: string }> {
  const otherwise = `Type the command in a terminal, or leave out --method ${method}.`;
  if (method === 'code') return { code: await asked(context, 'Code: ', otherwise) };
  context.output.insist(() =>
    `The browser may then say that it cannot open a page. Copy the whole address from its address bar. ${pasteHurry(platform)}`.trim(),
  );
  return { callbackUrl: await asked(context, 'Address: ', otherwise) };
}

/** @throws CliFailure the backend is a sandbox, or the network demands an app */
async function begin(client: PostriderClient, body: StartBody, context: Context): Promise<Connection> {
  try {
    return await client.connections.start(body, { signal: context.signal });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'app_not_found') throw await appMissing(client, body.platform, error, context);
    if (error.code === 'state_conflict') throw sandboxOnly(error);
    throw error;
  }
}

async function appMissing(
  client: PostriderClient,
  platform: Platform,
  error: ApiError,
  { signal }: Context,
): Promise<CliFailure> {
  const app = await client.apps.get(platform, { signal });
  const name = PLATFORM_NAMES[platform];
  return new CliFailure(
    'refused',
    `${name} accounts are connected with an app of your own, and none is set.`,
    {
      lines: guideLines(app),
      changed: 'nothing',
      next: [`Set it: ${typed(`apps set ${platform}`)}`],
      data: { code: error.code, status: error.status, problem: error.problem },
      cause: error,
    },
  );
}

function sandboxOnly(error: ApiError): CliFailure {
  return new CliFailure('refused', error.detail.replaceAll('`', ''), {
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
