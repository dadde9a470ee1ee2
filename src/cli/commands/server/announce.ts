import type { Role } from '../../../backend/app/role.js';
import type { RunningBackend } from '../../../backend/app/running-backend.js';
import type { Context } from '../../context.js';
import { connectFirst } from '../../input/connect-first.js';
import { fields } from '../../output/fields.js';
import type { Screen } from '../../output/table.js';
import { workspaceWords } from '../../output/workspace-words.js';
import { typed } from '../../typed-name.js';
import type { SignInState } from '../profiles/sign-in-here.js';
import { type DataLocation, dataArgument, locationText } from './data-location.js';
import { signInUrl } from './sign-in-url.js';

/** The default port of the backend and of the client. */
export const PORT = 4747;

/** Prints what a backend that has just started serves, and what to do next. */
export async function announce(
  { url, services, metricsUrl }: RunningBackend,
  place: DataLocation,
  { role, signIn = null }: { readonly role: Role | undefined; readonly signIn?: SignInState | null },
  { output }: Pick<Context, 'output'>,
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
      .$if(table === 'api_keys', (keys) => keys.where('kind', '=', 'key').where('revoked_at', 'is', null))
      .executeTakeFirstOrThrow();
    return Number(row.found);
  };
  if (role === 'publisher') {
    const health = `${url}/healthz`;
    output.result({
      data: { url, health, role, dataFolder: folder, ...(metricsUrl !== null && { metricsUrl }) },
      brief: [url],
      text: (screen) =>
        [
          `${screen.style('green', '●')} Postrider publishes. It serves no requests except health checks: ${screen.style('bold', health)}`,
          fields(
            [
              ['Data', where],
              ['Figures', metricsUrl],
            ],
            screen,
          ),
          '',
          screen.style('dim', 'Press Ctrl-C to stop.'),
        ].join('\n'),
    });
    return;
  }
  const [accounts, keys] = await Promise.all([count('accounts'), count('api_keys')]);
  const sandbox = workspace.sandbox === 1;
  // Reading a log must not be enough to sign in.
  const link = output.isForTerminal ? await signInUrl(store, workspace.id, url) : null;
  const data = dataArgument(place);
  output.result({
    data: {
      url,
      dashboard: `${url}/`,
      dataFolder: folder,
      workspace: { id: workspace.id, name: workspace.name, sandbox },
      accounts,
      keys,
      ...(metricsUrl !== null && { metricsUrl }),
    },
    brief: [url],
    text: (screen) => {
      const { style } = screen;
      const about = fields(
        [
          ['Workspace', `${workspaceWords({ name: workspace.name, sandbox })}, ${workspace.timezone}`],
          ['Accounts', accounts === 0 ? `none: ${connectFirst(sandbox)}` : `${accounts} connected`],
          ['API keys', keys === 0 ? 'none yet' : String(keys)],
          ['Commands', signIn?.words ?? null],
          ['Data', where],
          ['API', `${url}/reference`],
          ['Figures', metricsUrl],
        ],
        screen,
      );
      return [
        `${style('green', '●')} Postrider is running at ${style('bold', url)}`,
        about,
        '',
        ...(link === null
          ? ['To sign in to the dashboard, get a link with:', `  ${style('cyan', typed(`dashboard${data}`))}`]
          : ['Open the dashboard (this link works once, within 15 minutes):', `  ${style('cyan', link)}`]),
        '',
        ...nextSteps({ accounts, keys, sandbox, signedIn: signIn?.signedIn === true }, data, url, screen),
        style('dim', 'Press Ctrl-C to stop.'),
      ].join('\n');
    },
  });
}

function nextSteps(
  {
    accounts,
    keys,
    sandbox,
    signedIn,
  }: {
    readonly accounts: number;
    readonly keys: number;
    readonly sandbox: boolean;
    readonly signedIn: boolean;
  },
  data: string,
  url: string,
  { style }: Screen,
): string[] {
  const elsewhere = url === `http://127.0.0.1:${PORT}` ? '' : ` --base-url ${url}`;
  const connect = accounts === 0 && !sandbox ? ['accounts connect bluesky name.bsky.social'] : [];
  const steps = signedIn
    ? [
        ...connect,
        ...(accounts === 0 ? [] : ['posts create --to bluesky --text "Hello" --now']),
        'install cursor',
      ]
    : keys === 0
      ? [
          `keys create --label "my agent" --preset full${data}`,
          `login${elsewhere}`,
          ...connect,
          ...(accounts === 0 ? [] : ['posts create --to bluesky --text "Hello" --now']),
        ]
      : connect.length > 0
        ? connect
        : [`accounts${elsewhere}`];
  return [
    keys === 0 && !signedIn
      ? `Next, in another terminal, create a key${laterSteps(accounts, sandbox)}:`
      : 'Next, in another terminal:',
    ...steps.map((step) => `  ${style('cyan', typed(step))}`),
    '',
  ];
}

function laterSteps(accounts: number, sandbox: boolean): string {
  if (accounts > 0) return ', log in and publish';
  return sandbox ? ' and log in' : ', log in and connect an account';
}
