import type { Command } from '../../src/cli/command.js';
import { COMMANDS } from '../../src/cli/command-table.js';
import { EXIT_CODES } from '../../src/cli/exit-codes.js';
import { GLOBAL_OPTIONS, HELP_OPTION } from '../../src/cli/global-options.js';
import { VARIABLES } from '../../src/cli/settings/environment.js';
import { FILE_VARIABLES } from '../../src/cli/settings/secret-files.js';
import { OPERATIONS } from '../../src/contract/operations.js';
import { jsonText } from './json-text.js';
import { tableOf } from './tools-page.js';

/** `docs/command-line.md`: commands, settings and exit codes from their tables, and what applies to all of them. */
export function commandLinePage(): string {
  return [
    ...INTRODUCTION,
    '## Commands',
    '',
    ...groups().flatMap(([group, commands]) => [
      `### ${group}`,
      '',
      ...tableOf(['command', 'what it does', 'in the API'], commands.map(commandRow)),
      '',
    ]),
    ...GENERAL,
    ...tableOf(
      ['option', 'meaning'],
      [...GLOBAL_OPTIONS, HELP_OPTION].map(({ flags, description }) => [`\`${flags}\``, description]),
    ),
    '',
    ...ACCOUNTS_AND_MEDIA,
    ...PROFILES,
    ...tableOf(['variable', 'meaning', 'read by'], ENVIRONMENT_ROWS),
    '',
    `A file can hold a secret: name it in the same variable with \`_FILE\`, and leave the variable itself out. Spaces and line breaks around the secret are ignored. These can be in a file: ${FILE_VARIABLES.map((name) => `\`${name}\``).join(', ')}.`,
    '',
    ...OUTPUT,
    ...tableOf(
      ['code', '`kind`', 'meaning'],
      Object.entries(EXIT_CODES).map(([kind, { code, meaning }]) => [String(code), `\`${kind}\``, meaning]),
    ),
    '',
    ...REST,
  ].join('\n');
}

const INTRODUCTION = [
  '# The command line',
  '',
  'Use the API from a terminal or a script. `npm run docs` generates this page from the command table; `postrider <command> --help` lists every option, with examples.',
  '',
  '```sh',
  'postrider serve',
  'postrider doctor',
  'postrider posts create --to bluesky,mastodon --text "We are open on Sunday." --at "tomorrow 9:00"',
  'postrider posts list --status scheduled',
  '```',
  '',
  'In a clone, `postrider` is `node bin/postrider.cjs`.',
  '',
  'Started in a terminal, `serve` signs in this command line if no login is stored: it creates a key and stores it as the profile `default`. It never replaces a login, and it creates no key without a terminal, with `--json`, with `--port 0`, if `POSTRIDER_API_KEY` is set, or with `--no-login`. For a backend elsewhere, or a second one, `postrider login` asks for URL and key.',
  '',
];

const GENERAL = [
  'A group without a subcommand lists its items (`posts`, `media`, `schedules`, `webhooks`) or, if it has no list, prints its help. For anything without a command, run a tool (`postrider call <tool>`), or use the dashboard or the API.',
  '',
  '## Options of every command',
  '',
];

const ACCOUNTS_AND_MEDIA = [
  '## Accounts and media',
  '',
  'Wherever a command takes an account, type its handle (`x:@fernhill`, or `@fernhill` if only one account has it) or its id (`acc_…`): in `--to`, `--account`, arguments, schedules and the files of `posts import`. `--to` takes networks as well. Unknown and ambiguous names are all reported at once, with what to type instead, before anything is sent.',
  '',
  '`--media` takes files, URLs and storage keys. Files and URLs are uploaded with the post, after all files are checked:',
  '',
  '```sh',
  'postrider posts create --to bluesky,x:@fernhill --text "Open on Sunday." --media shop.jpg --alt "The shop" --at "fri 14:30"',
  '```',
  '',
  'Commands that publish ask for confirmation if the post is due within two hours or goes to three accounts or more. `--yes` confirms.',
  '',
];

const PROFILES = [
  '## Profiles and settings',
  '',
  'A profile is a named API key with its backend URL, stored in a file that only you can read (0600). `postrider login` verifies the key before it stores it. A login from a version without profiles is the profile `default`.',
  '',
  '```sh',
  'postrider login --profile work --base-url https://post.example.org',
  'postrider profiles',
  'postrider profiles use work',
  'postrider accounts --profile default',
  'postrider logout --profile work',
  '```',
  '',
  'Each setting comes from the first of these that has it:',
  '',
  '1. a flag: `--api-key`, `--base-url`; then the profile in `--profile`, which overrides the environment, so that no other key than the named one is used;',
  '2. the environment: `POSTRIDER_API_KEY`, `POSTRIDER_BASE_URL`;',
  '3. the profile in `POSTRIDER_PROFILE`, else the active one (`profiles use`);',
  '4. for the URL, the default `http://127.0.0.1:4747`.',
  '',
  'A stored key is never sent to another backend than the one it was stored for. `postrider doctor` and `postrider whoami` show the source of each setting. The tool server (`postrider mcp`) reads only flags and the environment, unless its arguments name a profile: `postrider install cursor --profile work --without-key` writes an entry that does, and contains no key.',
  '',
];

const READERS = { commands: 'every command', tools: 'the tool server', serve: '`serve`' } as const;

const ENVIRONMENT_ROWS = VARIABLES.map(({ name, meaning, readBy }) => [
  `\`${name}\``,
  meaning,
  READERS[readBy],
]);

/** A failure as `--json` prints it. */
const EXAMPLE_FAILURE = {
  kind: 'not_found',
  exitCode: EXIT_CODES.not_found.code,
  message: 'There is no post post_none.',
  lines: [],
  changed: 'nothing',
  next: ['List posts: postrider posts list'],
  requestId: 'req_01k9x3m5t7v9b2c4d6f8g0h1jk',
  code: 'post_not_found',
  status: 404,
};

const OUTPUT = [
  '## Output',
  '',
  'Results go to standard output; notes, prompts, progress and errors go to standard error. In a terminal, tables fit its width and output is coloured, unless you set `NO_COLOR` or `--no-color`. In a pipe, lines have any length and there are no colours, unless you set `FORCE_COLOR`. `--quiet` prints only ids, one per line:',
  '',
  '```sh',
  'postrider posts list --status failed --all --quiet',
  'postrider media upload beans.jpg --quiet',
  '```',
  '',
  '`--json` prints a single JSON document: the response of the API operation listed above, with anything the command adds (`whoami` adds the source of each setting). Lists are `{"data": […], "nextCursor": …}`. `logs`, `listen`, `media delete` and `posts import` print one object per line. A test checks every command’s JSON against the API’s schemas.',
  '',
  'With `--json`, an error is one object on standard error, and standard output is empty:',
  '',
  '```json',
  jsonText({ error: EXAMPLE_FAILURE }),
  '```',
  '',
  '`changed` is `nothing`, `partly`, `unknown`, or `null` if the message says it; `next` lists what to do; `lines` lists broken rules. API errors include their `code`, `status` and full `problem`. Connection errors include `error`, `attempts`, `sent` and the `idempotencyKey` to retry with, so that nothing happens twice.',
  '',
  'If a command succeeds but reports bad news (a post that failed or is still in progress, a text that breaks a rule, rejected rows), the result still goes to standard output, and the exit code tells the outcome.',
  '',
  'Commands only prompt in a terminal. Without one, an irreversible action needs `--yes`; otherwise the command exits with 8. If a reader closes the pipe (`| head -1`), the command ends silently.',
  '',
  '## Exit codes',
  '',
];

const REST = [
  '## The doctor',
  '',
  '```sh',
  'postrider doctor',
  'postrider doctor --json | jq \'.findings[] | select(.status == "problem")\'',
  '```',
  '',
  'It checks everything between you and a published post: Node and its time zone data (Postrider uses its own, and the doctor reports if the backend’s or Node’s is older), the native modules that `serve` needs, the stored logins and their file permissions, the source of key and URL, proxies and certificates, typos in `POSTRIDER_…` variables, the connection to the backend, whether its database, publisher and disk work (`GET /readyz`), the key and its scopes, the difference between the clocks, every account’s health, and whether each program that `postrider install` supports starts Postrider with an existing path, valid arguments and a valid key.',
  '',
  'It works without a key or a backend, waits up to five seconds for each response, changes nothing, and shows only the first characters of keys. With `--json`: `{"status", "counts", "findings": [{"id", "group", "status": "ok|warning|problem|skipped", "what", "fix", "facts"}]}`. It exits with 1 if there is a problem, and with 0 if there are only warnings.',
  '',
  '## Completion',
  '',
  '```sh',
  'postrider completion bash',
  'postrider completion zsh',
  'postrider completion fish > ~/.config/fish/completions/postrider.fish',
  'postrider completion powershell',
  '```',
  '',
  '`source <(postrider completion bash)` in `~/.bashrc`, the same with zsh in `~/.zshrc` after `compinit`, or `postrider completion powershell | Out-String | Invoke-Expression` in PowerShell’s `$PROFILE` completes commands, options, networks, statuses, scopes, tools and profiles. It never contacts a backend. In a clone, define `postrider` first: `postrider() { node /path/to/bin/postrider.cjs "$@"; }`.',
  '',
];

function groups(): [string, Command[]][] {
  const names = [...new Set(COMMANDS.map(({ group }) => group))];
  return names.map((name) => [name, COMMANDS.filter(({ group }) => group === name)]);
}

function commandRow({ name, alias, summary, operations = [] }: Command): string[] {
  const words = alias === undefined ? `\`${name}\`` : `\`${name}\` (\`${alias}\`)`;
  const requests = operations.map((id) => `\`${OPERATIONS[id].method} ${OPERATIONS[id].path}\``);
  return [words, summary.replaceAll('|', '\\|'), requests.join(', ')];
}
