import path from 'node:path';
import type { OutputFile, Plugin } from 'esbuild';
import { type GetModuleInfo, type OutputChunk, rollup } from 'rollup';

/** Loaded on demand by almost every command: without a group of its own, its share would be in the backend's chunk. */
const COMMANDS = /^command-table-/;

/**
 * Merges the chunks that the same entries load at start-up. esbuild starts a chunk wherever a part that is loaded on
 * demand shares code with the rest: the backend read 89 files to start, most of them below 2 KB, and each costs about
 * half a millisecond. Parts that are loaded on demand keep their own files.
 */
export function mergeChunks(): Plugin {
  return {
    name: 'merge-chunks',
    setup(build) {
      const entries = Object.keys(build.initialOptions.entryPoints ?? {}).map((name) => `${name}.js`);
      build.onEnd(async (result) => {
        if (result.errors.length > 0) return;
        result.outputFiles = await merged(result.outputFiles ?? [], entries);
      });
    },
  };
}

async function merged(files: readonly OutputFile[], entries: readonly string[]): Promise<OutputFile[]> {
  const folder = path.dirname(files[0]?.path ?? '');
  const textOf = new Map(files.map(({ path: file, text }) => [path.basename(file), text]));
  const roots = [...entries, ...[...textOf.keys()].filter((name) => COMMANDS.test(name))];
  const bundle = await rollup({
    input: [...entries],
    treeshake: false,
    makeAbsoluteExternalsRelative: false,
    onwarn({ code, message }) {
      // Packages import names that they never use.
      if (code !== 'UNUSED_EXTERNAL_IMPORT') throw new Error(`merge-chunks: ${message}`);
    },
    plugins: [
      {
        name: 'built-files',
        resolveId(id) {
          const name = path.basename(id);
          return textOf.has(name) ? name : { id, external: true };
        },
        load: (name) => textOf.get(name),
      },
    ],
  });
  const { output } = await bundle.generate({
    format: 'es',
    compact: true,
    chunkFileNames: 'chunk-[hash].js',
    hoistTransitiveImports: false,
    manualChunks: (name, { getModuleInfo }) => groupOf(name, roots, getModuleInfo),
  });
  await bundle.close();
  return output
    .filter((chunk): chunk is OutputChunk => chunk.type === 'chunk')
    .map(({ fileName, code }) => {
      const text = inLatin1(code);
      return { path: path.join(folder, fileName), text, contents: Buffer.from(text), hash: fileName };
    });
}

/**
 * esbuild escapes other characters, but not in regular expressions. A single one beyond Latin-1 makes V8 store the
 * whole file with two bytes per character.
 */
function inLatin1(code: string): string {
  if (/String\.raw`[^`]*[\u0100-\uffff]/.test(code)) {
    throw new Error('merge-chunks: String.raw cannot contain characters beyond Latin-1');
  }
  return code.replace(/[\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * The roots that import a chunk without `import()`, which name its group. Two groups cannot import each other:
 * whatever imports a chunk also imports all that the chunk imports.
 */
function groupOf(name: string, roots: readonly string[], getModuleInfo: GetModuleInfo): string | undefined {
  if (roots.includes(name)) return undefined;
  const importers = new Set([name]);
  // A set also yields what is added to it during the iteration.
  for (const one of importers) {
    for (const importer of getModuleInfo(one)?.importers ?? []) importers.add(importer);
  }
  const group = roots.filter((root) => importers.has(root)).join();
  return group === '' ? undefined : group;
}
