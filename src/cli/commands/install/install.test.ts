import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { LAUNCHER, Machine } from '../../../../test/cli/support/program.js';
import { atTerminal, inPipe } from '../../../../test/cli/support/terminal.js';
import { startBackend } from '../../../backend/app/start.js';
import { silentLog } from '../../../backend/base/log.js';
import { newKeyText } from '../../../backend/domain/access/key-text.js';
import { startOf } from './entry.js';
import { HOSTS, type Host, type HostEnvironment } from './hosts.js';
import { editJson } from './json-settings.js';
import { lineChanges } from './line-changes.js';
import { editToml } from './toml-settings.js';

const KEY = newKeyText();
/** Nothing listens here: keys cannot be tested. */
const NOWHERE = 'http://127.0.0.1:9';

const machines: Machine[] = [];
let machine: Machine;
let place: HostEnvironment;

beforeEach(() => {
  machine = new Machine();
  machines.push(machine);
  place = { env: machine.env, system: process.platform, home: machine.home };
});
afterAll(() => Promise.all(machines.map((one) => one.remove())));

function hostOf(id: string): Host {
  const host = HOSTS.find((one) => one.id === id);
  if (!host) throw new Error(id);
  return host;
}

function write(id: string, text: string): string {
  const file = hostOf(id).file(place);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const install = (...args: string[]) => inPipe(['install', ...args], machine.env);
const withKey = (...args: string[]) => install(...args, '--api-key', KEY, '--base-url', NOWHERE, '--yes');

describe('every program', () => {
  it.each(HOSTS.map(({ id }) => id))(
    '%s gets an entry that starts this program, and can remove it',
    async (id) => {
      const host = hostOf(id);
      const file = host.file(place);
      expect((await withKey(id)).code).toBe(0);
      const written = readFileSync(file, 'utf8');
      const whole = host.format === 'toml' ? parseToml(written) : JSON.parse(written);
      const entry = [...host.under, 'postrider'].reduce((at, name) => at[name], whole);
      const start = startOf({ POSTRIDER_API_KEY: KEY, POSTRIDER_BASE_URL: NOWHERE });
      expect(entry).toEqual(host.entry(start));
      expect(JSON.stringify(entry)).toContain(JSON.stringify(LAUNCHER).slice(1, -1));
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const again = await withKey(id);
      expect(again.stdout).toContain('already up to date');
      expect((await install(id, '--uninstall', '--yes')).code).toBe(0);
      expect(readFileSync(file, 'utf8')).not.toContain('postrider');
    },
  );
});

describe('the rest of the settings file', () => {
  it('is preserved in JSON with comments, tabs and Windows line endings', async () => {
    const before =
      '{\r\n\t// My servers\r\n\t"servers": {\r\n\t\t"mine": { "command": "mine" }, // keep\r\n\t},\r\n\t"inputs": [],\r\n}\r\n';
    const file = write('vscode', before);
    await withKey('vscode');
    const after = readFileSync(file, 'utf8');
    for (const line of ['\t// My servers\r\n', '"mine": { "command": "mine" }', '// keep', '"inputs": []'])
      expect(after).toContain(line);
    expect(after).toContain('"postrider": {\r\n');
    expect(after.replaceAll('\r\n', '')).not.toContain('\n');
    expect(readFileSync(`${file}.before-postrider`, 'utf8')).toBe(before);
    const { stdout } = await install('vscode', '--uninstall', '--yes');
    expect(stdout).toContain(`Backup (contains the old key): ${file}.before-postrider-2`);
    expect(readFileSync(file, 'utf8')).toContain('"mine": { "command": "mine" }');
    expect(existsSync(`${file}.before-postrider-2`)).toBe(true);
  });

  it('is preserved in TOML with comments and other tables', async () => {
    const before = [
      '# My settings',
      'model = "o5"   # the one I like',
      '',
      '[mcp_servers.other]',
      'command = "other"',
      'note = """',
      '[mcp_servers.postrider]',
      'this is a text"""',
      '',
      '# What postrider may do',
      '[mcp_servers.postrider]',
      'command = "old"',
      '[mcp_servers.postrider.env]',
      'A = "1"',
      '',
      '# About the terminal',
      '[tui]',
      'theme = "dark"',
      '',
    ].join('\n');
    const file = write('codex', before);
    await withKey('codex');
    const after = readFileSync(file, 'utf8');
    expect(parseToml(after)).toEqual({
      ...parseToml(before),
      mcp_servers: {
        other: { command: 'other', note: '[mcp_servers.postrider]\nthis is a text' },
        postrider: {
          command: process.execPath,
          args: [LAUNCHER],
          env: { POSTRIDER_API_KEY: KEY, POSTRIDER_BASE_URL: NOWHERE },
        },
      },
    });
    for (const line of [
      '# My settings',
      '# the one I like',
      '# What postrider may do',
      '# About the terminal',
    ])
      expect(after).toContain(line);
    await install('codex', '--uninstall', '--yes');
    const gone = readFileSync(file, 'utf8');
    expect(gone).toContain('# About the terminal\n[tui]');
    expect(Object.keys(parseToml(gone)['mcp_servers'] as object)).toEqual(['other']);
  });

  it('is not changed if the file is invalid or cannot be edited safely', async () => {
    const cases = [
      ['cursor', '{ "mcpServers": ', 'not valid JSON'],
      ['cursor', '[]', 'not a JSON object'],
      ['codex', 'a = ', 'not valid TOML'],
      ['codex', 'mcp_servers = { postrider = { command = "x" } }\n', 'line by line'],
    ] as const;
    for (const [id, text, words] of cases) {
      const file = write(id, text);
      const { code, stderr } = await withKey(id);
      expect([code, stderr]).toEqual([3, expect.stringContaining(words)]);
      expect(stderr).toContain('--print');
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
  });

  it('keeps its permissions, and a symbolic link stays one', async () => {
    const real = join(machine.home, 'dotfiles.json');
    writeFileSync(real, '{}');
    chmodSync(real, 0o644);
    const file = hostOf('cursor').file(place);
    mkdirSync(dirname(file), { recursive: true });
    symlinkSync(real, file);
    const { stderr } = await withKey('cursor');
    expect(statSync(real).mode & 0o777).toBe(0o644);
    expect(readFileSync(real, 'utf8')).toContain('postrider');
    expect(stderr).toContain('chmod 600');
  });
});

describe('install', () => {
  it('shows the change with the key redacted, and asks', async () => {
    const file = write('cursor', '{\n  "mcpServers": {}\n}\n');
    const args = ['install', 'cursor', '--api-key', KEY, '--base-url', NOWHERE];
    const no = await atTerminal(args, { env: machine.env, answers: ['n'] });
    expect(no.code).toBe(8);
    expect(no.stderr).toContain('+     "postrider": {');
    expect(no.stderr).toContain('postrider_api_[redacted]');
    expect(no.stderr).toContain('This file will contain the API key');
    expect(no.stderr + no.stdout).not.toContain(KEY.slice(-20));
    expect(readFileSync(file, 'utf8')).not.toContain('postrider');
    const yes = await atTerminal(args, { env: machine.env, answers: ['y'] });
    expect(yes.code).toBe(0);
    expect(yes.stdout).toContain('Next: ');
    expect(readFileSync(file, 'utf8')).toContain(KEY);
  });

  it('writes nothing without a terminal and without --yes, and nothing with --dry-run', async () => {
    const file = hostOf('cursor').file(place);
    const refused = await install('cursor');
    expect(refused.code).toBe(8);
    expect(refused.stderr).toContain('--yes');
    const dry = await install('cursor', '--dry-run', '--json');
    expect(JSON.parse(dry.stdout)).toMatchObject({ program: 'cursor', file, written: false });
    expect(existsSync(file)).toBe(false);
  });

  it('prints the entry, without the key on request', async () => {
    const { stdout } = await install('opencode', '--print', '--read-only', '--without-key', '--api-key', KEY);
    expect(JSON.parse(stdout)).toEqual({
      mcp: {
        postrider: {
          type: 'local',
          command: [process.execPath, LAUNCHER, 'mcp', '--read-only'],
          enabled: true,
        },
      },
    });
  });

  it('uses the stored login, and explains how to get a key', async () => {
    mkdirSync(dirname(machine.settingsFile), { recursive: true });
    const bare = await install('cursor', '--yes');
    expect(bare.stdout).toContain('The entry has no API key');
    writeFileSync(
      machine.settingsFile,
      JSON.stringify({ login: { default: { apiKey: KEY, baseUrl: NOWHERE } } }),
    );
    await install('cursor', '--yes');
    const { env } = JSON.parse(readFileSync(hostOf('cursor').file(place), 'utf8')).mcpServers.postrider;
    expect(env).toEqual({ POSTRIDER_API_KEY: KEY, POSTRIDER_BASE_URL: NOWHERE });
  });

  it('asks for a key in a terminal, or reads it from standard input, and never shows it', async () => {
    const file = hostOf('cursor').file(place);
    const env = { ...machine.env, POSTRIDER_BASE_URL: NOWHERE };
    const asked = await atTerminal(['install', 'cursor'], { env, answers: [KEY, 'y'] });
    expect([asked.code, asked.stdout + asked.stderr]).toEqual([0, expect.not.stringContaining(KEY)]);
    expect(asked.stderr).toContain(`was not tested: no answer from ${NOWHERE}`);
    expect(readFileSync(file, 'utf8')).toContain(KEY);
    const other = newKeyText();
    const options = { env: { POSTRIDER_BASE_URL: NOWHERE }, input: `${other}\n` };
    const read = await machine.run(['install', 'cursor', '--api-key', '-', '--yes'], options);
    expect([read.code, read.stderr]).toEqual([0, expect.not.stringContaining('history')]);
    expect(readFileSync(file, 'utf8')).toContain(other);
    expect((await install('cursor', '--api-key', '-', '--yes')).code).toBe(2);
    expect((await withKey('cursor')).stderr).toContain('Shells keep --api-key in their history');
  });

  it('writes no key that does not work', async () => {
    const backend = await startBackend({ dataFolder: ':memory:', port: 0, log: silentLog });
    const file = hostOf('cursor').file(place);
    for (const [key, words] of [
      [KEY, 'was rejected'],
      [`${KEY.slice(0, -1)}`, 'mistyped or incomplete'],
    ] as const) {
      const env = { ...machine.env, POSTRIDER_API_KEY: key, POSTRIDER_BASE_URL: backend.url };
      const { code, stderr } = await inPipe(['install', 'cursor', '--yes'], env);
      expect([code, stderr]).toEqual([3, expect.stringContaining(words)]);
      expect(existsSync(file)).toBe(false);
    }
    await backend.close();
  });

  it('lists the programs, and knows a name that is nearly right', async () => {
    write('zed', '{}');
    const { stdout } = await install();
    for (const { id } of HOSTS) expect(stdout).toContain(id);
    const { code, stderr } = await install('curser');
    expect(code).toBe(2);
    expect(stderr).toContain('Did you mean cursor?');
  });

  it('is run by the built program', async () => {
    const { code, stdout } = await machine.run(['install', 'codex', '--yes', '--quiet'], {
      env: { POSTRIDER_API_KEY: KEY, POSTRIDER_BASE_URL: NOWHERE },
    });
    expect(code).toBe(0);
    expect(parseToml(readFileSync(stdout.trim(), 'utf8'))).toHaveProperty(
      'mcp_servers.postrider.command',
      process.execPath,
    );
    expect((await machine.run(['install', 'zed', '--yes'])).code).toBe(0);
  });
});

describe('where files are, and what starts us', () => {
  it('is known for each system', () => {
    const files = (system: NodeJS.Platform, env: HostEnvironment['env'], home: string) =>
      HOSTS.map((host) => host.file({ system, env, home }).replaceAll('\\', '/'));
    expect(files('darwin', {}, '/Users/a')).toMatchSnapshot('macOS');
    expect(files('linux', {}, '/home/a')).toMatchSnapshot('Linux');
    expect(files('win32', { APPDATA: 'C:/Users/a/AppData/Roaming' }, 'C:/Users/a')).toMatchSnapshot(
      'Windows',
    );
    for (const { source } of HOSTS) expect(source).toMatch(/^https:\/\//);
  });

  it('is npx where npx started it, through cmd on Windows', () => {
    const launcher = '/home/a/.npm/_npx/0a1b/node_modules/postrider/bin/postrider.cjs';
    expect(startOf({}, { launcher, system: 'linux' })).toMatchObject({
      command: 'npx',
      args: ['-y', 'postrider'],
    });
    expect(startOf({}, { launcher, system: 'win32', args: ['mcp', '--read-only'] })).toMatchObject({
      command: 'cmd',
      args: ['/c', 'npx', '-y', 'postrider', 'mcp', '--read-only'],
    });
    expect(startOf({}).args).toEqual([LAUNCHER]);
  });
});

describe('the parts', () => {
  it('edit an empty file', () => {
    expect(JSON.parse(editJson('', ['a', 'b'], 1))).toEqual({ a: { b: 1 } });
    expect(editJson('', ['a', 'b'], undefined)).toBe('');
    expect(parseToml(editToml('', ['a', 'b'], { c: 'd' }))).toEqual({ a: { b: { c: 'd' } } });
    expect(editToml('[a]\nx = 1\n', ['a', 'b'], undefined)).toBe('[a]\nx = 1\n');
  });

  it('show a diff with context lines', () => {
    expect(lineChanges('a\nb\nc\nd\n', 'a\nb\nx\nd\n')).toEqual(['  a', '  b', '- c', '+ x', '  d']);
    expect(lineChanges('a\n', 'a\n')).toEqual([]);
  });
});
