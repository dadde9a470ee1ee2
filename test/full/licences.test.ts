import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, it } from 'vitest';
import config from '../../tsup.config.js';

const ROOT = join(import.meta.dirname, '../..');
const RULE = `\n\n${'-'.repeat(72)}\n\n`;

let sections: { name: string; text: string }[];

beforeAll(() => {
  const [, ...packages] = readFileSync(join(ROOT, 'dist/THIRD-PARTY-LICENCES.txt'), 'utf8').split(RULE);
  sections = packages.map((section) => {
    const [heading = '', ...text] = section.split('\n');
    return { name: heading.split(' ')[0] ?? '', text: text.join('\n') };
  });
});

it('the file of licences lists every package in a bundle, and no other', async () => {
  const listed = new Set(sections.map(({ name }) => name));
  expect([...listed].sort()).toEqual([...(await bundledPackages())].sort());
});

it('each package has the text of its licence, not only its name', () => {
  const incomplete = sections.filter(({ text }) => text.length < 500 || !/copyright|permission/i.test(text));
  expect(incomplete.map(({ name }) => name)).toEqual([]);
});

/** The packages that the bundler puts into a bundle of each entry, by its own account. */
async function bundledPackages(): Promise<Set<string>> {
  if (!Array.isArray(config)) throw new Error('tsup.config.ts is expected to be a list of bundles.');
  const found = new Set<string>();
  for (const { entry, platform, tsconfig } of config) {
    const { metafile } = await build({
      absWorkingDir: ROOT,
      entryPoints: Object.values(entry ?? {}),
      bundle: true,
      metafile: true,
      write: false,
      outdir: 'dist',
      format: 'esm',
      platform: platform === 'browser' ? 'browser' : 'node',
      external: ['libsql', 'sharp'],
      alias: {
        'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
        '@modelcontextprotocol/server/_shims': './build/no-schema-validator.ts',
      },
      logLevel: 'silent',
      ...(typeof tsconfig === 'string' && { tsconfig }),
    });
    for (const output of Object.values(metafile.outputs)) {
      for (const [path, { bytesInOutput }] of Object.entries(output.inputs)) {
        const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
        if (name && bytesInOutput > 0) found.add(name);
      }
    }
  }
  return found;
}

it('names what a package contains under another licence', () => {
  const pdf = sections.find(({ name }) => name === 'unpdf');
  expect(pdf?.text).toMatch(
    /Permission is hereby granted[\s\S]*contains PDF\.js[\s\S]*Apache License\s+Version 2\.0/,
  );
  const source = readFileSync(join(ROOT, 'node_modules/unpdf/dist/pdfjs.mjs'), 'utf8');
  expect(source).toContain(/PDF\.js ([\d.]+)/.exec(pdf?.text ?? '')?.[1]);
});
