import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figures.js';

const ROOT = join(import.meta.dirname, '..');

/** The packages and megabytes (10^6 bytes) that `npm install postrider` installs. */
export function installSize(): Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  try {
    const options = { cwd: ROOT, encoding: 'utf8' as const, stdio: ['ignore', 'pipe', 'ignore'] as const };
    execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], {
      ...options,
      stdio: 'ignore',
    });
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
    execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', join(folder, tarball)], {
      ...options,
      stdio: 'ignore',
    });
    const lock: { packages: Record<string, unknown> } = JSON.parse(
      readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'),
    );
    return [
      { name: 'install, number of packages', value: Object.keys(lock.packages).length, unit: 'packages' },
      { name: 'install, total size', value: bytesBelow(join(folder, 'node_modules')) / 1e6, unit: 'MB' },
      {
        name: 'install, size of postrider',
        value: bytesBelow(join(folder, 'node_modules/postrider')) / 1e6,
        unit: 'MB',
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
