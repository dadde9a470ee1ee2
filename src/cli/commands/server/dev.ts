import type { AccountInput, TestBackend } from '../../../testing/test-backend.js';
import { defineCommand, flag, text, texts, whole } from '../../command.js';
import type { Context } from '../../context.js';
import { usageFailure } from '../../failure.js';
import { readPlatforms } from '../../input/platforms.js';
import { fields } from '../../output/fields.js';
import { type Column, table } from '../../output/table.js';
import { typed } from '../../typed-name.js';
import { clientEntries } from './client-entries.js';
import { WRITE_ENV } from './env-file.js';
import { FETCH_OPTIONS, fetchPolicy } from './fetch-options.js';
import { logLevelOption, PORT_OPTION, STDIN_ENDS, untilStopped } from './in-memory-backend.js';
import { notStartedInMemory } from './not-started-in-memory.js';

/** The client's default port. */
const PORT = 4747;

export const dev = defineCommand({
  name: 'dev',
  group: 'Setup',
  summary: 'Start an in-memory backend for development and tests',
  details: [
    'It comes with an API key, an account on each simulated network, and a clock that you can move. All data is lost when it stops. Programs in any language can use it like the real service:',
    [
      '  postrider dev --port 0 --write-env postrider.env &',
      '  until [ -s postrider.env ]; do sleep 0.1; done; . ./postrider.env',
      '  curl -sS "$POSTRIDER_BASE_URL/v1/posts" \\',
      '    -H "Authorization: Bearer $POSTRIDER_API_KEY" \\',
      '    -H "Content-Type: application/json" \\',
      '    -d \'{"platform": "x", "text": "Hello", "scheduleMode": "now"}\'',
      '  curl -sS "$POSTRIDER_BASE_URL/v1/test/outbox?text=Hello" \\',
      '    -H "Authorization: Bearer $POSTRIDER_API_KEY"',
    ].join('\n'),
    'The second request shows what was published. The routes under /v1/test control the clock, failures, incoming messages and snapshots; see docs/testing.md. TypeScript tests can start a backend in their own process with postrider/testing.',
  ].join('\n\n'),
  options: {
    port: PORT_OPTION,
    seed: whole('--seed <number>', 'Seed for ids, to get the same ids on every run; keys stay random', {
      min: 1,
      max: 2_147_483_646,
    }),
    frozenAt: text('--frozen-at <time>', 'Freeze the clock at this time: 2026-12-01T08:00:00Z'),
    timezone: text('--timezone <zone>', 'Time zone of the workspace (default UTC)'),
    demo: flag('--no-demo', 'Do not connect demo accounts'),
    account: texts(
      '--account <network:handle>',
      'Connect another account, such as x:rate_limited, which always fails; can be repeated',
    ),
    writeEnv: WRITE_ENV,
    stdinEnds: STDIN_ENDS,
    ...FETCH_OPTIONS,
    logLevel: logLevelOption('warn'),
  },
  examples: [
    { type: 'dev', does: 'Start it on the default port' },
    { type: 'dev --port 0 --json', does: 'Print a line of JSON with url and apiKey, then keep running' },
    {
      type: 'dev --port 0 --seed 1 --frozen-at 2026-12-01T08:00:00Z --account x:rate_limited',
      does: 'Get the same ids and times on every run, with an account that always fails',
    },
  ],
  run: async ({ options }, context) => {
    const accounts = options.account.map(readAccount);
    const { startTestBackend } = await import('../../../testing/start.js');
    const fetching = await fetchPolicy(options, context.env);
    const started = { seed: options.seed ?? null, frozenAt: options.frozenAt ?? null };
    const backend = await startTestBackend(
      {
        port: options.port ?? PORT,
        name: 'Development',
        logLevel: options.logLevel ?? 'warn',
        accounts: [...(options.demo ? (['demo'] as const) : []), ...accounts],
        ...(options.seed === undefined ? {} : { seed: options.seed }),
        ...(options.frozenAt === undefined ? {} : { frozenAt: options.frozenAt }),
        ...(options.timezone === undefined ? {} : { timezone: options.timezone }),
      },
      { background: false, fetching, entriesFor: clientEntries },
    ).catch((error: unknown) => {
      throw notStartedInMemory(error, 'dev');
    });
    await untilStopped(backend, {
      ...{ writeEnv: options.writeEnv, stdinEnds: options.stdinEnds, context },
      announce: () => announce(backend, started, context),
    });
  },
});

/** @param written `x:rate_limited` */
function readAccount(written: string): AccountInput {
  const [word = '', handle = ''] = written.split(/:(.*)/s);
  const [platform] = handle === '' ? [] : readPlatforms([word]);
  if (platform !== undefined) return { platform, handle };
  throw usageFailure(`--account: cannot read "${written}". Write it like x:rate_limited.`);
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
        `${style('green', '●')} In-memory backend running at ${style('bold', url)}`,
        fields(
          [
            ['API key', apiKey],
            ['Clock', started.frozenAt === null ? null : `frozen at ${started.frozenAt}`],
            ['Seed', started.seed === null ? null : String(started.seed)],
            ['Dashboard', `${dashboard} (works once, within 15 minutes)`],
          ],
          screen,
        ),
        '',
        channels.length === 0 ? 'No accounts connected.' : table(COLUMNS, channels, screen),
        '',
        'Use it in your program, or try it in another terminal:',
        `  ${style('cyan', `export POSTRIDER_API_KEY=${apiKey} POSTRIDER_BASE_URL=${url}`)}`,
        `  ${style('cyan', typed('posts create --to x --text "Hello" --now'))}`,
        '',
        style('dim', 'Press Ctrl-C to stop. All data will be lost.'),
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
  { title: 'URL', value: ({ page }) => page ?? '', whole: true },
];
