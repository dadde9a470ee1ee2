import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { answer, scriptedServer } from '../support/http/scripted-server.js';
import { TEST_KEY } from '../support/test-client.js';

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

/** Bundles a program that uses the built package for a browser. Imports of Node's modules fail. */
async function browserBundle(program: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: ROOT },
    // Without `paths`, by which this project's own files find the sources.
    tsconfigRaw: {},
    bundle: true,
    minify: true,
    write: false,
    platform: 'browser',
    format: 'esm',
  });
  const [file] = outputFiles;
  return file?.text ?? '';
}

it('the client costs a browser under 64 KB, and calls a backend from there', async () => {
  const bundle = await browserBundle(`export { PostriderClient } from 'postrider/client';`);
  expect(bundle.length).toBeLessThan(64_000);
  const server = await scriptedServer(answer({ id: 'post_1' }));
  const { PostriderClient }: typeof import('../../src/client/index.js') = await import(
    `data:text/javascript,${encodeURIComponent(bundle)}`
  );
  const client = new PostriderClient({ apiKey: TEST_KEY, baseUrl: server.url });
  expect((await client.posts.get('post_1')).id).toBe('post_1');
});

it.each([
  ['postrider', 'PLATFORMS'],
  ['postrider', 'SCOPES'],
  ['postrider', 'API_ERROR_CODES'],
  ['postrider/client', 'PLATFORMS'],
  ['postrider/client', 'NotFoundError'],
])('from %s, %s alone costs a browser under 10 KB', async (entry, name) => {
  const bundle = await browserBundle(`import { ${name} } from '${entry}'; console.log(${name});`);
  expect(bundle).toContain('console.log');
  expect(bundle.length).toBeLessThan(10_000);
});

it('browsers get the same names from the main entry as Node', async () => {
  const names = async (module: Promise<object>) => Object.keys(await module).sort();
  expect(await names(import('../../src/index-browser.js'))).toEqual(
    await names(import('../../src/index.js')),
  );
});
