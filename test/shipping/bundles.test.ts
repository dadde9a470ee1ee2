import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** What a host, a program and a backend load. */
const ENTRIES = ['src/mcp/stdio/stdio-server.ts', 'src/index.ts', 'src/backend/app/start.ts'];

// A namespace that is used as a value, as in `const { object } = z`, adds all of zod: 350 KB that every start reads.
it('bundles contain one language of zod', async () => {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES,
    bundle: true,
    metafile: true,
    write: false,
    outdir: 'dist',
    platform: 'node',
    format: 'esm',
    external: ['libsql', 'sharp'],
  });
  for (const entry of ENTRIES) {
    const [bundle] = Object.values(metafile.outputs).filter(({ entryPoint }) => entryPoint === entry);
    const languages = Object.entries(bundle?.inputs ?? {})
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .flatMap(([file]) => /zod\/v4\/locales\/([a-z]{2}(?:-[A-Z]{2})?)\.js$/.exec(file)?.[1] ?? []);
    expect(languages, entry).toEqual(['en']);
  }
});

/** Bundles a program for a browser. Imports of Node's modules fail. */
async function browserBundle(program: string) {
  const { metafile } = await build({
    stdin: { contents: program, resolveDir: ROOT },
    absWorkingDir: ROOT,
    // As the package declares it for the built files.
    plugins: [
      {
        name: 'without-side-effects',
        setup({ onResolve }) {
          onResolve({ filter: /^postrider\/client$/ }, () => ({
            path: join(ROOT, 'src/client/index.ts'),
            sideEffects: false,
          }));
        },
      },
    ],
    bundle: true,
    minify: true,
    metafile: true,
    write: false,
    outdir: 'dist',
    platform: 'browser',
    format: 'esm',
  });
  const outputs = Object.values(metafile.outputs);
  return {
    bytes: outputs.reduce((sum, { bytes }) => sum + bytes, 0),
    files: outputs.flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
    ),
  };
}

it('a client in a browser costs under 60 KB, without Node’s modules and without zod', async () => {
  const { bytes, files } = await browserBundle(
    `import { PostriderClient } from 'postrider/client'; console.log(new PostriderClient());`,
  );
  expect(bytes).toBeLessThan(60_000);
  expect(files).toContain('src/client/fetch-client.ts');
  expect(files.filter((file) => file.includes('node_modules'))).toEqual([]);
});

it.each(['PLATFORMS', 'SCOPES', 'API_ERROR_CODES'])('%s in a browser costs under 10 KB', async (name) => {
  const { bytes } = await browserBundle(`import { ${name} } from 'postrider/client'; console.log(${name});`);
  expect(bytes).toBeLessThan(10_000);
});
