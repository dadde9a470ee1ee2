import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { SNIPPETS } from '../house/pages/pages.js';
import { ROOT } from '../house/sources.js';

/** Names that a snippet may use without declaring them: declared earlier on the page, or left to the reader. */
const GIVEN = `
import type { PostriderClient, PostriderEvent } from 'postrider';
import type { TestBackend } from 'postrider/testing';
declare global {
  const client: PostriderClient;
  const backend: TestBackend;
  const post: Awaited<ReturnType<PostriderClient['posts']['create']>>;
  const lastCursor: string;
  const rawBody: string;
  const request: { headers: Record<string, string> };
  function handle(event: PostriderEvent): Promise<void>;
  function remember(cursor: string): Promise<void>;
}
`;

/** The compiler options of a strict project. */
const PROJECT = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    jsx: 'react-jsx',
    jsxImportSource: 'hono/jsx',
    skipLibCheck: true,
    noEmit: true,
    paths: {
      postrider: [join(ROOT, 'src/index.ts')],
      'postrider/client': [join(ROOT, 'src/client/index.ts')],
      'postrider/testing': [join(ROOT, 'src/testing/index.ts')],
    },
  },
  include: ['*.ts'],
};

const snippets = SNIPPETS.filter(({ language }) => language === 'ts');
/** Inside the package, so that its dependencies resolve. */
const folder = mkdtempSync(join(ROOT, 'dist/snippets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** @returns the compiler errors by file name */
function compile(): Promise<readonly string[]> {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { cwd: folder }, (error, said) => {
      if (error && said === '') reject(error);
      else resolve(said.split('\n').filter((line) => line !== ''));
    });
  });
}

function writeProject(texts: readonly string[]): void {
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(PROJECT));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'given.ts'), GIVEN);
  for (const [index, text] of texts.entries()) {
    writeFileSync(join(folder, `snippet-${index}.ts`), `${text}\nexport {};\n`);
  }
}

it('TypeScript snippets in the documentation compile', async () => {
  expect(snippets.length).toBeGreaterThan(4);
  writeProject([...snippets.map(({ text }) => text), 'const wrong: number = client.posts;']);
  const faults = await compile();
  const own = `snippet-${snippets.length}.ts`;
  expect(faults.filter((fault) => fault.startsWith(own))).toHaveLength(1);
  const where = snippets.map(({ at }, index) => [`snippet-${index}.ts`, at] as const);
  expect(
    faults
      .filter((fault) => !fault.startsWith(own))
      .map((fault) => [where.find(([name]) => fault.startsWith(name))?.[1], fault]),
  ).toEqual([]);
});
