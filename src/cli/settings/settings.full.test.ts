import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Machine } from '../../../test/cli/support/program.js';
import { atTerminal } from '../../../test/cli/support/terminal.js';
import { foldersOf } from './folders.js';

const machine = new Machine();
let url = '';
let storedKey = '';
let otherKey = '';

beforeAll(async () => {
  url = await machine.serve();
  storedKey = await machine.login(url);
  const made = await machine.run(['keys', 'create', '--label', 'other', '--preset', 'read', '--quiet']);
  otherKey = made.stdout.trim();
});

afterAll(() => machine.remove());

async function whoami(args: readonly string[] = [], env: Record<string, string> = {}) {
  const { stdout } = await machine.run(['whoami', '--json', ...args], { env });
  const { key, settings } = JSON.parse(stdout);
  return { label: key.label, key: settings.apiKey.source, address: settings.baseUrl.source };
}

describe('a setting', () => {
  it('comes from the profile that login stored', async () => {
    const file = { kind: 'profile', name: 'default', path: machine.settingsFile };
    expect(await whoami()).toEqual({ label: 'test', key: file, address: file });
  });

  it('comes from the environment before the profile', async () => {
    expect(await whoami([], { POSTRIDER_API_KEY: otherKey })).toMatchObject({
      label: 'other',
      key: { kind: 'environment', name: 'POSTRIDER_API_KEY' },
      address: { kind: 'profile' },
    });
  });

  it('comes from the flag before the environment', async () => {
    const env = { POSTRIDER_API_KEY: otherKey, POSTRIDER_BASE_URL: 'http://127.0.0.1:9' };
    expect(await whoami(['--api-key', storedKey, '--base-url', url], env)).toEqual({
      label: 'test',
      key: { kind: 'flag', name: '--api-key' },
      address: { kind: 'flag', name: '--base-url' },
    });
  });

  it('counts as unset if a host did not fill in the variable', async () => {
    const env = { POSTRIDER_API_KEY: '${' + 'POSTRIDER_API_KEY}' };
    expect((await whoami([], env)).key.kind).toBe('profile');
  });

  it('must not be an empty flag, which would silently fall back to another key', async () => {
    const { code, stderr } = await machine.run(['whoami', '--api-key', '']);
    expect(code).toBe(2);
    expect(stderr).toContain('--api-key has no value');
  });

  it('is never sent to another backend if it is stored', async () => {
    const { code, stderr } = await machine.run(['whoami', '--base-url', 'http://127.0.0.1:9']);
    expect(code).toBe(3);
    expect(stderr).toContain(`is for ${url} and is not sent to http://127.0.0.1:9`);
  });

  it('is not mentioned if the address is invalid', async () => {
    const { code, stderr } = await machine.run(['whoami', '--base-url', 'foo']);
    expect([code, stderr]).toEqual([3, expect.stringContaining('"foo" is not an address')]);
    expect(stderr).not.toContain('No API key');
  });
});

describe('login', () => {
  it('keeps the key in a file that only its owner can read', () => {
    expect(statSync(machine.settingsFile).mode & 0o777).toBe(0o600);
    expect(readFileSync(machine.settingsFile, 'utf8')).toContain(storedKey);
  });

  it('restricts a file that others could read', async () => {
    const open = new Machine();
    chmodSync(machine.settingsFile, 0o644);
    await machine.run(['login', '--key', '-', '--base-url', url], { input: storedKey });
    expect(statSync(machine.settingsFile).mode & 0o777).toBe(0o600);
    await open.remove();
  });

  it('verifies a key before storing it', async () => {
    const other = new Machine();
    const refused = await other.run(['login', '--key', '-', '--base-url', url], { input: `${storedKey}x` });
    expect(refused.code).toBe(3);
    expect((await other.run(['whoami'])).stderr).toContain('No API key is set');
    await other.remove();
  });

  it('asks in a terminal for URL and key, and never shows the key', async () => {
    const other = new Machine();
    const env = { ...other.env };
    const { code, stdout, stderr } = await atTerminal(['login'], { env, answers: [url, storedKey] });
    expect(code).toBe(0);
    expect(stdout).toContain('"test"');
    expect(stdout + stderr).not.toContain(storedKey);
    expect(readFileSync(other.settingsFile, 'utf8')).toContain(storedKey);
    await other.remove();
  });

  it('is undone by logout, which leaves the key valid', async () => {
    const other = new Machine();
    await other.run(['login', '--key', '-', '--base-url', url], { input: storedKey });
    expect((await other.run(['logout'])).stdout).toContain('Removed from this machine');
    expect(readFileSync(other.settingsFile, 'utf8')).not.toContain(storedKey);
    expect((await other.run(['logout'])).stdout).toContain('No API key was stored');
    expect((await whoami()).label).toBe('test');
    await other.remove();
  });

  it('names an unreadable file', async () => {
    const other = new Machine();
    await other.run(['login', '--key', '-', '--base-url', url], { input: storedKey });
    writeFileSync(other.settingsFile, '{');
    const { code, stderr } = await other.run(['whoami']);
    expect(code).toBe(3);
    expect(stderr).toContain(other.settingsFile);
    await other.remove();
  });
});

describe('folders', () => {
  it('follow the conventions of each system', () => {
    expect(foldersOf({ HOME: '/home/a' }, 'linux')).toEqual({
      config: '/home/a/.config/postrider',
      data: '/home/a/.local/share/postrider',
    });
    expect(foldersOf({ HOME: '/Users/a' }, 'darwin').data).toBe(
      '/Users/a/Library/Application Support/postrider',
    );
    expect(
      foldersOf({ USERPROFILE: '/u', APPDATA: '/u/Roaming', LOCALAPPDATA: '/u/Local' }, 'win32'),
    ).toEqual({
      config: '/u/Roaming/postrider',
      data: '/u/Local/postrider',
    });
    expect(foldersOf({ HOME: '/home/a', POSTRIDER_CONFIG: '/etc/p' }, 'linux').config).toBe('/etc/p');
  });
});
