import type { Command } from '../../src/cli/command.js';
import { COMMANDS } from '../../src/cli/command-table.js';
import { EXIT_CODES } from '../../src/cli/exit-codes.js';
import { GLOBAL_OPTIONS, HELP_OPTION } from '../../src/cli/global-options.js';
import { VARIABLES } from '../../src/cli/settings/environment.js';
import { OPERATIONS } from '../../src/contract/operations.js';
import { jsonText } from './json-text.js';
import { tableOf } from './tools-page.js';

/** `docs/command-line.md`: commands, settings and exit codes from their tables, and what applies to all commands. */
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
    ...PROFILES,
    ...tableOf(['variable', 'meaning', 'read by'], ENVIRONMENT_ROWS),
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
  'Everything the API can do, from a terminal or a script. This page is generated from the table of commands by `npm run docs`. `postrider <command> --help` lists every option, with examples.',
  '',
  '```sh',
  'postrider serve',
  'postrider keys create --label "my terminal" --preset full',
  'postrider login',
  'postrider doctor',
  'postrider posts create --to bluesky,mastodon --text "We are open on Sunday." --at "tomorrow 9:00"',
  'postrider posts list --status scheduled',
  '```',
  '',
  'In a clone, `postrider` is `node bin/postrider.cjs`.',
  '',
];

const GENERAL = [
  '`accounts`, `profiles` and `sources` without a subcommand list. For anything without a command, use a tool (`postrider call <tool>`), the dashboard, or the API.',
  '',
  '## Options of every command',
  '',
];

const PROFILES = [
  '## Profiles, and where settings come from',
  '',
  'A profile is a key with the URL of its backend, stored under a name in a file that only you can read (0600). `postrider login` checks the key before storing it. A key stored before profiles existed is the profile `default`.',
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
  '1. a flag: `--api-key` or `--base-url`, then the profile named by `--profile`. A profile named on the command line takes precedence over the environment, so that no other key is used by accident;',
  '2. the environment: `POSTRIDER_API_KEY`, `POSTRIDER_BASE_URL`;',
  '3. the profile named by `POSTRIDER_PROFILE`, or else the active one (`profiles use`);',
  '4. for the base URL, the default `http://127.0.0.1:4747`.',
  '',
  'A stored key is only ever sent to the backend it was stored for. `postrider doctor` and `postrider whoami` show where each setting came from. The tool server (`postrider mcp`) only reads flags and the environment, and a stored profile only if its arguments name it: `postrider install cursor --profile work --without-key` writes such an entry, without a key.',
  '',
];

const READERS = { commands: 'every command', tools: 'the tool server', serve: '`serve`' } as const;

const ENVIRONMENT_ROWS = VARIABLES.map(({ name, meaning, readBy }) => [
  `\`${name}\``,
  meaning,
  READERS[readBy],
]);

/** A failure in `--json` form. */
const EXAMPLE_FAILURE = {
  kind: 'not_found',
  exitCode: EXIT_CODES.not_found.code,
  message: 'There is no post post_none.',
  lines: [],
  changed: 'nothing',
  next: ['See what there is: postrider posts list'],
  requestId: 'req_01k9x3m5t7v9b2c4d6f8g0h1jk',
  code: 'post_not_found',
  status: 404,
};

const OUTPUT = [
  '## What is printed',
  '',
  'Results go to standard output; notes, questions, progress and failures go to standard error. A terminal gets tables that fit its width, and colours unless `NO_COLOR` or `--no-color` is set. A pipe gets neither (`FORCE_COLOR` adds colours). `--quiet` prints only ids, one per line:',
  '',
  '```sh',
  'postrider posts list --status failed --all --quiet',
  'postrider media upload beans.jpg --quiet',
  '```',
  '',
  '`--json` prints one JSON document and nothing else: the response of the operation listed above, plus what the command adds (`whoami` adds where settings came from). Lists are `{"data": […], "nextCursor": …}`. `logs`, `listen`, `media delete` and `posts import` print one object per line. A test checks every command’s JSON against the API’s schemas.',
  '',
  'With `--json`, a failure is one object on standard error, and standard output stays empty:',
  '',
  '```json',
  jsonText({ error: EXAMPLE_FAILURE }),
  '```',
  '',
  '`changed` is `nothing`, `partly`, `unknown`, or `null` if the message says it. `next` lists what to do, and `lines` the broken rules. Errors of the API include their `code`, `status` and the whole `problem`. Connection failures include `error`, `attempts`, `sent` and the `idempotencyKey` with which the command can be repeated safely.',
  '',
  'If a command succeeds but reports a problem (a post that failed or is still being published, a text that would be rejected, rows that were skipped), that is its result: it goes to standard output, and the exit code shows the problem.',
  '',
  'Commands ask questions only at a terminal. In a script, what cannot be undone needs `--yes`, and exits with 8 without it. A closed pipe (`| head -1`) ends a command silently.',
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
  'It checks each link between you and a published post: Node and the time zone data (Postrider uses its own; the doctor reports if the backend’s or Node’s is older), whether the native parts of `serve` load, the stored logins and who can read them, where key and base URL came from, proxies and certificates, misspelled `POSTRIDER_…` variables, whether the backend responds, whether the key is valid and what it can do, the difference between the clocks, every account’s health with what to do, and, for every host that `postrider install` supports, whether its entry starts this program, at an existing path, with valid arguments and a valid key.',
  '',
  'It needs no key and no backend, waits at most five seconds for each response, changes nothing, and shows only the first characters of keys. With `--json`: `{"status", "counts", "findings": [{"id", "group", "status": "ok|warning|problem|skipped", "what", "fix", "facts"}]}`. It exits with 1 if there is a problem, and with 0 if there are only warnings.',
  '',
  '## Completion',
  '',
  '```sh',
  'postrider completion bash',
  'postrider completion zsh',
  'postrider completion fish > ~/.config/fish/completions/postrider.fish',
  '```',
  '',
  'Add `source <(postrider completion bash)` to `~/.bashrc`, or the same with zsh to `~/.zshrc` after `compinit`, to complete commands, options, networks, statuses, scopes, tools and profiles. Completion does not contact the backend. In a clone, define `postrider` first: `postrider() { node /path/to/bin/postrider.cjs "$@"; }`.',
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
