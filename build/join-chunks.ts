import { createHash } from 'node:crypto';
import path from 'node:path';
import { type BuildOptions, build as bundle, type Metafile, type OutputFile, type Plugin } from 'esbuild';

/** A file of the build, by its name without folders, as others import it. */
interface Chunk {
  readonly name: string;
  readonly text: string;
  readonly exports: readonly string[];
  /** The files that are loaded with it. */
  readonly imports: readonly string[];
}

/** Chunks that become one file. */
interface Group {
  readonly name: string;
  readonly members: readonly Chunk[];
}

/**
 * Makes one file of the chunks that are always loaded together. The bundler cuts the program wherever a part that
 * is loaded on demand shares something with the rest: the backend came in 78 files, half of them of a few lines,
 * and each file costs every start about half a millisecond.
 *
 * Chunks belong together where the same entries need them. What only parts loaded on demand need stays as it is,
 * and so do the entries, whose exports are the package's.
 */
export function joinChunks(): Plugin {
  return {
    name: 'join-chunks',
    setup(build) {
      build.initialOptions.metafile = true;
      const entries = Object.keys(build.initialOptions.entryPoints ?? {}).map((name) => `${name}.js`);
      build.onEnd(async (result) => {
        if (result.errors.length > 0 || !result.metafile || !result.outputFiles) return;
        const chunks = chunksOf(result.metafile, result.outputFiles);
        const groups = groupsOf(chunks, entries);
        result.outputFiles = await joined(chunks, groups, build.initialOptions);
      });
    },
  };
}

function chunksOf({ outputs }: Metafile, files: readonly OutputFile[]): ReadonlyMap<string, Chunk> {
  return new Map(
    files.map(({ path: file, text }) => {
      const output = outputs[path.relative(process.cwd(), file).replaceAll(path.sep, '/')];
      if (!output) throw new Error(`join-chunks: nothing is known of ${file}`);
      const name = path.basename(file);
      const imports = output.imports
        .filter(({ kind, external }) => kind === 'import-statement' && external !== true)
        .map((one) => path.basename(one.path));
      return [name, { name, text, exports: output.exports, imports }];
    }),
  );
}

/** No two groups need each other: whatever needs a chunk needs all that the chunk needs. */
function groupsOf(chunks: ReadonlyMap<string, Chunk>, entries: readonly string[]): Group[] {
  const neededBy = new Map<string, string[]>();
  for (const entry of entries) {
    for (const name of closureOf(entry, chunks)) neededBy.set(name, [...(neededBy.get(name) ?? []), entry]);
  }
  const bySet = new Map<string, Chunk[]>();
  for (const [name, chunk] of chunks) {
    const set = neededBy.get(name)?.join();
    if (set !== undefined && !entries.includes(name)) bySet.set(set, [...(bySet.get(set) ?? []), chunk]);
  }
  return [...bySet.values()].filter(({ length }) => length > 1).map(groupOf);
}

function groupOf(members: readonly Chunk[]): Group {
  // Their names hold the hashes of what is in them.
  const names = members.map(({ name }) => name).join();
  const hash = createHash('sha256').update(names).digest('hex').slice(0, 8).toUpperCase();
  return { name: `chunk-${hash}.js`, members };
}

function closureOf(entry: string, chunks: ReadonlyMap<string, Chunk>): ReadonlySet<string> {
  const found = new Set<string>([entry]);
  // A set gives what is added to it while it is gone through.
  for (const name of found) {
    for (const needed of chunks.get(name)?.imports ?? []) found.add(needed);
  }
  return found;
}

async function joined(
  chunks: ReadonlyMap<string, Chunk>,
  groups: readonly Group[],
  first: BuildOptions,
): Promise<OutputFile[]> {
  const groupOfChunk = new Map(groups.flatMap((group) => group.members.map(({ name }) => [name, group])));
  const alone = [...chunks.keys()].filter((name) => !groupOfChunk.has(name));
  const { outputFiles = [] } = await bundle({
    ...first,
    entryPoints: [...groups.map(({ name }) => name), ...alone],
    splitting: false,
    write: false,
    plugins: [linking(chunks, groups, groupOfChunk)],
  });
  return outputFiles.map(({ path: file, hash, text }) => {
    const narrow = inLatin1(text);
    return { path: file, hash, text: narrow, contents: Buffer.from(narrow) };
  });
}

/**
 * The bundler writes other signs as escapes, and leaves regular expressions as they are. One of them beyond Latin-1
 * would have V8 keep the whole file at two bytes a character.
 */
function inLatin1(text: string): string {
  if (/String\.raw`[^`]*[\u0100-\uffff]/.test(text)) {
    throw new Error('join-chunks: a String.raw holds signs that cannot be written as escapes');
  }
  return text.replace(/[\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Where a file of the first build is found in the second. */
function linking(
  chunks: ReadonlyMap<string, Chunk>,
  groups: readonly Group[],
  groupOfChunk: ReadonlyMap<string, Group>,
): Plugin {
  return {
    name: 'linking',
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path: wanted, kind, importer }) => {
        const name = path.basename(wanted);
        if (kind === 'entry-point') return { path: name, namespace: chunks.has(name) ? 'chunk' : 'group' };
        const group = wanted.startsWith('./') ? groupOfChunk.get(name) : undefined;
        if (kind !== 'import-statement' || !group) return { path: wanted, external: true };
        const isInside = group.name === importer || groupOfChunk.get(importer) === group;
        if (isInside) return { path: name, namespace: 'chunk' };
        const names = importedNames(chunks.get(importer)?.text ?? '', name);
        return { path: `${importer} ${name}`, namespace: 'joined-chunk', pluginData: { name, names, group } };
      });
      build.onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path: name }) => ({
        contents: chunks.get(name)?.text ?? '',
      }));
      build.onLoad({ filter: /.*/, namespace: 'group' }, ({ path: name }) => ({
        contents: (groups.find((group) => group.name === name)?.members ?? [])
          .map((chunk, index) =>
            reExport(chunk.name, chunk.exports, (exported) => `${exported} as ${exported}_${index}`),
          )
          .join(''),
      }));
      build.onLoad({ filter: /.*/, namespace: 'joined-chunk' }, ({ pluginData }) => {
        const { name, names, group }: Joined = pluginData;
        const index = group.members.findIndex((member) => member.name === name);
        return { contents: reExport(group.name, names, (exported) => `${exported}_${index} as ${exported}`) };
      });
    },
  };
}

/** A chunk as a file outside its group needs it. */
interface Joined {
  readonly name: string;
  readonly names: readonly string[];
  readonly group: Group;
}

/** What a file takes from a chunk: whatever is offered beyond it would be linked, too. A missing name ends the build. */
function importedNames(text: string, chunk: string): string[] {
  const lists = text.matchAll(/\bimport\s*\{([^}]*)\}\s*from\s*"\.\/([\w.-]+)"/g);
  return [...lists].flatMap(([, list = '', from]) =>
    from === chunk ? list.split(',').flatMap((one) => one.trim().split(/\s/)[0] || []) : [],
  );
}

function reExport(from: string, names: readonly string[], named: (name: string) => string): string {
  return `export { ${names.map(named).join(', ')} } from './${from}';\n`;
}
