import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Machine, type RunOptions } from '../../../../test/cli/support/program.js';
import { atTerminal, inPipe } from '../../../../test/cli/support/terminal.js';
import { AccountPage } from '../../../contract/accounts/accounts.js';
import { CreatedPost, Post, PostPage } from '../../../contract/posts/posts.js';

const machine = new Machine();

beforeAll(async () => {
  await machine.login(await machine.serve(), 'sandbox');
});

afterAll(() => machine.remove());

const create = (args: readonly string[], options?: RunOptions) =>
  machine.run(['posts', 'create', '--to', 'bluesky', ...args], options);

/** The same in this process, for posts that are only read. */
const prepare = (args: readonly string[]) =>
  inPipe(['posts', 'create', '--to', 'bluesky', ...args], machine.env);

describe('accounts', () => {
  it('are a table in a pipe, with full lines and no colours', async () => {
    const { stdout } = await machine.run(['accounts']);
    const [heading = '', ...rows] = stdout.trimEnd().split('\n');
    expect(heading).toMatch(/^NETWORK +HANDLE +HEALTH/);
    expect(rows).toHaveLength(10);
    expect(rows.every((row) => /acc_\w{26}$/.test(row))).toBe(true);
    expect(stdout).not.toContain('\u001b');
  });

  it('print the API’s page with --json, for the named networks', async () => {
    const { stdout } = await machine.run(['accounts', '--platform', 'twitter,bsky', '--json']);
    expect(AccountPage.parse(JSON.parse(stdout)).data.map(({ platform }) => platform)).toEqual([
      'x',
      'bluesky',
    ]);
  });

  it('fit a narrow terminal', async () => {
    for (const columns of [60, 80, 120]) {
      const { stdout } = await atTerminal(['accounts'], { env: machine.env, columns });
      const longest = Math.max(...stdout.split('\n').map((line) => line.length));
      expect(longest).toBeLessThanOrEqual(columns);
    }
  });
});

describe('posts create', () => {
  it('saves a draft by default', async () => {
    const { code, stdout } = await create(['--text', 'A draft', '--json']);
    expect(code).toBe(0);
    expect(CreatedPost.parse(JSON.parse(stdout))).toMatchObject({ status: 'draft', text: 'A draft' });
  });

  it('publishes now with --yes and waits for the URLs', async () => {
    const { code, stdout } = await create(['--text', 'Out now', '--now', '--yes']);
    expect(code).toBe(0);
    expect(stdout).toContain('published');
    const [address = ''] = /http:\/\/127\.0\.0\.1:\d+\/network\/bluesky\S+/.exec(stdout) ?? [];
    expect((await fetch(address)).status).toBe(200);
  });

  it('reads the text from standard input or a file, and prints the id with --quiet', async () => {
    const file = join(machine.home, 'post.txt');
    writeFileSync(file, 'From a file\nwith two lines\n');
    const [piped, read] = await Promise.all([
      create(['--quiet'], { input: 'From a pipe\n' }),
      create(['--quiet', '--text-file', file]),
    ]);
    const texts = await Promise.all(
      [piped, read].map(async ({ stdout }) => {
        const shown = await machine.run(['posts', 'get', stdout.trim(), '--json']);
        return Post.parse(JSON.parse(shown.stdout)).text;
      }),
    );
    expect(texts).toEqual(['From a pipe', 'From a file\nwith two lines']);
  });

  it('reads a human time and prints it with its zone and distance', async () => {
    const soon = new Date(Date.now() + 3 * 24 * 60 * 60_000).toISOString().slice(0, 10);
    const { stdout, stderr } = await create([
      // Not “tomorrow”: around midnight it adds a note about the date.
      ...['--text', 'Soon', '--at', `${soon} 9:00`, '--timezone', 'Europe/Berlin'],
    ]);
    expect(stdout).toMatch(/\w{3} \d{4}-\d\d-\d\d 09:00 Europe\/Berlin \(UTC\+0[12]:00\), in .+/);
    expect(stderr).toBe('');
    const assumed = await create(['--text', 'Tomorrow too', '--at', 'tomorrow 9:00']);
    expect(assumed.stderr).toContain('No time zone was given');
  });

  it('asks in a terminal before publishing, with a preview', async () => {
    const args = ['posts', 'create', '--to', 'bluesky,x', '--text', 'Really?', '--now'];
    const no = await atTerminal(args, { env: machine.env, answers: ['n'] });
    expect(no.code).toBe(8);
    expect(no.stderr).toContain('│ Really?');
    const yes = await atTerminal(args, { env: machine.env, answers: ['y'] });
    expect(yes.code).toBe(0);
    expect(yes.stdout).toContain('published');
  });

  it('needs --yes without a terminal, also for a time within two hours', async () => {
    for (const when of [['--now'], ['--at', 'in 5 min']]) {
      const { code, stderr } = await prepare(['--text', `Soon ${when}`, ...when]);
      expect(code).toBe(8);
      expect(stderr).toContain('Nothing was changed.');
      expect(stderr).toContain('--yes');
    }
  });

  it('does not act twice under one idempotency key', async () => {
    const args = ['--text', 'Once', '--now', '--yes', '--quiet', '--idempotency-key', 'once-1'];
    const first = await create(args);
    const second = await create(args);
    expect(second.stdout).toBe(first.stdout);
    const found = await machine.run(['posts', 'list', '--idempotency-key', 'once-1', '--quiet']);
    expect(found.stdout).toBe(first.stdout);
  });
});

describe('posts list and get', () => {
  it('print text by default, and the API’s objects with --json', async () => {
    const made = CreatedPost.parse(JSON.parse((await prepare(['--text', 'To be found', '--json'])).stdout));
    const table = await machine.run(['posts', 'list', '--text', 'To be found']);
    expect(table.stdout).toMatch(/^ID +STATUS +WHEN +NETWORKS +TEXT\n/);
    expect(table.stdout).toContain(made.id);
    const page = await machine.run(['posts', 'list', '--text', 'To be found', '--json']);
    expect(PostPage.parse(JSON.parse(page.stdout)).data.map(({ id }) => id)).toEqual([made.id]);
    const one = await machine.run(['posts', 'get', made.id]);
    expect(one.stdout).toContain('To be found');
  });

  it('print one page, or all of them', async () => {
    await Promise.all(['one', 'two', 'three'].map((word) => prepare(['--text', `Page ${word}`])));
    const first = await machine.run(['posts', 'list', '--text', 'Page', '--limit', '2', '--json']);
    const { data, nextCursor } = PostPage.parse(JSON.parse(first.stdout));
    expect(data).toHaveLength(2);
    const rest = await machine.run([
      'posts',
      'list',
      '--text',
      'Page',
      '--cursor',
      nextCursor ?? '',
      '--quiet',
    ]);
    expect(rest.stdout.trim().split('\n')).toHaveLength(1);
    const all = await machine.run(['posts', 'list', '--text', 'Page', '--limit', '1', '--all', '--quiet']);
    expect(all.stdout.trim().split('\n')).toHaveLength(3);
  });

  it('print other people’s text without terminal control characters', async () => {
    const nasty = 'red \u001b[31mtext\u001b[0m \u001b]0;title\u0007 \u009b2J \u202eback\r\nnext';
    const id = (await prepare(['--quiet', '--text', nasty])).stdout.trim();
    const shown = await machine.run(['posts', 'get', id]);
    const listed = await machine.run(['posts', 'list', '--text', 'red']);
    const answered = await machine.run(['call', 'get_post', `id=${id}`, 'response_format=detailed']);
    for (const { stdout } of [shown, listed, answered]) {
      expect(stdout).toContain('red');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
      expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
    }
    const json = await machine.run(['posts', 'get', id, '--json']);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
    expect(json.stdout).not.toMatch(/[\u001b\u009b\u202e]/);
    expect(Post.parse(JSON.parse(json.stdout)).text).toContain('\u001b[31m');
  });
});
