import { renameSync, rmSync, writeFileSync } from 'node:fs';
import type { AccountWish, TestBackend } from '../../../testing/test-backend.js';
import { choice, defineCommand, flag, text, texts, whole } from '../../command.js';
import type { Context } from '../../context.js';
import { CliFailure, usageFailure } from '../../failure.js';
import { readPlatforms } from '../../input/platforms.js';
import { fields } from '../../output/fields.js';
import { type Column, table } from '../../output/table.js';
import { typed } from '../../typed-name.js';
import { clientEntries } from './client-entries.js';
import { FETCH_OPTIONS, fetchPolicy } from './fetch-options.js';
import { folderFailure } from './folder-failure.js';
import { untilClosed, untilEnded } from './until-ended.js';

/** Where the client looks unless told. */
const PORT = 4747;

export const dev = defineCommand({
  name: 'dev',
  group: 'Begin',
  summary: 'Start a backend in memory, to build and test a program against',
  details: [
    'It comes with an API key, an account on each simulated network, and a clock that can be moved. It keeps nothing: what it holds is gone when it ends. Programs in any language use it as the real service:',
    [
      '  postrider dev --port 0 --write-env postrider.env &',
      '  until [ -s postrider.env ]; do sleep 0.1; done; . ./postrider.env',
      '  curl -sS "$POSTRIDER_BASE_URL/v1/posts" -H "Authorization: Bearer $POSTRIDER_API_KEY" \\',
      '    -H "Content-Type: application/json" -d \'{"platform": "x", "text": "Hello", "scheduleMode": "now"}\'',
      '  curl -sS "$POSTRIDER_BASE_URL/v1/test/outbox?text=Hello" -H "Authorization: Bearer $POSTRIDER_API_KEY"',
    ].join('\n'),
    'The second request shows what readers of the networks see. Under /v1/test are the clock, failures, people who write, and snapshots: docs/testing.md has them all. Tests in TypeScript start one in their own process: postrider/testing.',
  ].join('\n\n'),
  options: {
    port: whole('--port <number>', `Port to listen on; 0 takes any free one (default ${PORT})`, {
      min: 0,
      max: 65_535,
    }),
    seed: whole('--seed <number>', 'The same seed gives the same ids on every run; keys stay secret', {
      min: 1,
      max: 2_147_483_646,
    }),
    frozenAt: text('--frozen-at <time>', 'The clock stands still at this instant: 2026-12-01T08:00:00Z'),
    timezone: text('--timezone <zone>', 'What local times mean (default UTC)'),
    demo: flag('--no-demo', 'Connect no demo accounts'),
    account: texts(
      '--account <network:handle>',
      'Connect this account too, such as x:rate_limited, which always fails; may be given several times',
    ),
    writeEnv: text(
      '--write-env <path>',
      'Write POSTRIDER_API_KEY and POSTRIDER_BASE_URL there once it listens, and remove the file at the end',
    ),
    stdinEnds: flag('--stdin-ends', 'End when standard input does: with the program that started it'),
    ...FETCH_OPTIONS,
    logLevel: choice('--log-level <level>', 'What is told on standard error; warn unless told', [
      'debug',
      'info',
      'warn',
      'error',
      'silent',
    ]),
  },
  examples: [
    { type: 'dev', does: 'Start it where every other command looks for it' },
    { type: 'dev --port 0 --json', does: 'One line of JSON with url and apiKey, then keep running' },
    {
      type: 'dev --port 0 --seed 1 --frozen-at 2026-12-01T08:00:00Z --account x:rate_limited',
      does: 'The same on every run, with an account that always fails',
    },
  ],
  run: async ({ options }, context) => {
    const wishes = options.account.map(wishOf);
    const { startTestBackend } = await import('../../../testing/start.js');
    const fetching = await fetchPolicy(options, context.env);
    const started = { seed: options.seed ?? null, frozenAt: options.frozenAt ?? null };
    const backend = await startTestBackend(
      {
        port: options.port ?? PORT,
        name: 'Development',
        logLevel: options.logLevel ?? 'warn',
        accounts: [...(options.demo ? (['demo'] as const) : []), ...wishes],
        ...(options.seed === undefined ? {} : { seed: options.seed }),
        ...(options.frozenAt === undefined ? {} : { frozenAt: options.frozenAt }),
        ...(options.timezone === undefined ? {} : { timezone: options.timezone }),
      },
      { background: false, fetching, entriesFor: clientEntries },
    ).catch((error: unknown) => {
      throw notStarted(error);
    });
    let removeFile: () => void = () => undefined;
    try {
      if (options.writeEnv !== undefined) removeFile = writeEnvFile(options.writeEnv, backend.env);
      await announce(backend, started, context);
      await Promise.race([
        untilEnded(context.signal),
        ...(options.stdinEnds ? [untilClosed(context.stdin)] : []),
      ]);
    } finally {
      removeFile();
      await backend.stop();
    }
  },
});

/** @param written `x:rate_limited` */
function wishOf(written: string): AccountWish {
  const [word = '', handle = ''] = written.split(/:(.*)/s);
  const [platform] = handle === '' ? [] : readPlatforms([word]);
  if (platform !== undefined) return { platform, handle };
  throw usageFailure(`--account: "${written}" is not written like x:rate_limited.`);
}

async function announce(
  { id, url, apiKey, accounts, dashboardLink }: TestBackend,
  started: { readonly seed: number | null; readonly frozenAt: string | null },
  { output }: Context,
): Promise<void> {
  const [all, dashboard] = await Promise.all([accounts.all(), dashboardLink()]);
  const channels = all.map(({ id: accountId, platform, handle, profileUrl }) => ({
    id: accountId,
    platform,
    handle,
    page: profileUrl,
  }));
  output.result({
    data: { url, apiKey, dashboard, mcp: `${url}/mcp`, workspaceId: id, ...started, accounts: channels },
    brief: [url, apiKey],
    text: (screen) => {
      const { style } = screen;
      return [
        `${style('green', '●')} A backend in memory is running at ${style('bold', url)}`,
        fields(
          [
            ['API key', apiKey],
            ['Clock', started.frozenAt === null ? null : `stands still at ${started.frozenAt}`],
            ['Seed', started.seed === null ? null : String(started.seed)],
            ['Dashboard', `${dashboard} (signs one browser in, once, within 15 minutes)`],
          ],
          screen,
        ),
        '',
        channels.length === 0 ? 'No accounts are connected.' : table(COLUMNS, channels, screen),
        '',
        'Give it to your program, or try it in another terminal:',
        `  ${style('cyan', `export POSTRIDER_API_KEY=${apiKey} POSTRIDER_BASE_URL=${url}`)}`,
        `  ${style('cyan', typed('posts create --to x --text "Hello" --now'))}`,
        '',
        style('dim', 'Ctrl-C ends it, and what it holds is gone.'),
      ].join('\n');
    },
  });
}

const COLUMNS: readonly Column<{
  readonly platform: string;
  readonly handle: string;
  readonly page: string | null;
}>[] = [
  { title: 'NETWORK', value: ({ platform }) => platform },
  { title: 'HANDLE', value: ({ handle }) => handle },
  { title: 'PAGE', value: ({ page }) => page ?? '' },
];

function notStarted(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof RangeError) return usageFailure(error.message);
  if (error.name !== 'BackendNotStarted') return error;
  return new CliFailure('configuration', error.message, {
    changed: 'nothing',
    next: [`Take any free port: ${typed('dev --port 0')}`],
    cause: error,
  });
}

/**
 * Writes variables as a shell and most programs read them. The file is there whole or not at all, so that its
 * being there can be waited for.
 *
 * @returns what removes it
 * @throws CliFailure where it cannot be written
 */
export function writeEnvFile(path: string, env: Readonly<Record<string, string>>): () => void {
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
  const unfinished = `${path}.${process.pid}`;
  try {
    writeFileSync(unfinished, lines.join(''), { mode: 0o600 });
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw folderFailure(error, path);
  }
  return () => rmSync(path, { force: true });
}
