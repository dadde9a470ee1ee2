import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { SNIPPETS } from '../house/pages/pages.js';
import { ROOT } from '../house/sources.js';

/** What a snippet may use without making it: what its page has made before, or leaves to the reader. */
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
  function dealWith(event: PostriderEvent): Promise<void>;
  function remember(cursor: string): Promise<void>;
}
`;

/** As a strict project of a reader would be set up. */
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  jsx: ts.JsxEmit.ReactJSX,
  jsxImportSource: 'hono/jsx',
  skipLibCheck: true,
  noEmit: true,
  paths: {
    postrider: [join(ROOT, 'src/index.ts')],
    'postrider/testing': [join(ROOT, 'src/testing/index.ts')],
  },
};

it('TypeScript on the pages compiles', () => {
  const snippets = SNIPPETS.filter(({ language }) => language === 'ts');
  const files = new Map([
    [join(ROOT, 'docs/given.ts'), GIVEN],
    ...snippets.map(
      ({ text }, index) => [join(ROOT, `docs/snippet-${index}.ts`), `${text}\nexport {};\n`] as const,
    ),
  ]);
  const host = ts.createCompilerHost(OPTIONS);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (name) => files.get(name) ?? readFile(name);
  host.fileExists = (name) => files.has(name) || fileExists(name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = files.get(name);
    return text === undefined
      ? getSourceFile(name, version, ...rest)
      : ts.createSourceFile(name, text, version);
  };
  const program = ts.createProgram([...files.keys()], OPTIONS, host);
  const faults = [...files.keys()].flatMap((name, index) =>
    [program.getSyntacticDiagnostics, program.getSemanticDiagnostics]
      .flatMap((diagnose) => diagnose(program.getSourceFile(name)))
      .map(({ messageText }) => [
        snippets[index - 1]?.at,
        ts.flattenDiagnosticMessageText(messageText, '\n'),
      ]),
  );
  expect(snippets.length).toBeGreaterThan(4);
  expect(faults).toEqual([]);
});
