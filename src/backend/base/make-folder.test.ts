import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.js';

let parent: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'postrider-folder-'));
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

describe('a folder', () => {
  it('is created with its parents, readable by its owner only, and may already exist', () => {
    const folder = join(parent, 'a', 'b', 'c');
    makeFolder(folder);
    makeFolder(folder);
    expect(statSync(folder).isDirectory()).toBe(true);
    if (process.platform !== 'win32') expect(statSync(join(parent, 'a')).mode & 0o777).toBe(0o700);
  });

  it('is not created in place of a file', () => {
    const file = join(parent, 'file');
    writeFileSync(file, '');
    expect(() => makeFolder(join(file, 'below'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
  });

  it.runIf(process.platform === 'linux')('fails at once where the system allows none', () => {
    expect(() => makeFolder('/proc/postrider/data')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  });
});
