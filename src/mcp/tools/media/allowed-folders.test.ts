import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { allowedPath } from './allowed-folders.js';

/** `people/ada` is a home folder with secrets, `people/ada/site` a project in it, and `srv` a project elsewhere. */
const root = realpathSync(mkdtempSync(join(tmpdir(), 'postrider-folders-')));
const people = join(root, 'people');
const home = join(people, 'ada');
const site = join(home, 'site');
const elsewhere = join(root, 'srv');
const before = process.cwd();

beforeAll(() => {
  for (const folder of [join(home, 'Pictures'), join(home, '.ssh'), join(site, '.cache'), elsewhere]) {
    mkdirSync(folder, { recursive: true });
  }
  for (const file of [
    join(home, '.ssh', 'id_ed25519'),
    join(home, 'private.jpg'),
    join(home, 'Pictures', 'beans.jpg'),
    join(home, 'Pictures', '.hidden.jpg'),
    join(site, 'beans.jpg'),
    join(site, '.env'),
    join(site, '.cache', 'beans.jpg'),
    join(elsewhere, 'beans.jpg'),
  ]) {
    writeFileSync(file, 'x');
  }
  symlinkSync(join(home, 'private.jpg'), join(site, 'link.jpg'));
  symlinkSync(join(home, '.ssh'), join(site, 'keys'));
  symlinkSync(home, join(root, 'alias'));
});
beforeEach(() => vi.stubEnv('HOME', home));
afterEach(() => {
  vi.unstubAllEnvs();
  process.chdir(before);
});
afterAll(() => rmSync(root, { recursive: true }));

/** `ok`, or why a path may not be read from a working folder. */
async function asked(path: string, working: string, named: readonly string[] = []): Promise<string> {
  process.chdir(working);
  const allowed = await allowedPath(path, { named });
  return 'path' in allowed ? 'ok' : allowed.refused;
}

describe.skipIf(process.platform === 'win32')('the working folder', () => {
  it.each([
    ['is the root', () => '/'],
    ['is the folder of all home folders', () => people],
    ['is far above the home folder', () => root],
    ['is the home folder', () => home],
  ])('opens nothing if it %s', async (_what, working) => {
    for (const path of [join(home, 'private.jpg'), join(home, '.ssh', 'id_ed25519'), '/etc/hostname']) {
      expect([path, await asked(path, working())]).toEqual([path, 'outside']);
    }
    expect(await asked(join(home, 'Pictures', 'beans.jpg'), working())).toBe('ok');
  });

  it.each(['/', '/home', '/Users', '/root'].filter((folder) => existsSync(folder)))(
    'opens nothing if it is %s and the home folder is elsewhere',
    async (working) => {
      process.chdir(working);
      const allowed = await allowedPath('none.jpg', { named: [] });
      expect(allowed).toMatchObject({ refused: expect.any(String), folders: [join(home, 'Pictures')] });
    },
  );

  it('opens nothing if it contains a home folder that is named through a symbolic link', async () => {
    vi.stubEnv('HOME', join(root, 'alias'));
    expect(await asked(join(home, 'private.jpg'), people)).toBe('outside');
  });

  it('opens its files if it is a project, in the home folder or elsewhere', async () => {
    expect(await asked('beans.jpg', site)).toBe('ok');
    expect(await asked(join(elsewhere, 'beans.jpg'), elsewhere)).toBe('ok');
    expect(await asked(join(home, 'private.jpg'), site)).toBe('outside');
  });

  it('opens nothing if it was deleted', async () => {
    const deleted = join(root, 'deleted');
    mkdirSync(deleted);
    process.chdir(deleted);
    rmdirSync(deleted);
    expect(await allowedPath('beans.jpg', { named: [] })).toMatchObject({ path: expect.any(String) });
    expect(await allowedPath('none.jpg', { named: [] })).toMatchObject({ refused: 'missing' });
  });

  it('opens everything below a wide folder that a person named', async () => {
    expect(await asked(join(home, 'private.jpg'), elsewhere, [people])).toBe('ok');
  });
});

describe.skipIf(process.platform === 'win32')('inside an allowed folder', () => {
  it.each([
    ['.env', 'hidden'],
    ['.none', 'hidden'],
    ['.cache/beans.jpg', 'hidden'],
    ['.cache', 'hidden'],
    ['~/Pictures/.hidden.jpg', 'hidden'],
    ['link.jpg', 'outside'],
    ['keys/id_ed25519', 'outside'],
    ['../private.jpg', 'outside'],
    ['none.jpg', 'missing'],
    ['beans.jpg', 'ok'],
  ])('%s: %s', async (path, answer) => {
    expect(await asked(path, site)).toBe(answer);
  });

  it('a hidden folder opens if a person named it', async () => {
    expect(await asked('beans.jpg', elsewhere, [join(site, '.cache')])).toBe('ok');
  });
});

describe('a file URL', () => {
  it.each([
    'file://host/x.jpg',
    'FILE://[::1]/x.jpg',
    'file:///a%2Fb.jpg',
    'file:///%E0%A4%A.jpg',
    'file://%',
  ])('that names no file on this machine is refused: %s', async (url) => {
    expect(await allowedPath(url, { named: [] })).toMatchObject({ refused: 'bad_url' });
    expect(await allowedPath('x.jpg', { named: [url] })).toEqual({ refused: 'outside', folders: [] });
  });

  it.each([
    ['with a zero byte', 'file:///a%00b.jpg'],
    ['as a path', 'a\0b.jpg'],
    ['in the home folder', '~\0'],
    ['that is too long', 'x'.repeat(5_000)],
  ])('or a name that no file can have is refused: %s', async (_what, path) => {
    expect(await allowedPath(path, { named: [] })).toHaveProperty('refused');
  });
});
