import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const BUILT = join(ROOT, 'dist/cli.js');

/** Builds the programs that the tests run, if they are older than their sources. */
export function setup(): void {
  if (existsSync(BUILT) && statSync(BUILT).mtimeMs > newestSource()) return;
  execFileSync(process.execPath, [join(ROOT, 'node_modules/tsup/dist/cli-default.js'), '--silent'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
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
