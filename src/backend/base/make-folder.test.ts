import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.js';

let room: string;
beforeAll(() => {
  room = mkdtempSync(join(tmpdir(), 'postrider-folder-'));
});
afterAll(() => rmSync(room, { recursive: true, force: true }));

describe('a folder', () => {
  it('is made with those above it, for its owner alone, and may be there already', () => {
    const folder = join(room, 'a', 'b', 'c');
    makeFolder(folder);
    makeFolder(folder);
    expect(statSync(folder).isDirectory()).toBe(true);
    if (process.platform !== 'win32') expect(statSync(join(room, 'a')).mode & 0o777).toBe(0o700);
  });

  it('is not made where a file stands', () => {
    const file = join(room, 'file');
    writeFileSync(file, '');
    expect(() => makeFolder(join(file, 'below'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
  });

  it.runIf(process.platform === 'linux')('is refused at once where the system makes none', () => {
    expect(() => makeFolder('/proc/postrider/data')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });
});
