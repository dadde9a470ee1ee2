import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Machine } from '../../../../test/cli/support/program.js';
import { inPipe } from '../../../../test/cli/support/terminal.js';
import { foldersOf } from '../../settings/folders.js';
import { storeLogin } from '../../settings/profiles.js';

const machine = new Machine();
let data: string;

beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'postrider-data-'));
});
afterAll(async () => {
  rmSync(data, { recursive: true, force: true });
  await machine.remove();
});

it('commands that are suggested open the same data as the one that suggests them', async () => {
  const named = ['--data', data];
  const printed = async (...args: string[]): Promise<string> => {
    const { stdout, stderr } = await inPipe([...args, ...named], machine.env);
    return stdout + stderr;
  };
  const same = ` --data ${JSON.stringify(data)}`;
  const open = await printed('serve', '--port', '0', '--host', '0.0.0.0', '--allow-remote');
  expect(open).toContain('no admin password is set');
  expect(open).toContain(` password${same}`);
  expect(await printed('sessions')).toContain(` dashboard${same}`);
  expect(await printed('sessions', 'end', '3f0c9a51b7de8846')).toContain(` sessions list${same}`);
  expect(await printed('dashboard')).toContain(` serve${same}`);
});

it('a live backend whose port is in use is suggested again as it is, at another port', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const live = join(data, 'live');
  const { stderr } = await inPipe(['serve', '--live', '--port', port, '--data', live], machine.env);
  other.close();
  expect(stderr).toContain(` serve --live --data ${JSON.stringify(live)} --port ${Number(port) + 1}`);
});

it('the dashboard’s link is never for another backend than that of the profile that is named', async () => {
  const home = mkdtempSync(join(tmpdir(), 'postrider-home-'));
  try {
    const env = { ...machine.env, HOME: home, XDG_CONFIG_HOME: join(home, '.config') };
    await storeLogin(foldersOf(env), 'live', { apiKey: 'postrider_api_1', baseUrl: 'http://127.0.0.1:4747' });
    const asked = (url: string, profile: string) =>
      inPipe(['dashboard', '--profile', profile, '--url', url, '--data', data], env);
    const other = await asked('http://127.0.0.1:4760', 'live');
    expect(other.stderr).toContain('Profile live is for the backend at http://127.0.0.1:4747');
    expect(other.stdout).not.toContain('token=');
    expect((await asked('http://127.0.0.1:4747', 'gone')).stderr).toContain('No profile named "gone"');
    expect((await asked('http://127.0.0.1:4747/', 'live')).stderr).not.toContain('Profile live is for');
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
});
