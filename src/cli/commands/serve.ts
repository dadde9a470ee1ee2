import type { FetchPolicy } from '../../backend/fetching/fetch-policy.js';
import type { BackendOptions, RunningBackend } from '../../backend/start.js';
import { settingOf } from '../../client/settings.js';
import { folderFailure } from '../backend/folder-failure.js';
import { MEDIA_OPTIONS, mediaOptions } from '../backend/media-options.js';
import { findRunning, noteRunning, removeNote } from '../backend/running-backend.js';
import { signInUrl } from '../backend/sign-in-url.js';
import { choice, defineCommand, flag, list, text, whole } from '../command.js';
import type { Context } from '../context.js';
import { CliFailure } from '../failure.js';
import { mcpServersEntry } from '../launcher.js';
import { fields } from '../output/fields.js';
import type { Room } from '../output/table.js';
import { dataFolderSetting } from '../settings/settings.js';
import { typed } from '../typed-name.js';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

/** Where the backend listens unless told: what the client calls unless told. */
const PORT = 4747;

export const serve = defineCommand({
  name: 'serve',
  group: 'Begin',
  summary: 'Start the backend, with demo accounts on simulated networks',
  details:
    'It keeps its data in a folder and runs until Ctrl-C. Nothing leaves this machine: the networks are simulated, and every published post has a page of its own.',
  options: {
    port: whole('--port <number>', `Port to listen on; 0 takes any free one (default ${PORT})`, {
      min: 0,
      max: 65_535,
    }),
    host: text('--host <address>', 'Address to listen on (default 127.0.0.1: this machine alone)'),
    allowRemote: flag('--allow-remote', 'Listen on an address that other machines can reach'),
    allowedHosts: list('--allowed-hosts <names>', 'Further host names under which it is reached'),
    data: text('--data <folder>', 'Where the data is kept (default: this user’s data folder)'),
    publicUrl: text('--public-url <url>', 'Where people reach it: what the addresses in answers begin with'),
    allowFetchOrigin: list(
      '--allow-fetch-origin <origins>',
      'Origins of this machine that sandbox workspaces may fetch, such as http://127.0.0.1:8080',
    ),
    fetchProxy: text('--fetch-proxy <url>', 'HTTP proxy through which pages and files are fetched'),
    demo: flag('--no-demo', 'Connect no demo accounts'),
    requestsPerMinute: whole('--requests-per-minute <number>', 'What one key may ask for (default 600)', {
      min: 1,
      max: 1_000_000_000,
    }),
    ...MEDIA_OPTIONS,
    logLevel: choice('--log-level <level>', 'What is told on standard error; warn unless told', LOG_LEVELS),
  },
  examples: [
    { type: 'serve', does: 'Start it where every other command looks for it' },
    {
      type: 'serve --port 0 --data ./demo-data',
      does: 'On any free port, with its data in a folder of its own',
    },
    { type: 'serve --json', does: 'Print one line of JSON with its address, then keep running' },
  ],
  run: async ({ options }, context) => {
    const folder = dataFolderSetting(options.data, context.env).value;
    const [{ startBackend }, { readFetchPolicy }, { createLog }] = await Promise.all([
      import('../../backend/start.js'),
      import('../../backend/fetching/fetch-policy.js'),
      import('../../backend/log.js'),
    ]);
    const password = settingOf(context.env['POSTRIDER_ADMIN_PASSWORD']);
    const wanted: BackendOptions = {
      dataFolder: folder,
      port: options.port ?? PORT,
      demo: options.demo,
      allowRemote: options.allowRemote,
      allowedHosts: options.allowedHosts,
      ...(password === undefined ? {} : { adminPassword: password }),
      fetching: fetchPolicy(options, context.env, readFetchPolicy),
      log: createLog({ level: options.logLevel ?? 'warn' }),
      ...(options.host === undefined ? {} : { host: options.host }),
      ...(options.requestsPerMinute === undefined ? {} : { requestsPerMinute: options.requestsPerMinute }),
      ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
      entriesFor: (apiKey, url) => [
        {
          client: 'Claude Desktop, Cursor and other MCP hosts',
          place: 'mcpServers, in their settings',
          text: JSON.stringify(mcpServersEntry(apiKey, url), null, 2),
        },
        {
          client: 'This command line',
          place: 'a terminal',
          text: `POSTRIDER_API_KEY=${apiKey} ${typed(`login --base-url ${url}`)}`,
        },
      ],
      ...(await mediaOptions(options, context.env)),
    };
    const backend = await startBackend(wanted).catch((error: unknown) => {
      throw notStarted(error, folder);
    });
    noteRunning(folder, { url: backend.url, pid: process.pid });
    try {
      await announce(backend, folder, options.data !== undefined, context);
      await ended(context.signal);
    } finally {
      await backend.close();
      removeNote(folder, process.pid);
    }
  },
});

/** Settings of fetching: options win over the environment. @throws CliFailure for what cannot be used */
function fetchPolicy(
  options: { readonly allowFetchOrigin: readonly string[]; readonly fetchProxy: string | undefined },
  env: Context['env'],
  read: (origins: readonly string[], proxy: string | undefined) => FetchPolicy,
): FetchPolicy {
  const named = (settingOf(env['POSTRIDER_ALLOW_FETCH_ORIGIN']) ?? '').split(',').map((part) => part.trim());
  const origins = options.allowFetchOrigin.length > 0 ? options.allowFetchOrigin : named.filter(Boolean);
  try {
    return read(origins, options.fetchProxy ?? settingOf(env['POSTRIDER_FETCH_PROXY']));
  } catch (cause) {
    if (!(cause instanceof Error) || cause.name !== 'FetchPolicyInvalid') throw cause;
    throw new CliFailure('usage', cause.message, { changed: 'nothing', cause });
  }
}

async function announce(
  { url, services }: RunningBackend,
  folder: string,
  folderNamed: boolean,
  { output }: Context,
): Promise<void> {
  const { store } = services;
  const workspace = await store.db
    .selectFrom('workspaces')
    .selectAll()
    .orderBy('created_at')
    .executeTakeFirstOrThrow();
  const count = async (table: 'accounts' | 'api_keys'): Promise<number> => {
    const row = await store.db
      .selectFrom(table)
      .select((query) => query.fn.countAll<number>().as('found'))
      .where('workspace_id', '=', workspace.id)
      .executeTakeFirstOrThrow();
    return Number(row.found);
  };
  const [accounts, keys] = await Promise.all([count('accounts'), count('api_keys')]);
  const sandbox = workspace.sandbox === 1;
  const dashboard = await signInUrl(store, workspace.id, url);
  const data = folderNamed ? ` --data ${JSON.stringify(folder)}` : '';
  output.result({
    data: {
      url,
      dashboard,
      dataFolder: folder,
      workspace: { id: workspace.id, name: workspace.name, sandbox },
      accounts,
      keys,
    },
    brief: [url],
    text: (room) => {
      const { style } = room;
      const about = fields(
        [
          [
            'Workspace',
            `${workspace.name}${sandbox ? ' (a sandbox: networks are simulated)' : ''}, ${workspace.timezone}`,
          ],
          ['Accounts', `${accounts} connected`],
          ['API keys', keys === 0 ? 'none yet' : String(keys)],
          ['Data', folder],
        ],
        room,
      );
      return [
        `${style('green', '●')} Postrider is running at ${style('bold', url)}`,
        about,
        '',
        `Open the dashboard (this link signs one browser in, once, within 15 minutes):`,
        `  ${style('cyan', dashboard)}`,
        '',
        ...nextSteps(keys, data, url, room),
        style('dim', 'Ctrl-C ends it.'),
      ].join('\n');
    },
  });
}

function nextSteps(keys: number, data: string, url: string, { style }: Room): string[] {
  const elsewhere = url === `http://127.0.0.1:${PORT}` ? '' : ` --base-url ${url}`;
  const steps =
    keys === 0
      ? [
          `keys create --label "my agent" --preset full${data}`,
          `login${elsewhere}`,
          'posts create --to bluesky --text "Hello" --now',
        ]
      : [`accounts${elsewhere}`];
  return [
    keys === 0 ? 'Next, in another terminal: make a key, store it, and publish' : 'Next, in another terminal',
    ...steps.map((step) => `  ${style('cyan', typed(step))}`),
    '',
  ];
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function notStarted(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || error.name !== 'BackendNotStarted' || !('reason' in error)) {
    return folderFailure(error, folder);
  }
  const running = findRunning(folder);
  const next: Readonly<Record<string, readonly string[]>> = {
    port_in_use: [
      ...(running === null ? [] : [`One is running on this data already: ${running.url}`]),
      `Take any free port: ${typed('serve --port 0')}`,
    ],
    remote_refused: ['Add --allow-remote if other machines are meant to reach it.'],
    password_missing: [`Set it: ${typed('password')}`, 'Or give it in POSTRIDER_ADMIN_PASSWORD'],
    public_url_invalid: ['Write it like --public-url https://post.example.org'],
  };
  return new CliFailure('configuration', error.message, {
    changed: 'nothing',
    next: next[String(error.reason)] ?? [],
    cause: error,
  });
}
