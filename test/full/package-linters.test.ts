import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Runs a linter of packages on the built package. */
function linted(...command: string[]): { status: number | null; text: string } {
  const [name = '', ...args] = command;
  const bin = join(ROOT, 'node_modules/.bin', name);
  // Packing must not build the package again.
  const env = { ...process.env, npm_config_ignore_scripts: 'true' };
  const { status, stdout, stderr } = spawnSync(bin, args, { cwd: ROOT, encoding: 'utf8', env });
  return { status, text: stdout + stderr };
}

it('publint has nothing to say about the package', () => {
  const { status, text } = linted('publint', '--strict');
  expect(status, text).toBe(0);
});

it('every entry has types that match its code', () => {
  // The package has ES modules only, for TypeScript with `nodenext` or `bundler`.
  const { status, text } = linted('attw', '--pack', '.', '--profile', 'esm-only');
  expect(status, text).toBe(0);
});
