import type { BackendOptions } from '../../../backend/app/backend-options.js';
import type { Role } from '../../../backend/app/role.js';
import type { RunningBackend } from '../../../backend/app/start.js';
import { settingOf } from '../../../client/settings.js';
import { choice, defineCommand, flag, list, text, whole } from '../../command.js';
import type { Context } from '../../context.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { fields } from '../../output/fields.js';
import type { Screen } from '../../output/table.js';
import { typed } from '../../typed-name.js';
import { clientEntries } from './client-entries.js';
import { type DataLocation, dataFailure, dataLocation, locationText } from './data-location.js';
import { FETCH_OPTIONS, fetchPolicy } from './fetch-options.js';
import { MEDIA_OPTIONS, mediaOptions } from './media-options.js';
import { RETENTION_OPTIONS, retentionOptions } from './retention-options.js';
import { findRunning, noteRunning, removeNote } from './running-backend.js';
import { signInUrl } from './sign-in-url.js';
import { untilEnded } from './until-ended.js';

const ROLES = ['all', 'api', 'publisher'] as const satisfies readonly Role[];
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
    databaseUrl: text(
      '--database-url <url>',
      'Keep it in PostgreSQL, postgres://user:password@host:5432/database; better given in DATABASE_URL',
    ),
    role: choice(
      '--role <role>',
      'What this process does, of several on one PostgreSQL database: take requests, publish, or both',
      ROLES,
    ),
    mediaMoved: flag('--media-moved', 'The uploads of this database are here now: they were moved'),
    publicUrl: text('--public-url <url>', 'Where people reach it: what the addresses in answers begin with'),
    ...FETCH_OPTIONS,
    demo: flag('--no-demo', 'Connect no demo accounts'),
    requestsPerMinute: whole('--requests-per-minute <number>', 'What one key may ask for (default 600)', {
      min: 1,
      max: 1_000_000_000,
    }),
    ...MEDIA_OPTIONS,
    ...RETENTION_OPTIONS,
    logLevel: choice('--log-level <level>', 'What is told on standard error; warn unless told', LOG_LEVELS),
  },
  examples: [
    { type: 'serve', does: 'Start it where every other command looks for it' },
    {
      type: 'serve --port 0 --data ./demo-data',
      does: 'On any free port, with its data in a folder of its own',
    },
    {
      type: 'serve --role api',
      does: 'Take requests alone, with DATABASE_URL set; others run with --role publisher',
    },
    { type: 'serve --json', does: 'Print one line of JSON with its address, then keep running' },
  ],
  run: async ({ options }, context) => {
    const place = dataLocation(options, context.env);
    const folder = place.folder.value;
    refuseLoneRole(options.role, place);
    const [{ startBackend }, { createLog }] = await Promise.all([
      import('../../../backend/app/start.js'),
      import('../../../backend/base/log.js'),
    ]);
    const password = settingOf(context.env['POSTRIDER_ADMIN_PASSWORD']);
    const wanted: BackendOptions = {
      dataFolder: folder,
      databaseUrl: place.databaseUrl,
      role: options.role,
      mediaMoved: options.mediaMoved,
      port: options.port ?? PORT,
      demo: options.demo,
      allowRemote: options.allowRemote,
      allowedHosts: options.allowedHosts,
      ...(password === undefined ? {} : { adminPassword: password }),
      fetching: await fetchPolicy(options, context.env),
      log: createLog({ level: options.logLevel ?? 'warn' }),
      ...(options.host === undefined ? {} : { host: options.host }),
      ...(options.requestsPerMinute === undefined ? {} : { requestsPerMinute: options.requestsPerMinute }),
      ...(options.publicUrl === undefined ? {} : { publicUrl: options.publicUrl }),
      entriesFor: clientEntries,
      ...(await mediaOptions(options, context.env)),
      ...retentionOptions(options, context.env),
    };
    const backend = await startBackend(wanted).catch((error: unknown) => {
      throw notStarted(error, place);
    });
    noteRunning(folder, { url: backend.url, pid: process.pid });
    try {
      await announce(backend, place, options.data !== undefined, context);
      await untilEnded(context.signal);
    } finally {
      await backend.close();
      removeNote(folder, process.pid);
    }
  },
});

async function announce(
  { url, services }: RunningBackend,
  place: DataLocation,
  folderNamed: boolean,
  { output }: Context,
): Promise<void> {
  const folder = place.folder.value;
  const where = await locationText(place);
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
    text: (screen) => {
      const { style } = screen;
      const about = fields(
        [
          [
            'Workspace',
            `${workspace.name}${sandbox ? ' (a sandbox: networks are simulated)' : ''}, ${workspace.timezone}`,
          ],
          ['Accounts', `${accounts} connected`],
          ['API keys', keys === 0 ? 'none yet' : String(keys)],
          ['Data', where],
          ['API', `${url}/reference`],
        ],
        screen,
      );
      return [
        `${style('green', '●')} Postrider is running at ${style('bold', url)}`,
        about,
        '',
        `Open the dashboard (this link signs one browser in, once, within 15 minutes):`,
        `  ${style('cyan', dashboard)}`,
        '',
        ...nextSteps(keys, data, url, screen),
        style('dim', 'Ctrl-C ends it.'),
      ].join('\n');
    },
  });
}

function nextSteps(keys: number, data: string, url: string, { style }: Screen): string[] {
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

/** The embedded database serves one machine, and whatever runs on it does everything. */
function refuseLoneRole(role: Role | undefined, { databaseUrl }: DataLocation): void {
  if (role === undefined || role === 'all' || databaseUrl !== undefined) return;
  throw usageFailure(
    `--role ${role}: processes share the work on a PostgreSQL database. Without one, this process does all of it.`,
    'Name the database in DATABASE_URL, or leave --role out.',
  );
}

function notStarted(error: unknown, place: DataLocation): unknown {
  const folder = place.folder.value;
  if (!(error instanceof Error) || error.name !== 'BackendNotStarted' || !('reason' in error)) {
    return dataFailure(error, place);
  }
  const running = findRunning(folder);
  const next: Readonly<Record<string, readonly string[]>> = {
    port_in_use: [
      ...(running === null ? [] : [`One is running on this data already: ${running.url}`]),
      `Take any free port: ${typed('serve --port 0')}`,
    ],
    remote_refused: ['Add --allow-remote if other machines are meant to reach it.'],
    password_missing: [`Set it: ${typed('password')}`, 'Or give it in POSTRIDER_ADMIN_PASSWORD'],
    media_elsewhere: [
      'Give all processes the same --data folder (a shared one), or the same S3 bucket: --media-s3-endpoint, --media-s3-bucket',
      'Or, if the files were moved here: --media-moved',
    ],
    public_url_invalid: ['Write it like --public-url https://post.example.org'],
  };
  return new CliFailure('configuration', error.message, {
    changed: 'nothing',
    next: next[String(error.reason)] ?? [],
    cause: error,
  });
}
