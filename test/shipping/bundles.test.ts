import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** What a host, a program and a backend load. */
const ENTRIES = ['src/mcp/stdio/stdio-server.ts', 'src/index.ts', 'src/backend/app/start.ts'];

// A namespace that is used as a value, as in `const { object } = z`, adds all of zod: 350 KB that every start reads.
it('bundles contain one language of zod', async () => {
  const { metafile } = await build({
    absWorkingDir: join(import.meta.dirname, '../..'),
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
