import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/command-table.js';
import { EXIT_CODES } from '../../src/cli/exit-codes.js';
import { VERSION } from '../../src/version.js';
import { Machine } from './support/program.js';
import { atTerminal } from './support/terminal.js';
import { commandTyped } from './support/typed-line.js';

describe('postrider without a command', () => {
  it('introduces the program in a terminal: what it is, first steps, the entry to paste', async () => {
    const { code, stdout } = await atTerminal([]);
    expect(code).toBe(0);
    expect(stdout).toContain('publishes to ten social networks');
    const steps = [...stdout.matchAll(/^ {2}\d\. .*postrider(?:\.cjs)? (.*)$/gm)].map(([, step]) => step);
    expect(steps).toEqual(['serve', expect.stringMatching(/^posts create /), 'install cursor']);
    const entry = JSON.parse(stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1));
    expect(entry.mcpServers.postrider.command).toBe('node');
    expect(entry.mcpServers.postrider.args[0]).toMatch(/^\/.*\/bin\/postrider\.cjs$/);
    expect(entry.mcpServers.postrider.env).toEqual({ POSTRIDER_API_KEY: '<API_KEY>' });
  });

  it('runs the tool server if input is not a terminal', async () => {
    const machine = new Machine();
    const hello = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    };
    const { stdout } = await machine.run([], { input: `${JSON.stringify(hello)}\n` });
    expect(JSON.parse(stdout).result.serverInfo.name).toBe('postrider');
    await machine.remove();
  });
});

describe('help', () => {
  it('lists every command, environment variable and exit code', async () => {
    const { code, stdout } = await atTerminal(['--help']);
    expect(code).toBe(0);
    for (const { name } of COMMANDS) expect(stdout).toContain(name.split(' ')[0]);
    expect(stdout).toContain('POSTRIDER_API_KEY');
    const words = stdout.replaceAll(/\s+/g, ' ');
    for (const { code: exitCode, meaning } of Object.values(EXIT_CODES)) {
      expect(words).toContain(`${exitCode} ${meaning}`);
    }
  });

  it.each(COMMANDS.map(({ name }) => name))('of %s shows examples', async (name) => {
    const { code, stdout } = await atTerminal([...name.split(' '), '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('Examples:');
    expect(stdout).toContain(`postrider ${name}`);
    expect(stdout).toContain('--json');
  });

  it('--version prints the version of the program, but never in place of a command', async () => {
    for (const before of [
      ['--version'],
      ['-V'],
      ['-v'],
      ['--json', '--version'],
      ['--version', 'posts', 'list'],
    ]) {
      expect(await atTerminal(before)).toMatchObject({ code: 0, stdout: `${VERSION}\n` });
    }
    const edit = await atTerminal(['posts', 'edit', 'post_1', '--version', '99', '--text', 'Open']);
    expect([edit.code, edit.stdout]).toEqual([EXIT_CODES.usage.code, '']);
    expect(edit.stderr).toContain('--if-version <n>');
    const list = await atTerminal(['accounts', '-V']);
    expect([list.code, list.stdout]).toEqual([EXIT_CODES.usage.code, '']);
    expect(list.stderr).toContain('postrider --version');
  });

  it('also works as postrider help <command>', async () => {
    const [one, other] = await Promise.all([
      atTerminal(['help', 'posts', 'create']),
      atTerminal(['posts', 'create', '--help']),
    ]);
    expect(one.stdout).toBe(other.stdout);
  });

  it('of a group without a list is printed when the group is typed alone', async () => {
    for (const group of ['messages', 'sandbox']) {
      const [bare, help] = await Promise.all([atTerminal([group]), atTerminal([group, '--help'])]);
      expect(bare).toMatchObject({ code: 0, stdout: help.stdout, stderr: '' });
      const inJson = await atTerminal([group, '--json']);
      expect(inJson.code).toBe(EXIT_CODES.usage.code);
      expect(inJson.stdout + inJson.stderr).toContain('needs a subcommand: ');
      const misspelt = await atTerminal([group, 'lst']);
      expect(misspelt.code).toBe(EXIT_CODES.usage.code);
    }
  });

  it('prints the version', async () => {
    expect((await atTerminal(['--version'])).stdout).toBe(`${VERSION}\n`);
  });

  it.each(COMMANDS.flatMap(({ examples }) => examples.map(({ type }) => type)))(
    'can be typed: %s',
    async (example) => {
      const command = await commandTyped(example);
      expect(command).not.toBeNull();
      expect(example.startsWith(wordsTyped(command ?? '?'))).toBe(true);
    },
  );
});

describe('a typo', () => {
  it.each([
    [['pots'], 'Did you mean posts?'],
    [['posts', 'crate'], 'Did you mean posts create?'],
    [['posts', 'create', '--txt', 'x'], 'Did you mean --text?'],
    [['tools', 'create_pots'], 'Did you mean create_post?'],
    [['accounts', '--platform', 'blusky', '--api-key', 'k'], 'Did you mean bluesky?'],
    [['keys', 'create', '--label', 'x', '--scopes', 'post:read'], 'Did you mean posts:read?'],
  ])('%j gets a suggestion', async (args, suggestion) => {
    const { code, stdout, stderr } = await atTerminal(args);
    expect(stderr).toContain(suggestion);
    expect(stderr).not.toContain('Nothing was changed.');
    expect(stdout).toBe('');
    expect([EXIT_CODES.usage.code, EXIT_CODES.not_found.code]).toContain(code);
  });

  it('in a number or a choice lists the allowed values', async () => {
    expect((await atTerminal(['posts', 'list', '--limit', '1000'])).stderr).toContain('from 1 to 100');
    expect((await atTerminal(['serve', '--log-level', 'loud'])).stderr).toContain('debug, info, warn');
    expect((await atTerminal(['posts', 'create', '--now', '--draft', '--api-key', 'k'])).stderr).toContain(
      'Use only one of --now, --at, --queue, --draft',
    );
  });

  it.each([
    [['posts', 'create', '--nope'], 'posts create --help'],
    [['posts', 'get'], 'posts get --help'],
    [['posts', 'delete', 'a', 'b'], 'posts delete --help'],
    [['logs', '--since', 'x'], 'logs --help'],
    [['completion'], 'completion --help'],
    [['posts', 'lst'], 'posts --help'],
    [['nonsense'], 'postrider --help'],
  ])('%j leads to the help of what was meant', async (args, help) => {
    const { code, stderr } = await atTerminal(args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(new RegExp(`${help}$`, 'm'))]);
  });
});

/** The words to type for a command, without the last one if its group alone runs it. */
function wordsTyped(name: string): string {
  const alone = COMMANDS.find((command) => command.name === name)?.alone === true;
  return alone ? name.replace(/ [^ ]+$/, '') : name;
}
