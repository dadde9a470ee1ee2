import type { BackendOptions } from '../../../backend/app/backend-options.js';
import type { Role } from '../../../backend/app/role.js';
import { settingOf } from '../../../client/settings.js';
import { choice, defineCommand, flag, list, text, whole } from '../../command.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { whereSet } from '../../settings/secret-files.js';
import { typed } from '../../typed-name.js';
import { signInHere } from '../profiles/sign-in-here.js';
import { ACCESS_OPTIONS, accessOptions } from './access-options.js';
import { announce, PORT } from './announce.js';
import { environmentApps } from './app-variables.js';
import { clientEntries } from './client-entries.js';
import { type DataLocation, dataArgument, dataFailure, dataLocation } from './data-location.js';
import { FETCH_OPTIONS, fetchPolicy } from './fetch-options.js';
import { mailOptions } from './mail-options.js';
import { MEDIA_OPTIONS, mediaOptions } from './media-options.js';
import { METRICS_OPTIONS, metricsOptions } from './metrics-options.js';
import { networkTesting } from './network-testing.js';
import { oidcOptions } from './oidc-options.js';
import { RETENTION_OPTIONS, retentionOptions } from './retention-options.js';
import { findRunning, noteRunning, removeNote } from './running-backend.js';
import { givenSecretKey, SECRET_KEY_OPTIONS, secretKeyFailure } from './secret-key-options.js';
import { traceOptions } from './trace-options.js';
import { untilEnded } from './until-ended.js';

const ROLES = ['all', 'api', 'publisher'] as const satisfies readonly Role[];
const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;

export const serve = defineCommand({
  name: 'serve',
  group: 'Setup',
  summary: 'Start the backend: with simulated networks, or live',
  details:
    'Runs until Ctrl-C and stores its data in a folder. New data is a sandbox: nothing leaves this machine, the networks are simulated, and every published post has its own page. With --live, new data gets a workspace that publishes for real, with the accounts that you connect. Data stays what it was at its first start. Started in a terminal, it also signs in this command line if no login is stored yet.',
  options: {
    live: flag(
      '--live',
      'Publish to real networks: new data gets a workspace for the accounts that you connect',
    ),
    port: whole('--port <number>', `Port to listen on; 0 picks a free one (default ${PORT})`, {
      min: 0,
      max: 65_535,
    }),
    host: text('--host <address>', 'Address to listen on (default 127.0.0.1, only this machine)'),
    allowRemote: flag('--allow-remote', 'Allow listening on an address that other machines can reach'),
    allowedHosts: list('--allowed-hosts <names>', 'Further host names to accept requests for'),
    data: text('--data <folder>', 'Data folder (default: the user’s data folder)'),
    databaseUrl: text(
      '--database-url <url>',
      'Store data in PostgreSQL, postgres://user:password@host:5432/database; prefer DATABASE_URL',
    ),
    role: choice(
      '--role <role>',
      'What this process does if several share a PostgreSQL database: serve requests, publish, or both',
      ROLES,
    ),
    updateBackup: flag(
      '--no-update-backup',
      'Do not back up the database before migrating it to this version',
    ),
    mediaMoved: flag('--media-moved', 'Confirm that the uploads of this database were moved here'),
    publicUrl: text('--public-url <url>', 'Public URL, used for links in responses'),
    ...SECRET_KEY_OPTIONS,
    ...ACCESS_OPTIONS,
    ...FETCH_OPTIONS,
    demo: flag('--no-demo', 'At the first start on this data: connect no demo accounts'),
    login: flag('--no-login', 'Do not sign in this command line'),
    requestsPerMinute: whole('--requests-per-minute <number>', 'Rate limit of each key (default 600)', {
      min: 1,
      max: 1_000_000_000,
    }),
    ...MEDIA_OPTIONS,
    ...RETENTION_OPTIONS,
    ...METRICS_OPTIONS,
    logLevel: choice('--log-level <level>', 'Log level on standard error (default warn)', LOG_LEVELS),
  },
  examples: [
    { type: 'serve', does: 'Start it on the default port' },
    { type: 'serve --live', does: 'Publish for real; then connect an account with: accounts connect' },
    {
      type: 'serve --port 0 --data ./demo-data',
      does: 'Use any free port and a separate data folder',
    },
    {
      type: 'serve --role api',
      does: 'Only serve requests, with DATABASE_URL set; other processes use --role publisher',
    },
    { type: 'serve --json', does: 'Print a line of JSON with the URL, then keep running' },
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
    const publicUrl = options.publicUrl ?? settingOf(context.env['POSTRIDER_PUBLIC_URL']);
    const wanted: BackendOptions = {
      dataFolder: folder,
      databaseUrl: place.databaseUrl,
      secretKey: givenSecretKey(options, context.env),
      role: options.role,
      mediaMoved: options.mediaMoved,
      updateBackup: options.updateBackup,
      port: options.port ?? PORT,
      demo: options.demo && !options.live,
      live: options.live,
      allowRemote: options.allowRemote,
      allowedHosts: options.allowedHosts,
      ...(password === undefined ? {} : { adminPassword: password }),
      fetching: await fetchPolicy(options, context.env),
      ...networkTesting(context),
      apps: environmentApps(context.env),
      log: createLog({ level: options.logLevel ?? 'warn' }),
      ...(options.host === undefined ? {} : { host: options.host }),
      ...(options.requestsPerMinute === undefined ? {} : { requestsPerMinute: options.requestsPerMinute }),
      ...(publicUrl === undefined ? {} : { publicUrl }),
      entriesFor: clientEntries,
      ...(await mediaOptions(options, context.env)),
      ...retentionOptions(options, context.env),
      ...metricsOptions(options, context.env),
      ...traceOptions(context.env),
      ...mailOptions(context.env),
      ...oidcOptions(context.env),
      ...accessOptions(options, context.env),
    };
    const backend = await startBackend(wanted).catch((error: unknown) => {
      throw notStarted(error, place, { ...options, metricsPort: wanted.metrics?.port }, context.env);
    });
    try {
      noteRunning(folder, { url: backend.url, pid: process.pid });
      // A free port that was picked is another one at the next start: a login for it would not last.
      const signsIn =
        options.login &&
        options.port !== 0 &&
        options.role !== 'publisher' &&
        context.output.isForTerminal &&
        context.stdin.isTTY === true;
      const { services, url } = backend;
      const signIn = signsIn ? await signInHere(services.store, services, url, context.env) : null;
      await announce(backend, place, { role: options.role, signIn }, context);
      await untilEnded(context.signal);
    } catch (error) {
      throw dataFailure(error, place);
    } finally {
      await backend.close();
      removeNote(folder, process.pid);
    }
  },
});

/** Only processes that share a PostgreSQL database can split the work. */
function refuseLoneRole(role: Role | undefined, { databaseUrl }: DataLocation): void {
  if (role === undefined || role === 'all' || databaseUrl !== undefined) return;
  throw usageFailure(
    `--role ${role} requires a PostgreSQL database, which several processes can share.`,
    'Set DATABASE_URL, or remove --role.',
  );
}

interface Ports {
  readonly live: boolean;
  readonly port: number | undefined;
  readonly metricsPort: number | undefined;
}

function notStarted(
  error: unknown,
  place: DataLocation,
  { live, port, metricsPort }: Ports,
  env: Readonly<Record<string, string | undefined>>,
): unknown {
  const folder = place.folder.value;
  if (!(error instanceof Error) || error.name !== 'BackendNotStarted' || !('reason' in error)) {
    return dataFailure(secretKeyFailure(error), place);
  }
  const running = findRunning(folder);
  if (error.reason === 'data_in_use') {
    return new CliFailure('data_in_use', error.message, {
      changed: 'nothing',
      next: [
        ...(running === null
          ? []
          : [
              `Use the running backend: ${running.url}`,
              `If it does not respond, end its process (${running.pid}) and start again`,
            ]),
        'Or start this one with a folder of its own: --data <folder>',
        `Or move the data to PostgreSQL, for several backends: ${typed('migrate-store --help')}`,
      ],
      cause: error,
    });
  }
  const again = (main: number | undefined, metrics: number | undefined): string =>
    typed(
      [
        `serve${live ? ' --live' : ''}${dataArgument(place)}`,
        ...(main === undefined ? [] : [`--port ${main}`]),
        ...(metrics === undefined ? [] : [`--metrics-port ${metrics}`]),
      ].join(' '),
    );
  const password = whereSet('POSTRIDER_ADMIN_PASSWORD', env);
  const next: Readonly<Record<string, readonly string[]>> = {
    port_in_use: [
      ...(running === null ? [] : [`A backend is already running on this data: ${running.url}`]),
      `Use another port: ${again(nextPort(port ?? PORT), metricsPort)}`,
    ],
    metrics_port_in_use: [
      `Use another port for the figures: ${again(port, metricsPort === undefined ? undefined : nextPort(metricsPort))}`,
    ],
    data_is_sandbox: [
      `Use a folder of its own: ${typed('serve --live --data ./postrider-live')}`,
      'With PostgreSQL, use a database of its own.',
    ],
    remote_refused: ['To let other machines connect, add --allow-remote.'],
    password_refused: [
      `Change ${password}`,
      `Or set one without it: ${typed(`password${dataArgument(place)}`)}`,
    ],
    password_missing: [
      `Set it: ${typed(`password${dataArgument(place)}`)}`,
      'Or set POSTRIDER_ADMIN_PASSWORD',
    ],
    media_elsewhere: [
      'Give all processes the same shared --data folder or the same S3 bucket: --media-s3-endpoint, --media-s3-bucket',
      'If the files were moved here, add --media-moved',
    ],
    public_url_invalid: ['Write it like --public-url https://post.example.org'],
    trusted_proxies_invalid: ['Write them like --trusted-proxies 127.0.0.1,10.0.0.0/8'],
  };
  return new CliFailure('configuration', error.message, {
    changed: 'nothing',
    next: next[String(error.reason)] ?? [],
    cause: error,
  });
}

/** Another port to try; the last one is followed by a free one. */
const nextPort = (port: number): number => (port < 65_535 ? port + 1 : 0);
