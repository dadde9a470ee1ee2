import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/command-table.js';
import { CreatedPost } from '../../src/contract/posts/posts.js';
import { read } from '../house/sources.js';
import { CliHarness } from './support/cli-harness.js';
import { commandTyped } from './support/typed-line.js';

const folder = mkdtempSync(join(tmpdir(), 'postrider-docs-'));
let harness: CliHarness;

beforeAll(async () => {
  harness = await CliHarness.open();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await harness.close();
});

/** A page's code blocks in one language. */
const examplesIn = (page: string, language: string): string[] =>
  [...read(page).matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, name]) => name === language)
    .map(([, , text = '']) => text);

const typed = ['docs/inbox.md', 'docs/importing.md'].flatMap((page) =>
  examplesIn(page, 'sh')
    .flatMap((text) => text.split('\n'))
    .filter((line) => line.startsWith('postrider '))
    .map((line) => line.replace(/^postrider /, '')),
);

it.each(typed)('%s can be typed as the page says', async (line) => {
  expect(line.startsWith((await commandTyped(line)) ?? '?')).toBe(true);
});

it('every inbox command is on the page', () => {
  const answering = COMMANDS.filter(({ group, name }) => group === 'Inbox' && name.includes(' '));
  const unnamed = answering.filter(
    ({ name }) => !typed.some((line) => line.startsWith(name)) && name !== 'messages get',
  );
  expect(unnamed.map(({ name }) => name)).toEqual([]);
});

it('the Markdown post on the page can be created', async () => {
  const [example = ''] = examplesIn('docs/importing.md', 'text');
  const path = join(folder, 'post.md');
  writeFileSync(path, example);
  const post = CreatedPost.parse(await harness.json('posts', 'create', '--from', path));
  expect(post).toMatchObject({ status: 'scheduled', text: 'We are open on Sunday.\n\nCome by.' });
});

it.each([
  ['csv', 3],
  ['jsonl', 2],
] as const)('the rows in %s are accepted as the page shows them', async (language, rows) => {
  const [example = ''] = examplesIn('docs/importing.md', language);
  const path = join(folder, `rows.${language}`);
  writeFileSync(path, example);
  const { code, stdout } = await harness.run('posts', 'import', path, '--allow-duplicate');
  expect(code).toBe(0);
  expect(stdout.match(/created/g)).toHaveLength(rows);
});
