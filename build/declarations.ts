import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

const ROOT = path.join(import.meta.dirname, '..');
/** Where `tsconfig.build.json` writes a declaration file for each source file. The package does not contain them. */
const SEPARATE = path.join(ROOT, 'dist/types');

/**
 * Writes the declarations of the library: a file for each entry and one that they share, with what can be reached from
 * the entries. TypeScript 7 writes them separately and has no API yet, so TypeScript 6 parses them for the bundler.
 */
async function writeDeclarations(): Promise<void> {
  rmSync(SEPARATE, { recursive: true, force: true });
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: ROOT, stdio: 'inherit' });
  const bundle = await rollup({
    input: {
      index: path.join(SEPARATE, 'index.d.ts'),
      client: path.join(SEPARATE, 'client/index.d.ts'),
      testing: path.join(SEPARATE, 'testing/index.d.ts'),
    },
    external: [/^node:/, 'zod'],
    onwarn({ message }) {
      throw new Error(`The declarations cannot be bundled: ${message}`);
    },
    plugins: [{ name: 'zod-types', resolveId: resolveZod }, dts()],
  });
  await bundle.write({
    dir: path.join(ROOT, 'dist/library'),
    format: 'es',
    // For `await using`, whatever the target of the program.
    banner: '/// <reference lib="esnext.disposable" />',
    chunkFileNames: 'shared.d.ts',
  });
  await bundle.close();
  rmSync(SEPARATE, { recursive: true });
}

/**
 * Takes the types of zod from zod: the program's own module passes them on by name, and `infer` as a bare name is a
 * keyword.
 */
function resolveZod(source: string): { id: string; external: true } | null {
  return /(?:^|\/)lazy-zod\.js$/.test(source) ? { id: 'zod', external: true } : null;
}

await writeDeclarations();
