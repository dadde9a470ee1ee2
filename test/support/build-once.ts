import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Builds the programs that the tests start, where they are older than their sources. Their types are not built. */
export function setup(): void {
  buildWhereOlder('dist/cli.js', ['node_modules/tsup/dist/cli-default.js', '--silent']);
}

/**
 * Runs a step of the build, unless what it writes is newer than every source.
 * @param writes a file that the step writes
 * @param step what Node runs
 */
export function buildWhereOlder(writes: string, step: readonly string[]): void {
  const built = join(ROOT, writes);
  if (existsSync(built) && statSync(built).mtimeMs > newestSource()) return;
  execFileSync(process.execPath, step, { cwd: ROOT, stdio: 'inherit' });
}

function newestSource(): number {
  const files = ['src', 'build'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(ROOT, folder, path),
    ),
  );
  const all = [...files, join(ROOT, 'tsup.config.ts'), join(ROOT, 'package-lock.json')];
  return Math.max(...all.map((path) => statSync(path).mtimeMs));
}
