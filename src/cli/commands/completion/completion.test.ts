// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the scripts use shell variables
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAUNCHER, Machine } from '../../../../test/cli/support/program.js';
import { inPipe } from '../../../../test/cli/support/terminal.js';
import { PLATFORMS } from '../../../contract/platforms.js';
import { COMMANDS } from '../../command-table.js';

const machine = new Machine();
const bin = join(machine.home, 'bin');
const scripts: Record<string, string> = {};

const isHere = (shell: string): boolean => spawnSync(shell, ['--version']).error === undefined;

beforeAll(async () => {
  mkdirSync(bin);
  const program = join(bin, 'postrider');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${LAUNCHER}" "$@"\n`);
  chmodSync(program, 0o755);
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout } = await inPipe(['completion', shell], machine.env);
    expect(code).toBe(0);
    scripts[shell] = join(machine.home, `completion.${shell}`);
    writeFileSync(scripts[shell] ?? '', stdout);
  }
  mkdirSync(join(machine.home, '.config', 'postrider'), { recursive: true });
  const login = { apiKey: 'postrider_api_x', baseUrl: 'http://127.0.0.1:9' };
  writeFileSync(machine.settingsFile, JSON.stringify({ login: { default: login, work: login } }));
});
afterAll(() => machine.remove());

function shell(program: string, args: readonly string[]): string {
  const env = { ...machine.env, PATH: `${bin}:${machine.env['PATH'] ?? ''}` };
  return execFileSync(program, args, { env, cwd: machine.home, encoding: 'utf8' });
}

/** What a shell completes for each line. */
const OFFERS: Readonly<Record<string, (lines: readonly string[]) => string[][] | Promise<string[][]>>> = {
  bash: (lines) =>
    shell('bash', [
      '--norc',
      '-c',
      [
        `source "$1"; shift`,
        'for COMP_LINE in "$@"; do COMP_POINT=${#COMP_LINE}; _postrider; echo "${COMPREPLY[*]}"; done',
      ].join('\n'),
      'test',
      scripts['bash'] ?? '',
      ...lines,
    ])
      .split('\n')
      .map((line) => line.split(' ').filter(Boolean)),
  // zsh completion needs a line editor: stub the functions it calls, and filter its choices here.
  zsh: (lines) =>
    lines.map((line) => {
      const words = line.split(' ');
      const typed = (words.at(-1) ?? '').replace(/^.*[,=]/, '');
      const choices = shell('zsh', ['-f', '-c', ZSH_STAND_INS, scripts['zsh'] ?? '', ...words]).split('\n');
      return choices.filter((choice) => choice !== '' && choice.startsWith(typed));
    }),
  fish: (lines) =>
    lines.map((line) =>
      shell('fish', [
        '--no-config',
        '-c',
        `source $argv[1]; complete -C $argv[2]`,
        scripts['fish'] ?? '',
        line,
      ])
        .split('\n')
        .map((offer) => offer.split('\t')[0] ?? '')
        .filter(Boolean),
    ),
  // Its script asks the program, so this needs no PowerShell. PowerShell itself offers files.
  powershell: (lines) => Promise.all(lines.map(powershellOffers)),
};

async function powershellOffers(line: string): Promise<string[]> {
  const { code, stdout } = await inPipe(['completion', 'powershell', '--complete'], machine.env, line);
  expect(code).toBe(0);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((offer) => offer.split('\t')[0] ?? '');
}

const ZSH_STAND_INS = [
  'compdef() { : }; compset() { : }',
  'compadd() { print -rl -- ${(P)2} }',
  '_describe() { [[ $1 == -o ]] && shift; local -a all; all=(${(P)2}); print -rl -- ${all%%:*} }',
  '_files() { print -rl -- * }',
  'source $0; words=("$@"); CURRENT=$#; _postrider',
].join('\n');

const LINES = {
  commands: 'postrider acc',
  subcommands: 'postrider posts re',
  networks: 'postrider posts create --text hello --to blue',
  several: 'postrider posts create --to bluesky,mas',
  statuses: 'postrider posts list -s sched',
  scope: 'postrider keys create --scopes posts:w',
  options: 'postrider posts create --idem',
  globals: 'postrider --json posts li',
  tools: 'postrider call create_p',
  programs: 'postrider install cur',
  profiles: 'postrider accounts --profile w',
  alone: 'postrider accounts --platf',
  files: 'postrider media upload comple',
  nothing: 'postrider posts get po',
} as const;

describe.each(Object.keys(OFFERS))('in %s', (name) => {
  it.skipIf(name !== 'powershell' && !isHere(name))(
    'commands, options and values are completed',
    async () => {
      const offers = (await OFFERS[name]?.(Object.values(LINES))) ?? [];
      const completions = Object.fromEntries(Object.keys(LINES).map((line, index) => [line, offers[index]]));
      expect(completions).toEqual({
        commands: ['accounts'],
        subcommands: expect.arrayContaining(['retry', 'resolve', 'reject']),
        networks: ['bluesky'],
        several: [name === 'zsh' || name === 'powershell' ? 'mastodon' : 'bluesky,mastodon'],
        statuses: ['scheduled'],
        // bash treats the part before a colon as a separate word.
        scope: name === 'bash' ? ['write'] : ['posts:write'],
        options: ['--idempotency-key'],
        globals: ['list'],
        tools: ['create_post'],
        programs: ['cursor'],
        profiles: ['work'],
        alone: ['--platform'],
        files: name === 'powershell' ? [] : expect.arrayContaining(['completion.bash']),
        nothing: [],
      });
    },
  );
});

describe('the scripts', () => {
  it('contain every command and every network', async () => {
    for (const name of ['bash', 'zsh', 'fish']) {
      const { stdout } = await inPipe(['completion', name]);
      for (const command of COMMANDS) expect(stdout).toContain(`'${command.name}'`);
      for (const platform of PLATFORMS) expect(stdout).toContain(platform);
    }
  });

  it('let PowerShell complete a short option, the value after =, a word after a space, and say what commands do', async () => {
    expect(await powershellOffers('postrider posts list -s failed,sched')).toEqual(['scheduled']);
    expect(await powershellOffers('postrider posts list --status=failed,sched')).toEqual(['scheduled']);
    expect(await powershellOffers('postrider --profile=w')).toEqual(['work']);
    expect(await powershellOffers('postrider posts list --status ')).toContain('scheduled');
    expect(await powershellOffers('postrider nothing-of-ours')).toEqual([]);
    const { stdout } = await inPipe(
      ['completion', 'powershell', '--complete'],
      machine.env,
      'postrider acc\r\n',
    );
    expect(stdout).toMatch(/^accounts\t\w.+\n$/);
    const script = await inPipe(['completion', 'powershell']);
    expect(script.stdout).toContain('Register-ArgumentCompleter -Native -CommandName postrider');
  });

  it('exist only for supported shells', async () => {
    const { code, stderr } = await inPipe(['completion', 'csh']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish, powershell')]);
  });
});
