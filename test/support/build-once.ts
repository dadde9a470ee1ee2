import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** What each step of the build writes: without its declarations, the packed package has no types. */
const STEPS = [
  { writes: 'dist/cli.js', command: ['node_modules/tsup/dist/cli-default.js', '--silent'] },
  { writes: 'dist/library/index.d.ts', command: ['--import', 'tsx', 'build/declarations.ts'] },
] as const;

/** Builds the package that the tests use, where it is older than its sources. */
export function setup(): void {
  const newest = newestSource();
  for (const { writes, command } of STEPS) {
    const built = join(ROOT, writes);
    if (existsSync(built) && statSync(built).mtimeMs > newest) continue;
    execFileSync(process.execPath, command, { cwd: ROOT, stdio: 'inherit' });
  }
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
