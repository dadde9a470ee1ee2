import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** What `docs/architecture.md` promises of a new network. */
const MAX_FILES = 7;
const MAX_EDITS = 4;

const ROOT = join(import.meta.dirname, '../..');
const FIXTURES = join(ROOT, 'test/fixtures/eleventh-network');
const FILES = join(FIXTURES, 'files');

/** Limits on each program, in milliseconds: a type check takes about 10 s, the walk about as long. */
const PROGRAM_LIMIT_MS = 120_000;

/** One line of an existing file, and the start of the line that it follows. */
interface Edit {
  readonly file: string;
  readonly after: string;
  readonly line: string;
}

const edits: readonly Edit[] = JSON.parse(readFileSync(join(FIXTURES, 'edits.json'), 'utf8'));

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'postrider-eleventh-'));
  for (const name of ['src', 'package.json', 'tsconfig.json']) {
    cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  cpSync(FILES, copy, { recursive: true, errorOnExist: true, force: false });
  cpSync(join(FIXTURES, 'walk.ts'), join(copy, 'walk.ts'));
  for (const edit of edits) apply(edit);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function apply({ file, after, line }: Edit): void {
  const path = join(copy, file);
  const lines = readFileSync(path, 'utf8').split('\n');
  const places = lines.flatMap((text, index) => (text.startsWith(after) ? [index] : []));
  expect(places, `lines of ${file} that start with "${after}"`).toHaveLength(1);
  lines.splice((places[0] ?? 0) + 1, 0, line);
  writeFileSync(path, lines.join('\n'));
}

/** Runs Node in the copy. @returns what the program printed */
async function run(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: copy,
    timeout: PROGRAM_LIMIT_MS,
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout;
}

it('a new network takes at most seven new files and four edits of one line', () => {
  const files = readdirSync(FILES, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.length).toBeLessThanOrEqual(MAX_FILES);
  expect(edits.length).toBeLessThanOrEqual(MAX_EDITS);
  for (const { line } of edits) expect(line).not.toContain('\n');
});

it('the project with the new network type-checks', async () => {
  writeFileSync(
    join(copy, 'tsconfig.product.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      include: ['src', 'walk.ts'],
      exclude: ['src/browser', 'src/**/*.test.ts'],
    }),
  );
  const printed = await run(
    'node_modules/typescript/bin/tsc',
    '--noEmit',
    '-p',
    'tsconfig.product.json',
  ).catch((error: { readonly stdout?: string }) => error.stdout ?? String(error));
  expect(printed).toBe('');
});

it('the new network works through the API, on its own pages and in the tools', async () => {
  const seen = JSON.parse(await run('--import', 'tsx', 'walk.ts'));
  expect(seen.demo).toMatchObject([{ platform: 'pebble', handle: '@fernhill' }]);
  expect(seen.connected).toMatchObject({
    platform: 'pebble',
    handle: '@northwind',
    limits: { text: { max: 200, unit: 'codepoints' }, postsPerDay: { max: 100 } },
  });
  expect(seen.post).toMatchObject({
    status: 'published',
    targets: [{ status: 'published', url: expect.stringMatching(/\/network\/pebble\/@northwind\/\d{12}$/) }],
  });
  expect(seen.page).toContain('A pebble for the pond.');
  expect(seen.page).toContain('And another one.');
  expect(seen.styles).toContain('.pebble');
  expect(seen.validated).toMatchObject({
    ok: false,
    targets: [{ errors: [{ code: 'text_too_long', source: 'https://pebble.example/docs/api' }] }],
  });
  expect(seen.initialized).toContain('facebook, pebble');
  expect(seen.tools).toMatch(/"enum":\[[^\]]*"pebble"/);
  expect(seen.tools).toMatch(/Required on [\w, ]*pebble/);
  expect(seen.tools).toMatch(/Further posts \([\w, ]*pebble/);
});
