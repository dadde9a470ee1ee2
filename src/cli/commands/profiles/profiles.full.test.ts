import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Machine } from '../../../../test/cli/support/program.js';
import { inPipe } from '../../../../test/cli/support/terminal.js';
import { openSession } from '../../../../test/support/mcp-session.js';

const server = new Machine();
const machine = new Machine();
let url = '';
let first = '';
let second = '';

beforeAll(async () => {
  url = await server.serve();
  first = await newKey('first');
  second = await newKey('second');
  // The file of an earlier version: one login without a chosen name.
  mkdirSync(dirname(machine.settingsFile), { recursive: true });
  writeFileSync(
    machine.settingsFile,
    JSON.stringify({ login: { default: { apiKey: first, baseUrl: url } } }),
    { mode: 0o600 },
  );
  const login = await machine.run(['login', '--profile', 'work', '--key', '-', '--base-url', url], {
    input: second,
  });
  expect(login.stderr).toContain('profiles use work');
});

afterAll(() => Promise.all([server.remove(), machine.remove()]));

async function newKey(label: string): Promise<string> {
  const made = await server.run(['keys', 'create', '--label', label, '--preset', 'full', '--quiet']);
  return made.stdout.trim();
}

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  inPipe(args, { ...machine.env, ...env });

/** The label of the key that a command uses. */
async function keyUsed(args: readonly string[] = [], env: Record<string, string> = {}): Promise<string> {
  const { stdout, stderr } = await run(['whoami', '--json', ...args], env);
  return stdout === '' ? stderr : JSON.parse(stdout).key.label;
}

describe('profiles', () => {
  it('are stored beside an older login, readable only by the owner', () => {
    expect(JSON.parse(readFileSync(machine.settingsFile, 'utf8')).login).toEqual({
      default: { apiKey: first, baseUrl: url },
      work: { apiKey: second, baseUrl: url },
    });
    expect(statSync(machine.settingsFile).mode & 0o777).toBe(0o600);
  });

  it('are listed with backend and key prefix, never with the key', async () => {
    const { stdout } = await run(['profiles', '--json']);
    expect(JSON.parse(stdout).data).toEqual([
      { name: 'default', baseUrl: url, keyPrefix: first.slice(0, 18), inUse: true },
      { name: 'work', baseUrl: url, keyPrefix: second.slice(0, 18), inUse: false },
    ]);
    const listed = await run(['profiles']);
    expect(listed.stdout).toContain('work');
    expect(listed.stdout + stdout).not.toContain(second);
    expect((await run(['profiles', 'list', '--quiet'])).stdout).toBe('default\nwork\n');
  });

  it('are selected by flag, then environment, then the active one', async () => {
    expect(await keyUsed()).toBe('first');
    expect(await keyUsed([], { POSTRIDER_PROFILE: 'work' })).toBe('second');
    expect(await keyUsed(['--profile', 'default'], { POSTRIDER_PROFILE: 'work' })).toBe('first');
    expect((await run(['profiles', 'use', 'work'])).stdout).toContain('Active profile: work');
    expect(await keyUsed()).toBe('second');
    await run(['profiles', 'use', 'default']);
  });

  it('yield to a key in the environment, unless a flag names one', async () => {
    const env = { POSTRIDER_API_KEY: first, POSTRIDER_BASE_URL: url };
    expect(await keyUsed([], { ...env, POSTRIDER_PROFILE: 'work' })).toBe('first');
    expect(await keyUsed(['--profile', 'work'], { ...env, POSTRIDER_BASE_URL: 'http://127.0.0.1:9' })).toBe(
      'second',
    );
    expect(await keyUsed(['--profile', 'work', '--api-key', first])).toBe('first');
    expect(await keyUsed(['--profile', 'work', '--base-url', 'http://127.0.0.1:9'])).toContain(
      `The stored key is for ${url} and is not sent to`,
    );
  });

  it('that do not exist get a suggestion', async () => {
    for (const args of [
      ['accounts', '--profile', 'wrk'],
      ['profiles', 'use', 'wrk'],
      ['logout', '--profile', 'wrk'],
    ]) {
      const { code, stderr } = await run(args);
      expect([code, stderr]).toEqual([3, expect.stringContaining('Did you mean work?')]);
      expect(stderr).toContain('login --profile wrk');
    }
    const bad = await run(['accounts', '--profile', '../x']);
    expect([bad.code, bad.stderr]).toEqual([2, expect.stringContaining('is not a valid profile name')]);
  });

  it('are removed one by one, and no other is used silently', async () => {
    const other = new Machine();
    const typed = (...args: string[]) => inPipe(args, other.env);
    const login = (name: string, key: string) =>
      typed('login', '--profile', name, '--key', key, '--base-url', url);
    await login('one', first);
    await login('two', second);
    expect((await typed('whoami')).stdout).toContain('"first"');
    const gone = await typed('logout');
    expect(gone.stdout).toContain('one');
    expect(gone.stderr).toContain('profiles use two');
    const none = await typed('accounts');
    expect(none.code).toBe(3);
    expect(none.stderr).toContain('profiles use two');
    expect(JSON.parse((await typed('logout', '--all', '--json')).stdout).profiles).toEqual(['two']);
    expect(readFileSync(other.settingsFile, 'utf8')).not.toContain('postrider_api_');
    expect((await typed('profiles')).stdout).toContain('login');
    await other.remove();
  });
});

describe('the tool server', () => {
  it('reads a profile only if its arguments name one', async () => {
    const { env } = machine;
    const bare = await openSession({ env, args: ['mcp'] });
    expect((await bare.call('postrider_list_accounts')).text).toContain('POSTRIDER_API_KEY');
    const named = await openSession({ env, args: ['mcp', '--profile', 'work'] });
    expect((await named.call('postrider_list_accounts')).text).toContain('bluesky');
    const missing = await run(['mcp', '--profile', 'wrk']);
    expect([missing.code, missing.stdout]).toEqual([3, '']);
    expect(missing.stderr).toContain('No profile named "wrk"');
  });

  it('can be installed with a profile instead of a key', async () => {
    const args = ['install', 'cursor', '--profile', 'work', '--without-key', '--yes'];
    expect((await run(args)).stdout).not.toContain('The entry has no API key');
    const file = join(machine.home, '.cursor', 'mcp.json');
    const { args: started, env } = JSON.parse(readFileSync(file, 'utf8')).mcpServers.postrider;
    expect(started.slice(1)).toEqual(['mcp', '--profile', 'work']);
    expect(env).toBeUndefined();
  });
});
