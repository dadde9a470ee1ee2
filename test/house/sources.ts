import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface Import {
  readonly from: string;
  /** As written: `node:fs`, `zod`; for a file of this repository, its path. */
  readonly to: string;
  readonly ours: boolean;
  readonly kind: 'static' | 'type' | 'dynamic';
}

export const ROOT = normalize(join(import.meta.dirname, '../..'));

/** The paths of all TypeScript files in a folder, without tests, with forward slashes. */
export function sourcesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .sort();
}

export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

const STATIC = /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;
const DYNAMIC = /\bimport\(\s*'([^']+)'\s*\)/g;

/** The imports of a file. The formatter guarantees the form that these patterns expect. */
export function importsOf(path: string): Import[] {
  const text = read(path);
  const found: Import[] = [];
  const add = (written: string, kind: Import['kind']) => {
    const ours = written.startsWith('.');
    const to = ours ? resolve(path, written) : written;
    found.push({ from: path, to, ours, kind });
  };
  for (const [, type, written] of text.matchAll(STATIC)) if (written) add(written, type ? 'type' : 'static');
  for (const [, written] of text.matchAll(DYNAMIC)) if (written) add(written, 'dynamic');
  return found;
}

function resolve(from: string, written: string): string {
  const path = join(dirname(from), written).replaceAll('\\', '/');
  const files = ALL_FILES;
  for (const candidate of [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx'), path]) {
    if (files.has(candidate)) return candidate;
  }
  return path;
}

const ALL_FILES = new Set(sourcesBelow('src'));
