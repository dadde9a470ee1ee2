/**
 * What Postrider says when it cannot start or reach what it needs, and what to do. An ellipsis stands for what differs
 * each time; a test holds the rest to the source.
 */
interface SpokenTrouble {
  readonly says: string;
  /** The file that says it. */
  readonly from: string;
  readonly why: string;
  readonly fix: string;
  /** Commands that mend it. */
  readonly commands?: readonly string[];
}

export const STARTING: readonly SpokenTrouble[] = [
  {
    says: 'Postrider requires Node … or newer, but this is ….',
    from: 'bin/postrider.cjs',
    why: 'The `node` that was started is too old. A program with windows, such as Claude Desktop, may find another one than your terminal does.',
    fix: 'Install a current Node from https://nodejs.org. In a host’s settings write the whole path of the new one as `command`: `which node` prints it.',
  },
  {
    says: 'Port … on … is already in use, perhaps by another Postrider backend.',
    from: 'src/backend/app/address.ts',
    why: 'Another program listens there, most often a backend that you started before.',
    fix: 'Use the one that runs, end it, or take another port. A client then needs the address: `POSTRIDER_BASE_URL`, or `postrider login --base-url`.',
    commands: ['postrider serve --port 0'],
  },
  {
    says: 'This machine cannot listen on … (…).',
    from: 'src/backend/app/address.ts',
    why: 'The address belongs to no network of this machine, or its port is one that only the administrator may use.',
    fix: 'Leave `--host` out for this machine alone, and take a port from 1024 on.',
    commands: ['postrider serve --port 4747'],
  },
  {
    says: 'Listening on … lets other machines reach this backend.',
    from: 'src/backend/app/address.ts',
    why: 'A backend is for its own machine unless somebody says otherwise.',
    fix: 'If others are meant to reach it, say so, and set an admin password first.',
    commands: ['postrider password', 'postrider serve --host 0.0.0.0 --allow-remote'],
  },
  {
    says: 'Listening on … lets other machines open the dashboard, but no admin password is set.',
    from: 'src/backend/app/address.ts',
    why: 'From other machines the dashboard is opened with a password, and there is none.',
    fix: 'Set one, or give it in `POSTRIDER_ADMIN_PASSWORD`.',
    commands: ['postrider password'],
  },
  {
    says: 'The admin password must have at least … characters.',
    from: 'src/backend/domain/access/admin-password.ts',
    why: 'A short password is guessed.',
    fix: 'Take a longer one: several words do.',
    commands: ['postrider password'],
  },
  {
    says: '"…" is not a valid public URL',
    from: 'src/backend/app/address.ts',
    why: '`--public-url` is what the addresses in answers begin with: it has a scheme and a host, and neither query nor password.',
    fix: 'Write it like this.',
    commands: ['postrider serve --public-url https://post.example.org'],
  },
  {
    says: 'The data folder … cannot be used (…).',
    from: 'src/cli/commands/server/folder-failure.ts',
    why: 'The folder cannot be created or written. `EACCES` and `EPERM` mean that it belongs to another user, `EROFS` that the disk is read-only, `ENOSPC` that it is full.',
    fix: 'Choose a folder that you can write to, on a disk with free space.',
    commands: ['postrider serve --data ./postrider-data'],
  },
  {
    says: 'No backend data found in … (…).',
    from: 'src/cli/commands/server/with-store.ts',
    why: 'Keys, passwords and sign-in links are stored in a backend’s data, and this folder has none.',
    fix: 'Start a backend once, or give the folder of an existing one.',
    commands: ['postrider serve', 'postrider keys list --data ./postrider-data'],
  },
  {
    says: 'No backend is running on the data in ….',
    from: 'src/cli/commands/server/dashboard.ts',
    why: 'A dashboard link needs a running backend.',
    fix: 'Start one, and open the link that it prints.',
    commands: ['postrider serve'],
  },
  {
    says: 'The database is busy. Nothing was changed. Try again.',
    from: 'src/backend/http/app.ts',
    why: 'Another process held the database for long, such as a copy of it that is being made, or a disk that is very slow.',
    fix: 'Send the request again. If it stays, look which processes have `postrider.db` open, and keep the data folder off network drives.',
  },
];

export const REACHING: readonly SpokenTrouble[] = [
  {
    says: 'Cannot connect to … (…).',
    from: 'src/client/connection-words.ts',
    why: 'Nothing answers at the base URL, or a firewall or proxy stands between.',
    fix: 'Start the backend, or set `POSTRIDER_BASE_URL` to where it is. Nothing was sent.',
    commands: ['postrider serve'],
  },
  {
    says: 'The connection to … was lost after the request was sent (…).',
    from: 'src/client/connection-words.ts',
    why: 'The request may have acted, and its answer was lost.',
    fix: 'Repeat it with the idempotency key that the message names: it cannot act twice. A program does so by itself.',
  },
  {
    says: 'Its certificate is not trusted on this machine.',
    from: 'src/client/connection-words.ts',
    why: 'The backend’s certificate is self-signed, expired, or made for another name.',
    fix: 'Mend the certificate. For one of your own authority, start Node with `NODE_EXTRA_CA_CERTS=<file>`.',
  },
  {
    says: 'The base URL is invalid.',
    from: 'src/client/base-url.ts',
    why: '`POSTRIDER_BASE_URL` has no scheme, or holds a query or a password.',
    fix: 'Write it like `http://127.0.0.1:4747`.',
  },
  {
    says: 'The API key was not sent: … is plain HTTP to another machine.',
    from: 'src/client/request.ts',
    why: 'Whoever is on the way could read the key.',
    fix: 'Use `https://`. Where the network between is yours alone, as between containers, set `POSTRIDER_ALLOW_HTTP=1`.',
  },
  {
    says: 'No API key is set.',
    from: 'src/cli/with-client.ts',
    why: 'There is neither a stored key nor `POSTRIDER_API_KEY`.',
    fix: 'Create a key on the backend’s machine, then log in with it.',
    commands: ['postrider keys create --label "my terminal" --preset full', 'postrider login'],
  },
  {
    says: 'No API key is set for this tool server.',
    from: 'src/mcp/errors/error-answer.ts',
    why: 'The `mcpServers` entry has no `POSTRIDER_API_KEY` in `env`, or the host did not fill in a variable that it names.',
    fix: 'Write the key itself into the entry and restart the host. `postrider install` does that for the hosts that it knows.',
    commands: ['postrider keys create --label "my agent" --preset draft'],
  },
  {
    says: 'The API key contains spaces or characters that no key has.',
    from: 'src/client/options.ts',
    why: 'Something was copied with it, or it was cut by a line break.',
    fix: 'Copy it again, in one piece.',
  },
  {
    says: 'Invalid --toolsets: "…". Use any of: ….',
    from: 'src/mcp/stdio/server-settings.ts',
    why: 'The tool server was started with a group of tools that does not exist.',
    fix: 'Correct `args` in the entry: the groups are in [Tools](tools.md).',
  },
  {
    says: 'This link was already used, or is older than 15 minutes.',
    from: 'src/backend/dashboard/sign-in/routes.ts',
    why: 'A link signs one browser in, once. Some mail and chat programs open links to look at them, and use them up.',
    fix: 'Make another one and open it yourself.',
    commands: ['postrider dashboard'],
  },
];

export const WORKING: readonly SpokenTrouble[] = [
  {
    says: 'could not be reached',
    from: 'src/backend/fetching/connection-failure.ts',
    why: 'The backend fetches articles and files itself, and this machine has no way to the web: a sandbox without Internet, or one that needs a proxy.',
    fix: 'Name the proxy. To try things out without the web, serve a page on this machine and allow its origin.',
    commands: [
      'postrider serve --fetch-proxy http://proxy.example.org:3128',
      'postrider serve --allow-fetch-origin http://127.0.0.1:8080',
    ],
  },
  {
    says: 'install sharp where the service runs (npm install sharp): it then converts by itself.',
    from: 'src/networks/preflight/converted.ts',
    why: 'The image has to be converted for that network, and the library that does it is not installed: npm leaves it out where it has no binary for the machine, or with `--omit=optional`.',
    fix: 'Install it beside Postrider and start the backend again, or upload the file that the message describes.',
  },
  {
    says: '… needs confirmation, and there is no terminal to ask in.',
    from: 'src/cli/input/confirm-action.ts',
    why: 'Irreversible actions ask for confirmation in a terminal, and a script has none.',
    fix: 'Add `--yes` to confirm in advance.',
    commands: ['postrider posts create --to bluesky --text "Hello" --now --yes'],
  },
  {
    says: 'Cannot change …. …',
    from: 'src/cli/commands/install/install.ts',
    why: 'The host’s settings file is not valid in its format, so an edit could damage it.',
    fix: 'Print the entry and add it by hand.',
    commands: ['postrider install cursor --print'],
  },
  {
    says: 'Cannot read the settings file ….',
    from: 'src/cli/settings/profiles.ts',
    why: 'The file in which `postrider login` stores keys is damaged or belongs to another user.',
    fix: 'Delete it, and log in again.',
    commands: ['postrider login'],
  },
];

export const SPOKEN_TROUBLES: readonly SpokenTrouble[] = [...STARTING, ...REACHING, ...WORKING];
