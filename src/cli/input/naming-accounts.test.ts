import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliHarness } from '../../../test/cli/support/cli-harness.js';
import { ROOT } from '../../../test/cli/support/program.js';
import { CreatedPost } from '../../contract/posts/posts.js';

const folder = mkdtempSync(join(tmpdir(), 'postrider-names-'));
let harness: CliHarness;
let bluesky: { id: string; handle: string };

beforeAll(async () => {
  harness = await CliHarness.open();
  const { data } = (await harness.json('accounts', '--platform', 'bluesky')) as {
    data: (typeof bluesky)[];
  };
  const [first] = data;
  if (first === undefined) throw new Error('No Bluesky account is connected.');
  bluesky = first;
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await harness.close();
});

const create = (...args: readonly string[]) =>
  harness
    .json('posts', 'create', '--text', harness.tools.newText(), ...args)
    .then((post) => CreatedPost.parse(post));
const accountsOf = ({ targets }: CreatedPost) => targets.map(({ accountId }) => accountId);

describe('naming accounts by handle', () => {
  it('takes handles, networks and ids in --to and --account', async () => {
    const bare = bluesky.handle.replace(/^@/, '');
    for (const word of [`bluesky:${bluesky.handle}`, `bluesky:@${bare.toUpperCase()}`, bluesky.id])
      expect(accountsOf(await create('--to', word))).toEqual([bluesky.id]);
    expect(accountsOf(await create('--account', `bluesky:${bare}`))).toEqual([bluesky.id]);
    const both = await create('--to', `mastodon,bluesky:${bare}`);
    expect(both.targets.map(({ platform }) => platform).sort()).toEqual(['bluesky', 'mastodon']);
  });

  it('takes them in filters, schedules and commands on accounts', async () => {
    const word = `bluesky:${bluesky.handle}`;
    for (const command of [
      ['posts', 'list', '--account', word],
      ['slots', '--account', word],
      ['calendar', '--account', word],
      ['schedules', 'list', '--account', word],
      ['inbox', '--account', word],
      ['comments', 'list', '--account', word],
      ['conversations', 'list', '--account', word],
      ['accounts', 'get', word],
      ['accounts', 'check', word],
    ]) {
      const { code, stderr } = await harness.run(...command);
      expect([command, code, stderr.includes('Error')]).toEqual([command, 0, false]);
    }
    const made = await harness.json(
      ...[
        'schedules',
        'create',
        '--label',
        'Mornings',
        '--account',
        word,
        '--days',
        'mon',
        '--start',
        '9:00',
      ],
    );
    expect(made).toMatchObject({ accountIds: [bluesky.id] });
  });

  it('reports every unknown name at once, with near names, and exits with 2', async () => {
    const near = `bluesky:${bluesky.handle.slice(0, -1)}`;
    const { code, stderr } = await harness.run(
      ...['posts', 'create', '--text', 'Hello', '--to', `blusky,${near}`, '--account', '@nobody.at.all'],
    );
    expect(code).toBe(2);
    expect(stderr).toContain('Unknown network "blusky". Did you mean bluesky?');
    expect(stderr).toContain(`Did you mean bluesky:${bluesky.handle}?`);
    expect(stderr).toContain('No account has the handle "@nobody.at.all"');
  });

  it('takes them in the rows of an import', async () => {
    const path = join(folder, 'rows.csv');
    writeFileSync(path, `to,text\n"mastodon,bluesky:${bluesky.handle}",By handle\nx:@nobody,Nobody\n`);
    const { stdout } = await harness.run('posts', 'import', path, '--dry-run');
    expect(stdout).toMatch(/✓ row 1 .*valid/);
    expect(stdout).toContain('No account on X has the handle "x:@nobody"');
  });
});

describe('--media', () => {
  const photo = join(ROOT, 'test/fixtures/media/photo.jpg');

  it('uploads files and keeps storage keys', async () => {
    const post = await create('--to', 'bluesky', '--media', photo, '--alt', 'A bag of beans');
    expect(post.mediaUrls).toEqual([expect.stringMatching(/^med_/)]);
    expect(post.altTexts).toEqual(['A bag of beans']);
    const [key = ''] = post.mediaUrls;
    const edited = await harness.json('posts', 'edit', post.id, '--media', photo, '--media', key);
    expect(edited).toMatchObject({ mediaUrls: [key, key] });
  });

  it('checks every file before it uploads one', async () => {
    const missing = join(folder, 'none.jpg');
    const { code, stderr } = await harness.run(
      ...['posts', 'create', '--to', 'bluesky', '--text', 'Hi', '--media', missing, '--media', folder],
    );
    expect(code).toBe(2);
    expect(stderr).toContain(`--media: ${missing}: no such file.`);
    expect(stderr).toContain(`--media: ${folder} is a folder. Name the files in it.`);
  });
});

describe('an ambiguous handle', () => {
  it('says what to type if several networks have the handle', async () => {
    const handle = '@same.example';
    for (const network of ['mastodon', 'bluesky']) await harness.run('sandbox', 'connect', network, handle);
    const { code, stderr } = await harness.run('accounts', 'get', handle);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/is the handle of 2 accounts\. Use one: \w+:@?same\.example, /),
    ]);
    const network = await harness.run('posts', 'create', '--to', 'bluesky', '--text', 'Which one?');
    expect(network.stderr).toContain('--account bluesky:@same.example');
  });
});
