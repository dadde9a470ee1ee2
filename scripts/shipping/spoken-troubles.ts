/**
 * Messages of Postrider when it cannot start or connect, and what to do. An ellipsis stands for the parts that vary; a
 * test checks the rest against the source.
 */
interface SpokenTrouble {
  readonly says: string;
  /** The file that says it. */
  readonly from: string;
  readonly why: string;
  readonly fix: string;
  /** Commands that fix it. */
  readonly commands?: readonly string[];
}

export const STARTING: readonly SpokenTrouble[] = [
  {
    says: 'Postrider requires Node … or newer, but this is ….',
    from: 'bin/postrider.cjs',
    why: 'The `node` that was started is too old. A desktop application such as Claude Desktop may find a different one than your terminal.',
    fix: 'Install a current Node from https://nodejs.org. In a host’s settings, use its full path as `command`: `which node` prints it.',
  },
  {
    says: 'Port … on … is already in use, perhaps by another Postrider backend.',
    from: 'src/backend/app/address.ts',
    why: 'Another program is listening there, usually a backend that you started before.',
    fix: 'Use the running backend, stop it, or use another port. Clients then need the URL: `POSTRIDER_BASE_URL`, or `postrider login --base-url`.',
    commands: ['postrider serve --port 0'],
  },
  {
    says: 'This machine cannot listen on … (…).',
    from: 'src/backend/app/address.ts',
    why: 'The address does not belong to this machine, or only an administrator may use the port.',
    fix: 'Omit `--host` to listen on this machine only, and use a port from 1024 on.',
    commands: ['postrider serve --port 4747'],
  },
  {
    says: 'Listening on … lets other machines reach this backend.',
    from: 'src/backend/app/address.ts',
    why: 'By default, a backend can only be reached from its own machine.',
    fix: 'To allow other machines, set an admin password and use `--allow-remote`.',
    commands: ['postrider password', 'postrider serve --host 0.0.0.0 --allow-remote'],
  },
  {
    says: 'Listening on … lets other machines open the dashboard, but no admin password is set.',
    from: 'src/backend/app/address.ts',
    why: 'Other machines need a password to open the dashboard, and none is set.',
    fix: 'Set one, or pass it in `POSTRIDER_ADMIN_PASSWORD`.',
    commands: ['postrider password'],
  },
  {
    says: 'The password must have at least … characters.',
    from: 'src/backend/domain/access/password-rules.ts',
    why: 'A short password is easy to guess.',
    fix: 'Use a longer one, for example several words.',
    commands: ['postrider password'],
  },
  {
    says: 'This password is easy to guess: ….',
    from: 'src/backend/domain/access/password-rules.ts',
    why: 'Little is left of the password without the words, runs of keys, repetitions and years that attackers try first. `password1234` is “password” and “1234”.',
    fix: 'Use several words that have nothing to do with each other. A password that was set earlier stays valid.',
    commands: ['postrider password'],
  },
  {
    says: 'The password must not contain “…”, which attackers try first here.',
    from: 'src/backend/domain/access/password-rules.ts',
    why: 'The password contains the name of the service, of the workspace, or of the host in its public URL.',
    fix: 'Leave the name out.',
    commands: ['postrider password'],
  },
  {
    says: '"…" is neither an IP address nor a range of them',
    from: 'src/backend/http/requests/client-address.ts',
    why: '`--trusted-proxies` and `POSTRIDER_TRUSTED_PROXIES` take the addresses from which proxies connect to the backend, separated by commas. Names are not looked up.',
    fix: 'Use addresses, or ranges with a prefix length.',
    commands: ['postrider serve --trusted-proxies 127.0.0.1,10.0.0.0/8'],
  },
  {
    says: '"…" is not a valid public URL',
    from: 'src/backend/app/address.ts',
    why: '`--public-url` is the start of the URLs in responses. It has a scheme and a host, but no query or password.',
    fix: 'Use this form.',
    commands: ['postrider serve --public-url https://post.example.org'],
  },
  {
    says: 'The data folder … cannot be used (…).',
    from: 'src/cli/commands/server/folder-failure.ts',
    why: 'The folder cannot be created or written. `EACCES` and `EPERM` mean that it belongs to another user, `EROFS` that the disk is read-only.',
    fix: 'Choose a folder that you can write to.',
    commands: ['postrider serve --data ./postrider-data'],
  },
  {
    says: 'Other users of this machine can open the data folder … (mode …).',
    from: 'src/backend/store/private-folder.ts',
    why: 'The folder was there before, with permissions that let others list it, such as a `StateDirectory` of systemd or a volume. Postrider makes the files in it private (mode 600), and leaves the folder as it is.',
    fix: 'Close it to others. [Who can read the data folder](self-hosting.md#who-can-read-the-data-folder) has the settings for systemd and containers.',
    commands: ['chmod 700 /var/lib/postrider'],
  },
  {
    says: 'Other users of this machine can replace the files in the data folder … (mode …).',
    from: 'src/backend/store/private-folder.ts',
    why: 'Everyone who can write to the folder can put another database in place, and so create API keys and publish as you.',
    fix: 'Close it to others. If its file system has no permissions, such as exFAT or some network drives, move the data to another one.',
    commands: ['chmod -R go= /var/lib/postrider'],
  },
  {
    says: 'The data folder … belongs to another user (id …), who can read and replace everything in it.',
    from: 'src/backend/store/private-folder.ts',
    why: 'The owner of a folder can change its permissions and replace its files, whatever their modes are.',
    fix: 'Run Postrider as that user, or make its own user the owner.',
    commands: ['chown -R postrider /var/lib/postrider', 'chmod -R go= /var/lib/postrider'],
  },
  {
    says: 'Other users of this machine may read … in ….',
    from: 'src/backend/store/private-folder.ts',
    why: 'These files are open to others, and Postrider was not allowed to change that: they belong to another user, or the disk is read-only or has no permissions.',
    fix: 'Change it as their owner.',
    commands: ['chmod -R go= /var/lib/postrider'],
  },
  {
    says: 'Another backend is running on the data folder ….',
    from: 'src/backend/app/open-for-backend.ts',
    why: 'The embedded database takes one backend at a time, because one that is suspended in the middle of a change would block all others. Other commands work beside it. The exit code is 10. The lock, `backend.lock`, ends with the process that holds it, so there is nothing to remove after a crash.',
    fix: 'Use the running backend, or stop it. If it does not respond, end its process. Give each backend a folder of its own, or [use PostgreSQL](self-hosting.md#postgresql) to run several on the same data.',
    commands: ['postrider serve --port 0 --data ./other-data'],
  },
  {
    says: 'The disk of the data folder … is full (…).',
    from: 'src/cli/commands/server/folder-failure.ts',
    why: 'There is no space for the database, or a quota is used up. The exit code is 11.',
    fix: 'Free some space, then start again. Nothing that was stored is lost.',
    commands: ['postrider serve'],
  },
  {
    says: 'The database was written by a newer version of Postrider (schema …; this version supports …).',
    from: 'src/backend/store/migrate.ts',
    why: 'A newer version has used this folder and changed its tables. The exit code is 11.',
    fix: 'Install that version again, or a newer one. To go back to an older version, restore a backup that it made.',
  },
  {
    says: 'postrider.db in … is damaged, or is not a database (…).',
    from: 'src/cli/commands/server/folder-failure.ts',
    why: 'The disk failed, or another program wrote to the file. The exit code is 11.',
    fix: 'Restore a backup. Keep the damaged file: SQLite’s own tool can often recover some of it (`sqlite3 postrider.db .recover`).',
  },
  {
    says: '… missing from postrider.db in ….',
    from: 'src/backend/store/commit-record.ts',
    why: 'The process was killed, and then the newest changes, which SQLite keeps in `postrider.db-wal` until it moves them into `postrider.db`, were removed or cut; or `postrider.db` was replaced with an older copy. Postrider counts its commits in `postrider.db-commits`, so it notices. The exit code is 11.',
    fix: 'Put the missing file back, or restore a backup. If you replaced the database on purpose, check what was published since, then remove `postrider.db-commits`. Posts whose publication is among the missing changes would be published again.',
  },
  {
    says: 'Another process holds the lock of the database in ….',
    from: 'src/cli/commands/server/folder-failure.ts',
    why: 'A process that was changing the data is suspended, for example with Ctrl-Z, or a backup tool has locked the file.',
    fix: 'Resume that process or end it. Then run the command again.',
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
    fix: 'Start one, then run `postrider dashboard` again.',
    commands: ['postrider serve'],
  },
  {
    says: 'The database is busy. Try again.',
    from: 'src/backend/http/app.ts',
    why: 'Another process, such as a backup, locked the database for a long time, or the disk is very slow.',
    fix: 'Send the request again. If the error persists, check which processes have `postrider.db` open, and do not keep the data folder on a network drive.',
  },
];

export const REACHING: readonly SpokenTrouble[] = [
  {
    says: 'Cannot connect to … (…).',
    from: 'src/client/calls/connection-words.ts',
    why: 'Nothing is listening at the base URL, or a firewall or proxy blocks the connection.',
    fix: 'Start the backend, or set `POSTRIDER_BASE_URL` to its URL. Nothing was sent.',
    commands: ['postrider serve'],
  },
  {
    says: 'The connection to … was lost after the request was sent (…).',
    from: 'src/client/calls/connection-words.ts',
    why: 'The request may have been handled, but the response was lost.',
    fix: 'Repeat it with the idempotency key in the message: it cannot act twice. The client does so automatically.',
  },
  {
    says: 'Its certificate is not trusted on this machine.',
    from: 'src/client/calls/connection-words.ts',
    why: 'The backend’s certificate is self-signed, expired, or issued for another name.',
    fix: 'Fix the certificate. For a certificate from your own authority, start Node with `NODE_EXTRA_CA_CERTS=<file>`.',
  },
  {
    says: 'The base URL is invalid.',
    from: 'src/client/base-url.ts',
    why: '`POSTRIDER_BASE_URL` has no scheme, or contains a query or a password.',
    fix: 'Use the form `http://127.0.0.1:4747`.',
  },
  {
    says: 'The API key was not sent: … is plain HTTP to another machine.',
    from: 'src/client/calls/request.ts',
    why: 'Others on the network could read the key.',
    fix: 'Use `https://`. On a private network, for example between containers, set `POSTRIDER_ALLOW_HTTP=1`.',
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
    why: 'The `mcpServers` entry has no `POSTRIDER_API_KEY` in `env`, or the host did not fill in a variable.',
    fix: 'Write the key itself into the entry and restart the host. `postrider install` does that for the supported hosts.',
    commands: ['postrider keys create --label "my agent" --preset draft'],
  },
  {
    says: 'The API key contains spaces or characters that no key has.',
    from: 'src/client/options.ts',
    why: 'Extra characters were copied with it, or it was split by a line break.',
    fix: 'Copy the whole key again.',
  },
  {
    says: 'Invalid --toolsets: "…". Use any of: ….',
    from: 'src/mcp/stdio/server-settings.ts',
    why: 'The tool server was started with a toolset that does not exist.',
    fix: 'Correct `args` in the entry. [Tools](tools.md) lists the toolsets.',
  },
  {
    says: 'This link was already used, has been withdrawn, or is older than 15 minutes.',
    from: 'src/backend/dashboard/sign-in/routes.ts',
    why: 'A link signs in one browser, once. Some mail and chat programs open links for a preview, which uses them up.',
    fix: 'Create a new link and open it yourself.',
    commands: ['postrider dashboard'],
  },
];

export const WORKING: readonly SpokenTrouble[] = [
  {
    says: 'This assistant cannot be connected',
    from: 'src/backend/dashboard/assistants/outcome-pages.tsx',
    why: 'The assistant sent a request that this backend cannot accept; the page says what is wrong with it. Often its registration was deleted because nobody used it for a day, or its address is not one that it registered.',
    fix: 'Remove the connection in the assistant, and add it again. If the page speaks of `resource`, give the assistant exactly the address that Settings, Assistants shows: `localhost` and `127.0.0.1` are different addresses to it, and so is a public URL.',
  },
  {
    says: 'This is the access token of a connected assistant, which is for /mcp alone.',
    from: 'src/backend/http/authenticator.ts',
    why: 'Tokens that assistants get with OAuth work for the tools at `/mcp`, and not for the API.',
    fix: 'Use an API key for the API.',
    commands: ['postrider keys create --label "my program" --preset draft'],
  },
  {
    says: 'This request has expired, or was decided.',
    from: 'src/backend/dashboard/assistants/authorize-routes.tsx',
    why: 'The page on which you connect an assistant is good for ten minutes, in the browser session that opened it.',
    fix: 'Go back to the assistant, and connect again.',
  },
  {
    says: 'The database is damaged: part of it cannot be read.',
    from: 'src/backend/operations/database-damaged.ts',
    why: 'The disk failed, or another program wrote to the database. Requests that do not need the damaged part still work. `GET /readyz`, `postrider doctor` and the dashboard report it as well, from the first request that met it until the restart.',
    fix: 'Do not repeat the request. Stop the backend and restore a backup, or repair the PostgreSQL server.',
    commands: ['postrider doctor'],
  },
  {
    says: 'could not be reached',
    from: 'src/backend/fetching/connection-failure.ts',
    why: 'The backend fetches articles and files itself, and this machine has no direct access to the web: it is offline, or needs a proxy.',
    fix: 'Configure the proxy. To try things out offline, serve a page on this machine and allow its origin.',
    commands: [
      'postrider serve --fetch-proxy http://proxy.example.org:3128',
      'postrider serve --allow-fetch-origin http://127.0.0.1:8080',
    ],
  },
  {
    says: 'The name servers gave no answer for "…".',
    from: 'src/backend/fetching/checked-addresses.ts',
    why: 'The DNS servers of this machine did not answer, or those of the site did not answer them.',
    fix: 'Try again later. If it happens for every site, check the DNS servers of the machine, on Linux in `/etc/resolv.conf`: Postrider asks them directly.',
  },
  {
    says: 'install sharp on the server (npm install sharp) so that Postrider converts images.',
    from: 'src/networks/preflight/converted.ts',
    why: 'The image must be converted for that network, and the library for it is not installed: npm skips it if there is no binary for the machine, or with `--omit=optional`.',
    fix: 'Install it next to Postrider and restart the backend, or upload a file as the message describes.',
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
