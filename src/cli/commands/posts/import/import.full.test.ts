import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliHarness } from '../../../../../test/cli/support/cli-harness.js';
import { Machine, ROOT } from '../../../../../test/cli/support/program.js';
import { CreatedPost, Post } from '../../../../contract/posts/posts.js';

const folder = mkdtempSync(join(tmpdir(), 'postrider-import-'));
let harness: CliHarness;

beforeAll(async () => {
  harness = await CliHarness.open();
  mkdirSync(join(folder, 'pics'));
  cpSync(join(ROOT, 'test/fixtures/media/photo.jpg'), join(folder, 'pics/beans.jpg'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await harness.close();
});

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

interface RowReport {
  readonly outcome: string;
  readonly postId: string | null;
  readonly idempotencyKey: string;
  readonly errors: readonly string[];
}

/** Runs an import and returns its rows and exit code. */
async function imported(
  ...args: readonly string[]
): Promise<{ code: number; rows: RowReport[]; stderr: string }> {
  const { code, stdout, stderr } = await harness.run('posts', 'import', ...args, '--json');
  const lines = stdout.split('\n').filter(Boolean);
  return { code, rows: lines.map((line): RowReport => JSON.parse(line)), stderr };
}

const outcomes = ({ rows }: { readonly rows: readonly RowReport[] }) => rows.map(({ outcome }) => outcome);
const read = async (id: string | null | undefined) =>
  Post.parse(await harness.json('posts', 'get', id ?? ''));

describe('posts create --from', () => {
  it('reads networks, time, media and overrides from the front matter, and the text from the body', async () => {
    const path = file(
      'post.md',
      [
        '---',
        'platforms: [bluesky, twitter]',
        'at: tomorrow 9:00',
        'timezone: Europe/Berlin',
        'media: pics/beans.jpg',
        'alt: [A bag of beans]',
        'overrides:',
        '  x:',
        '    text: Open on Sunday!',
        '    thread: [From 9 to 5.]',
        '---',
        '',
        'We are open on **Sunday**.',
        '',
        'Come by.',
        '',
      ].join('\n'),
    );
    const post = CreatedPost.parse(await harness.json('posts', 'create', '--from', path));
    expect(post).toMatchObject({
      status: 'scheduled',
      text: 'We are open on **Sunday**.\n\nCome by.',
      altTexts: ['A bag of beans'],
      overrides: [{ target: 'x', text: 'Open on Sunday!', thread: ['From 9 to 5.'] }],
    });
    expect(post.mediaUrls[0]).toMatch(/^med_/);
    expect(post.when?.local).toContain('09:00');
    expect(post.targets.map(({ platform }) => platform)).toEqual(['bluesky', 'x']);
  });

  it('reports errors with line, field and a suggestion', async () => {
    const path = file(
      'bad.md',
      [
        '---',
        'platfroms: [bluesky]',
        'to: blusky',
        'title: Hello',
        'overrides:',
        '  x:',
        '    txt: hi',
        '---',
        'Text',
      ].join('\n'),
    );
    const { code, stderr } = await harness.run('posts', 'create', '--from', path);
    expect(code).toBe(2);
    expect(stderr).toContain(`${path}:2: platfroms: unknown field. Did you mean platforms?`);
    expect(stderr).toContain(`${path}:3: to: unknown network "blusky". Did you mean bluesky?`);
    expect(stderr).toContain(`${path}:4: title: depends on the network`);
    expect(stderr).toContain(`${path}:7: overrides.x.txt: unknown field. Did you mean text?`);
    expect(stderr).not.toContain('Nothing was changed.');
  });

  it.each([
    ['---\nat: 2020-01-01 10:00\n---\nx', ':2: at: '],
    ['---\nto: x\nmedia: pics/none.jpg\n---\nx', ':3: media: file not found: '],
    ['---\nplatforms: [a\n---\nx', 'not valid YAML'],
    ['---\nplatforms: x\nText', 'has no end'],
    ['---\n- x\n---\nText', 'must be fields'],
    ['---\ntext: One\n---\nTwo', ':2: text: the text is also below'],
    ['---\nto: x\noverrides: {x: {privacy: all}}\n---\nTwo', ':3: overrides.x.privacy'],
  ])('refuses %j', async (content, words) => {
    const { code, stderr } = await harness.run('posts', 'create', '--from', file('wrong.md', content));
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  });

  it('lets options override the file, asks before publishing, and rejects a second text', async () => {
    const path = file(
      'plain.md',
      `---\nplatforms: x\nallowDuplicate: true\n---\n${harness.tools.newText()}\n`,
    );
    const args = ['posts', 'create', '--from', path, '--to', 'bluesky'];
    expect((await harness.run(...args, '--now')).code).toBe(8);
    const asked = await harness.ask([...args, '--now'], { answers: ['n'] });
    expect([asked.code, asked.stderr]).toEqual([8, expect.stringContaining('Publish?')]);
    const post = CreatedPost.parse(await harness.json(...args, '--at', 'in 2 days'));
    expect([post.status, post.targets[0]?.platform]).toEqual(['scheduled', 'bluesky']);
    expect((await harness.run(...args, '--text', 'Other')).code).toBe(2);
  });
});

const CSV = `platforms,text,at,media,x.text
"bluesky,x","Sunday, from
nine",in 2 days,pics/beans.jpg,Short
bluesky,Only a draft,,,
blusky,Nobody goes there,,,
mastodon,Long gone,2020-01-01 10:00,,
bluesky,And one more,in 3 days,,
`;

describe('posts import', () => {
  it('checks every row with --dry-run, and creates nothing', async () => {
    const path = file('dry.csv', CSV);
    const { code, stdout, stderr } = await harness.run('posts', 'import', path, '--dry-run');
    expect(code).toBe(4);
    expect(stdout).toMatch(/✓ row 1 \(line 2\) +valid/);
    expect(stdout).toMatch(/✗ row 3 \(line 5\) +rejected\n +platforms: unknown network "blusky"/);
    expect(stdout).toMatch(/✗ row 4 \(line 6\) +rejected\n +at: /);
    expect(stderr).toBe('3 valid, 2 rejected.\n');
    expect(await harness.json('posts', 'list', '--text', 'Only a draft')).toMatchObject({ data: [] });
  });

  it('warns of invisible characters in a row, and shows where they are', async () => {
    const path = file('hidden.csv', 'to,text\nbluesky,"Pay \u202ehere\u200b today"\nbluesky,Plain words\n');
    const { code, stdout } = await harness.run('posts', 'import', path, '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toContain('Warning: The text contains 2 invisible characters');
    expect(stdout).toContain('Warning: It reads “Pay ⟨U+202E⟩here⟨U+200B⟩ today”.');
    expect(stdout.match(/Warning:/g)).toHaveLength(2);
    const { stdout: lines } = await harness.run('posts', 'import', path, '--dry-run', '--json');
    const warnings = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).warnings.length);
    expect(warnings).toEqual([2, 0]);
  });

  it('creates a post for each valid row, and nothing twice for the same file', async () => {
    const path = file('posts.csv', CSV);
    const resultFile = join(folder, 'done.jsonl');
    const first = await imported(path, '--result', resultFile);
    expect(first.code).toBe(4);
    expect(outcomes(first)).toEqual(['created', 'created', 'refused', 'refused', 'created']);
    const written = readFileSync(resultFile, 'utf8').trim().split('\n');
    expect(written.map((line) => JSON.parse(line))).toEqual(first.rows);
    const post = await read(first.rows[0]?.postId);
    expect(post).toMatchObject({
      text: 'Sunday, from\nnine',
      overrides: [{ target: 'x', text: 'Short' }],
      idempotencyKey: first.rows[0]?.idempotencyKey,
    });
    const second = await imported(path);
    expect(outcomes(second)).toEqual([
      'already_there',
      'already_there',
      'refused',
      'refused',
      'already_there',
    ]);
    expect(second.rows[0]?.postId).toBe(first.rows[0]?.postId);
    file('posts.csv', CSV.replace('blusky,', 'bluesky,'));
    expect(outcomes(await imported(path))[2]).toBe('created');
  });

  it('creates nothing twice after the idempotency records have expired', async () => {
    const path = file('later.jsonl', JSON.stringify({ platform: 'bluesky', text: 'Once, for good' }));
    expect(outcomes(await imported(path))).toEqual(['created']);
    await harness.tools.pass(3 * 24 * 3600);
    const again = await imported(path);
    expect([again.code, outcomes(again)]).toEqual([0, ['already_there']]);
    expect(outcomes(await imported(path, '--import-id', 'another', '--allow-duplicate'))).toEqual([
      'created',
    ]);
  });

  it('reads JSON Lines, continues after an invalid row, and stops at it with --stop-on-error', async () => {
    const rows = [
      JSON.stringify({ platforms: ['bluesky'], text: 'First of three', overrides: { bluesky: { alt: [] } } }),
      '{"platforms": ',
      JSON.stringify({ platforms: ['bluesky'], txt: 'No text' }),
      JSON.stringify({ platforms: ['bluesky'], text: 'Last of three' }),
    ];
    const path = file('rows.jsonl', `${rows.join('\n')}\n\n`);
    const stopping = await imported(path, '--stop-on-error');
    expect([stopping.code, outcomes(stopping)]).toEqual([
      4,
      ['created', 'refused', 'not_tried', 'not_tried'],
    ]);
    const going = await imported(path);
    expect(outcomes(going)).toEqual(['already_there', 'refused', 'refused', 'created']);
    expect(going.rows[1]?.errors[0]).toContain('not valid JSON');
    expect(going.rows[2]?.errors[0]).toBe('txt: unknown field. Did you mean text?');
  });

  it('asks before publishing rows that could not be stopped in time', async () => {
    const path = file('now.jsonl', JSON.stringify({ to: 'bluesky', text: 'At once', scheduleMode: 'now' }));
    const script = await harness.run('posts', 'import', path);
    expect([script.code, script.stderr]).toEqual([
      8,
      expect.stringContaining('Publishing 1 of 1 rows (1) now'),
    ]);
    expect((await harness.ask(['posts', 'import', path], { answers: ['n'] })).code).toBe(8);
    const done = await imported(path, '--yes');
    expect([done.code, outcomes(done)]).toEqual([0, ['created']]);
  });

  it('waits when rate limited, and continues', async () => {
    const limits = { on: 'api', path: '/v1/posts', method: 'POST', times: 3 };
    const does = { kind: 'status', status: 429, effect: 'before' };
    await harness.tools.service.post('/v1/test/faults', { ...limits, does });
    const path = file('many.jsonl', JSON.stringify({ to: 'bluesky', text: 'After a while' }));
    expect(outcomes(await imported(path))).toEqual(['created']);
  });

  it('reports errors of the whole file', async () => {
    const open = await harness.run('posts', 'import', file('open.csv', 'text,at\n"never closed,x\n'));
    expect([open.code, open.stderr]).toEqual([2, expect.stringContaining('not valid CSV')]);
    const twice = await harness.run('posts', 'import', file('twice.csv', 'text,text\na,b\n'));
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('"text" appears twice')]);
    const empty = await harness.run('posts', 'import', file('empty.csv', ''));
    expect([empty.code, empty.stderr]).toEqual([0, 'No rows.\n']);
    expect((await harness.run('posts', 'import', join(folder, 'nowhere.csv'))).code).toBe(2);
  });

  it('reads semicolons and a byte order mark, as spreadsheets write them', async () => {
    const machine = new Machine();
    const path = file('excel.csv', '\uFEFFtext;to\r\n"One; two";bluesky,x\r\n');
    const { code, stdout } = await machine.run(['posts', 'import', path, '--quiet'], { env: harness.env });
    await machine.remove();
    expect(code).toBe(0);
    const post = await read(stdout.trim());
    expect([post.text, post.targets.length]).toEqual(['One; two', 2]);
  });
});
