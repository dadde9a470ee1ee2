import type { Command } from '../../src/cli/command.js';
import { COMMANDS } from '../../src/cli/command-table.js';
import { EXIT_CODES } from '../../src/cli/exit-codes.js';
import { GLOBAL_OPTIONS, HELP_OPTION } from '../../src/cli/global-options.js';
import { VARIABLES } from '../../src/cli/settings/environment.js';
import { OPERATIONS } from '../../src/contract/operations.js';
import { jsonText } from './json-text.js';
import { tableOf } from './tools-page.js';

/** `docs/command-line.md`: commands, settings and exit codes from their tables, and what goes for all of them. */
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
  'Everything that the API can do, from a terminal or a script. This page is made from the table of commands by `npm run docs`; `postrider <command> --help` has every option, with examples.',
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
  '`accounts`, `profiles` and `sources` alone list. What has no command can be called as a tool (`postrider call <tool>`), in the dashboard, or at the API itself.',
  '',
  '## Options of every command',
  '',
];

const PROFILES = [
  '## Profiles, and where settings come from',
  '',
  'A profile is a key and the address of its backend, stored under a name in a file that only you can read (0600). `postrider login` tries the key first. What was stored before there were names is the profile `default`.',
  '',
  '```sh',
  'postrider login --profile work --base-url https://post.example.org',
  'postrider profiles',
  'postrider profiles use work',
  'postrider accounts --profile default',
  'postrider logout --profile work',
  '```',
  '',
  'Each value is taken from the first of these that has it:',
  '',
  '1. a flag: `--api-key`, `--base-url`; then the profile that `--profile` names. A profile that is named on the command line wins over the environment, so that nothing goes out with another key than the one named;',
  '2. the environment: `POSTRIDER_API_KEY`, `POSTRIDER_BASE_URL`;',
  '3. the profile that `POSTRIDER_PROFILE` names, else the one in use (`profiles use`);',
  '4. for the address, `http://127.0.0.1:4747`.',
  '',
  'A stored key goes to no other backend than the one it was stored for. `postrider doctor` and `postrider whoami` say where each value came from. The tool server (`postrider mcp`) reads flags and the environment alone, and a stored profile only where its arguments name it: `postrider install cursor --profile work --without-key` writes such an entry, which holds no key.',
  '',
];

const READERS = { commands: 'every command', tools: 'the tool server', serve: '`serve`' } as const;

const ENVIRONMENT_ROWS = VARIABLES.map(({ name, meaning, readBy }) => [
  `\`${name}\``,
  meaning,
  READERS[readBy],
]);

/** A failure as `--json` tells it. */
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
  'The result goes to standard output; notes, questions, progress and failures go to standard error. At a terminal there are tables that fit its width, and colours unless `NO_COLOR` or `--no-color` says otherwise (`FORCE_COLOR` colours pipes too). In a pipe there are neither. `--quiet` prints ids alone, one a line:',
  '',
  '```sh',
  'postrider posts list --status failed --all --quiet',
  'postrider media upload beans.jpg --quiet',
  '```',
  '',
  '`--json` prints one JSON document, and nothing else: the answer of the operation that stands beside it above, with what the command adds (`whoami` adds where settings came from). Lists are `{"data": […], "nextCursor": …}`. `logs`, `listen`, `media delete` and `posts import` print one object a line. A test holds every command’s JSON against the API’s schemas.',
  '',
  'A failure under `--json` is one object on standard error, and standard output stays empty:',
  '',
  '```json',
  jsonText({ error: EXAMPLE_FAILURE }),
  '```',
  '',
  '`changed` is `nothing`, `partly`, `unknown`, or `null` where the message says it; `next` is what to do; `lines` are the broken rules. Refusals of the API bring their `code`, `status` and whole `problem`; failures on the way bring `error`, `attempts`, `sent` and the `idempotencyKey` with which the command can be repeated without acting twice.',
  '',
  'Where a command did what it was asked, and what it tells is bad news (a post that failed or is still under way, a text that would be refused, rows of which some were), that is its result: it stands on standard output as ever, and the exit code says how it ended.',
  '',
  'Questions are asked at a terminal only. What cannot be undone needs `--yes` where nobody can be asked, and ends with 8 without it. A reader that has had enough (`| head -1`) ends a command in silence.',
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
  'It looks at each link between you and a published post: Node and the time zone data (Postrider reckons with its own; the doctor says where the backend’s or Node’s is older), whether the parts of `serve` that are compiled load, the stored logins and who may read them, where key and address came from, proxies and certificates, slips in names of `POSTRIDER_…` variables, whether the backend answers, whether the key is valid and what it may do, how far the clocks are apart, every account’s health with what to do, and whether each program that `postrider install` knows starts this program, at a path that exists, with arguments that are read, and with a key that its backend takes.',
  '',
  'It needs no key and no backend, waits five seconds at most for each answer, changes nothing, and shows no key beyond its first characters. With `--json`: `{"status", "counts", "findings": [{"id", "group", "status": "ok|warning|problem|skipped", "what", "fix", "facts"}]}`. It ends with 1 where there is a problem, with 0 where there are warnings alone.',
  '',
  '## Completion',
  '',
  '```sh',
  'postrider completion bash',
  'postrider completion zsh',
  'postrider completion fish > ~/.config/fish/completions/postrider.fish',
  '```',
  '',
  '`source <(postrider completion bash)` in `~/.bashrc`, or the same with zsh in `~/.zshrc` after `compinit`, completes commands, options, networks, statuses, scopes, tools and profiles. It asks no backend. In a clone, make `postrider` a word first: `postrider() { node /path/to/bin/postrider.cjs "$@"; }`.',
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
