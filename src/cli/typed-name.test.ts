import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { programWords } from './typed-name.js';

it.each([
  ['/home/ada/.npm/_npx/1f2e/node_modules/.bin/postrider', 'npx postrider'],
  ['C:\\npm-cache\\_npx\\1f2e\\node_modules\\postrider\\bin\\postrider.cjs', 'npx postrider'],
  ['/home/ada/.cache/pnpm/dlx/1f2e/node_modules/.bin/postrider', 'pnpm dlx postrider'],
  ['/tmp/bunx-1000-postrider@latest/node_modules/.bin/postrider', 'bunx postrider'],
  [join(process.cwd(), 'bin', 'postrider.cjs'), `node ${join('bin', 'postrider.cjs')}`],
])('commands for a program started as %s begin with %s', (script, words) => {
  expect(programWords(script)).toBe(words);
});

describe('an installed program', () => {
  let home: string;
  const at = (...names: string[]) => join(home, ...names);
  const launcher = () => at('shop', 'node_modules', 'postrider', 'bin', 'postrider.cjs');
  const bin = () => at('shop', 'node_modules', '.bin', 'postrider');

  const file = (path: string) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
  };
  const link = (to: string, path: string) => {
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(to, path);
  };

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'postrider-typed-'));
    file(launcher());
    link(launcher(), bin());
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it('is found by npx in its project and below', () => {
    for (const folder of [at('shop'), at('shop', 'posts')]) {
      expect(programWords(bin(), { folder, path: '' })).toBe('npx postrider');
      expect(programWords(launcher(), { folder, path: '' })).toBe('npx postrider');
    }
  });

  it('is typed by its path elsewhere', () => {
    const place = { folder: at('elsewhere'), path: '' };
    expect(programWords(bin(), place)).toBe(join('..', 'shop', 'node_modules', '.bin', 'postrider'));
    expect(programWords(launcher(), place)).toBe(
      `node ${join('..', 'shop', 'node_modules', 'postrider', 'bin', 'postrider.cjs')}`,
    );
    expect(programWords(launcher(), { folder: null, path: '' })).toBe(`node ${launcher()}`);
  });

  it('is typed by its name if PATH leads to it, by a link or a wrapper', () => {
    link(launcher(), at('linked', 'postrider'));
    file(at('wrapped', 'postrider'));
    for (const path of [at('linked'), `${at('nowhere')}:${at('wrapped')}`]) {
      expect(programWords(launcher(), { folder: at(), path })).toBe('postrider');
    }
    expect(programWords(at('linked', 'postrider'), { folder: at(), path: at('linked') })).toBe('postrider');
  });

  it('is not typed by a name that leads to another program, or that only scripts of npm have', () => {
    const other = at('other', 'bin', 'postrider.cjs');
    file(other);
    link(other, at('linked', 'postrider'));
    const path = `${at('linked')}:${at('shop', 'node_modules', '.bin')}`;
    expect(programWords(launcher(), { folder: at('shop'), path })).toBe('npx postrider');
    file(at('wrapped', 'postrider'));
    expect(programWords(other, { folder: at(), path: at('wrapped') })).toBe(
      `node ${join('other', 'bin', 'postrider.cjs')}`,
    );
  });
});
