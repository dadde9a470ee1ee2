import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from './folder-lock.js';
import { findExposure, tightenFolder } from './private-folder.js';
import { openStore } from './store.js';

let folder: string;
let umask: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'postrider-private-'));
  umask = process.umask(0);
});
afterEach(() => {
  process.umask(umask);
  rmSync(folder, { recursive: true });
});

const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8);

const modes = (): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]));

// Windows has no permissions of this kind.
describe.skipIf(process.platform === 'win32')('the files of a database', () => {
  it('can be read only by their owner, whatever the umask and the folder are', async () => {
    chmodSync(folder, 0o755);
    const unlock = lockFolder(folder);
    const store = openStore(folder);
    expect(modes()).toEqual({
      'backend.lock': '600',
      'postrider.db': '600',
      'postrider.db-commits': '600',
      'postrider.db-shm': '600',
      'postrider.db-wal': '600',
    });
    await store.close();
    unlock?.();
  });

  it('are tightened if they were open', async () => {
    await openStore(folder).close();
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o666);
    const store = openStore(folder);
    expect(new Set(Object.values(modes()))).toEqual(new Set(['600']));
    await store.close();
  });
});

describe.skipIf(process.platform === 'win32')('the files in a data folder', () => {
  it('are tightened, except those that are not Postrider’s, and the targets of links', () => {
    const outside = join(folder, 'notes.txt');
    writeFileSync(outside, '');
    writeFileSync(join(folder, 'postrider.db'), '');
    mkdirSync(join(folder, 'media'));
    symlinkSync(outside, join(folder, 'running.json'));
    tightenFolder(folder);
    expect(modes()).toMatchObject({ 'notes.txt': '666', 'postrider.db': '600', media: '700' });
  });
});

describe.skipIf(process.platform === 'win32')('a data folder', () => {
  it('that only its owner can open is not exposed, and one that does not exist is not either', () => {
    expect(findExposure(folder)).toEqual([]);
    expect(findExposure(join(folder, 'none'))).toEqual([]);
  });

  it.each([
    ['755', 'readable', 'can open the data folder', 'chmod 700 '],
    ['710', 'readable', 'can open the data folder', 'chmod 700 '],
    ['775', 'writable', 'can replace the files in the data folder', 'chmod -R go= '],
    ['777', 'writable', 'can replace the files in the data folder', 'chmod -R go= '],
  ])('with mode %s is %s: %s', (mode, kind, words, fix) => {
    chmodSync(folder, Number.parseInt(mode, 8));
    expect(findExposure(folder)).toEqual([
      { kind, what: expect.stringContaining(words), fix: `${fix}${folder}` },
    ]);
  });

  it('with open files is exposed, and the words name them', () => {
    writeFileSync(join(folder, 'postrider.db'), '');
    const [exposure] = findExposure(folder);
    expect(exposure).toMatchObject({ kind: 'files', what: expect.stringContaining('postrider.db in') });
  });

  it.runIf(process.getuid?.() === 0)('of another user is exposed, and of the administrator is not', () => {
    const shared = join(folder, "it's shared");
    mkdirSync(shared, 0o700);
    expect(findExposure(shared)).toEqual([]);
    chownSync(shared, 65_534, 65_534);
    const [exposure] = findExposure(shared);
    expect(exposure).toMatchObject({
      kind: 'foreign',
      what: expect.stringContaining('another user (id 65534)'),
    });
    expect(exposure?.fix).toBe(
      String.raw`chown -R 0 '${folder}/it'\''s shared' && chmod -R go= '${folder}/it'\''s shared'`,
    );
    expect(statSync(shared).uid).toBe(65_534);
  });
});
