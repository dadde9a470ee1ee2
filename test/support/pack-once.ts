import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

const ROOT = join(import.meta.dirname, '../..');

declare module 'vitest' {
  export interface ProvidedContext {
    /** The path of the package, packed as it is published. */
    tarball: string;
  }
}

/** Packs the package for all tests of a run. @returns removes it */
export function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-tarball-'));
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: ROOT });
  const [tarball = ''] = readdirSync(folder);
  provide('tarball', join(folder, tarball));
  return () => rmSync(folder, { recursive: true, force: true });
}
