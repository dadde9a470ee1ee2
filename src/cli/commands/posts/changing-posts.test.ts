import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliHarness } from '../../../../test/cli/support/cli-harness.js';
import { soughtPost } from '../../../../test/support/sought-post.js';
import { ChangedPost, DeletedPost, DeletedPublished, RetriedPost } from '../../../contract/posts/changes.js';
import { CreatedPost, Post, PostValidation } from '../../../contract/posts/posts.js';
import { validationText } from './validation-text.js';

const NOWHERE = { desktop: null, phone: null };

let harness: CliHarness;

beforeAll(async () => {
  harness = await CliHarness.open();
});
afterAll(() => harness.close());

/** Creates a post with a unique text. */
async function made(...args: readonly string[]): Promise<CreatedPost> {
  const text = harness.tools.newText();
  return CreatedPost.parse(
    await harness.json('posts', 'create', '--to', 'bluesky', '--text', text, '--allow-duplicate', ...args),
  );
}

const draft = () => made();
const scheduled = () => made('--at', 'in 2 days');
const read = async (id: string) => Post.parse(await harness.json('posts', 'get', id));

describe('posts validate', () => {
  it('counts like each network, and exits like posts create', async () => {
    const fine = await harness.run('posts', 'validate', '--to', 'bluesky,x', '--text', 'Open today', '--now');
    expect(fine.code).toBe(0);
    expect(fine.stdout).toMatch(/✓ bluesky \S+ 10 of 300 characters/);
    const long = ['posts', 'validate', '--to', 'bluesky', '--text', 'long '.repeat(80), '--now'];
    const refused = await harness.run(...long);
    expect(refused.code).toBe(4);
    expect(refused.stdout).toMatch(/✗ bluesky .*100 over the limit/);
    expect(PostValidation.parse(JSON.parse((await harness.run(...long, '--json')).stdout)).ok).toBe(false);
  });

  it('shows a text that is too long as a thread', async () => {
    const text = `${'long '.repeat(55).trim()}.\n\nThe end.`;
    const { stdout } = await harness.run('posts', 'validate', '--to', 'x', '--text', text, '--now');
    expect(stdout).toMatch(/As a thread of 2 posts:\n {2} {2}1 │ long .*\n {2} {2}2 │ The end\.\n/);
  });

  it('shows the link card of each network, or why there is none', async () => {
    const link = ['--text', 'Our menu', '--link', 'http://127.0.0.1:9/menu', '--now'];
    const { stdout } = await harness.run('posts', 'validate', '--to', 'bluesky,facebook,instagram', ...link);
    expect(stdout).toMatch(/bluesky [^✓✗]*Link card of 127\.0\.0\.1:9:\n {6}│ 127\.0\.0\.1:9\n/);
    expect(stdout).toContain('│ Facebook reads the page for its title and picture.');
    expect(stdout).toContain('│ No picture was found.');
    expect(stdout.match(/ink card/g)).toHaveLength(2);
    const check = PostValidation.parse(await harness.json('posts', 'validate', '--to', 'bluesky', ...link));
    const [target] = check.targets;
    const card = {
      ...{ url: 'https://fernhill.example/menu', domain: 'fernhill.example', title: 'Menu\u001b[31m' },
      ...{ description: 'Soups.', imageUrl: 'https://postrider.example/media/1' },
    };
    const screen = { style: (_: unknown, text: string) => text, width: 80 };
    const full = validationText({ ...check, targets: target ? [{ ...target, card }] : [] }, screen);
    expect(full).toContain('  Link card of fernhill.example:\n      │ Menu');
    expect(full).toContain('      │ Soups.\n      │ Picture: https://postrider.example/media/1');
    expect(full).not.toContain('\u001b');
    const parts = [{ kind: 'main' as const, text: '', mediaUrls: ['med_1'], altTexts: [], foldAt: NOWHERE }];
    const text = 'https://fernhill.example/menu';
    const without = { card: null, link: null, text, parts };
    const none = validationText({ ...check, targets: target ? [{ ...target, ...without }] : [] }, screen);
    expect(none).toContain('  No link card: images and videos take its place.');
  });

  it('reports that no network was checked', async () => {
    const { code, stdout } = await harness.run('posts', 'validate', '--text', 'For nobody yet');
    expect([code, stdout]).toEqual([4, expect.stringContaining('No network was checked')]);
  });

  it('reads overrides for single networks', async () => {
    const check = PostValidation.parse(
      await harness.json(
        ...['posts', 'validate', '--to', 'bluesky,x', '--text', 'Everywhere', '--now'],
        ...['--set', 'twitter.text=On X, alone', '--set', 'x.options.replySettings=following'],
      ),
    );
    expect(check.targets.map(({ text }) => text)).toEqual(['Everywhere', 'On X, alone']);
  });

  it('takes the rarer options of a network by their names alone', async () => {
    const words = ['posts', 'create', '--to', 'mastodon', '--text', harness.tools.newText()];
    const post = CreatedPost.parse(await harness.json(...words, '--set', 'mastodon.contentWarning=Food'));
    expect(post.overrides).toEqual([{ target: 'mastodon', options: { contentWarning: 'Food' } }]);
  });

  it.each([
    ['x.txt=Hello', 'Did you mean text?'],
    ['text=Hello', 'Cannot read'],
    ['x.thread:=[', 'not valid JSON'],
    ['x.privacy=everybody', 'privacy'],
    ['x.publishTo=inbox', 'Unknown field "publishTo"'],
    ['tiktok.publishto=inbox', 'Did you mean publishTo?'],
  ])('says what is wrong with --set %s', async (pair, words) => {
    const { code, stderr } = await harness.run(
      'posts',
      'validate',
      '--to',
      'x',
      '--text',
      'x',
      '--set',
      pair,
    );
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });
});

describe('posts edit', () => {
  it('changes the named fields of the version it read', async () => {
    const post = await scheduled();
    const edited = ChangedPost.parse(
      await harness.json('posts', 'edit', post.id, '--text', harness.tools.newText(), '--at', 'in 3 days'),
    );
    expect(edited.version).toBe(2);
    expect(edited.text).not.toBe(post.text);
    expect(edited.when?.relative).toMatch(/^in (2 d 23 h|3 d)/);
    const late = await harness.run('posts', 'edit', post.id, '--text', 'Too late', '--if-version', '1');
    expect(late.code).toBe(4);
    expect(late.stderr).toContain('at version 2 (scheduled), not 1');
    expect(late.stderr).toContain('--if-version 2');
  });

  it('fails with 409 and shows the current state of a changed post', async () => {
    const post = await made('--now', '--yes', '--wait', '30');
    const { code, stderr } = await harness.run('posts', 'edit', post.id, '--text', 'Too late');
    expect(code).toBe(4);
    expect(stderr).toContain('The post is now published, at version 1');
    // It is fully published, so there is nothing to retry.
    expect(stderr).not.toMatch(/available commands/i);
  });

  it('sets and removes a draft’s proposed time', async () => {
    const { id } = await draft();
    await harness.run('posts', 'edit', id, '--propose', '--at', 'tomorrow 9:00');
    expect((await read(id)).proposed?.scheduleMode).toBe('schedule');
    await harness.run('posts', 'edit', id, '--withdraw');
    expect((await read(id)).proposed).toBeNull();
  });

  it('asks before changing a post due within two hours', async () => {
    const { id } = await made('--at', 'in 10 min', '--yes');
    const args = ['posts', 'edit', id, '--text', harness.tools.newText()];
    const script = await harness.run(...args);
    expect(script.code).toBe(8);
    expect(script.stderr).toContain('--yes');
    expect((await harness.ask(args, { answers: ['y'] })).code).toBe(0);
    expect((await read(id)).version).toBe(2);
  });

  it('shows the old and the new values before it asks', async () => {
    const post = await made('--at', 'in 10 min', '--yes');
    const text = harness.tools.newText();
    const { stdout, stderr, code } = await harness.ask(
      ['posts', 'edit', post.id, '--text', text, '--at', 'in 30 min', '--set', 'bluesky.text=Short'],
      { answers: ['n'], columns: 120 },
    );
    expect(code).toBe(8);
    const shown = `${stdout}${stderr}`.replaceAll('\r', '');
    for (const [before, after] of [
      [`Text +${post.text}`, text],
      ['When .*, in 10 min', '.*, in 30 min'],
      ['bluesky\\.text +none', 'Short'],
    ])
      expect(shown).toMatch(new RegExp(`${before}\n +-> ${after}`));
    expect((await read(post.id)).version).toBe(1);
  });

  it('needs a change', async () => {
    expect((await harness.run('posts', 'edit', 'post_x')).code).toBe(2);
  });
});

describe('posts cancel', () => {
  it('cancels a scheduled post, and says how to publish it again', async () => {
    const { id } = await scheduled();
    const { code, stdout, stderr } = await harness.run('posts', 'cancel', id);
    expect([code, stdout]).toEqual([0, expect.stringContaining('cancelled')]);
    expect(stderr).toContain(`posts publish ${id} --now`);
  });

  it('deletes a draft only after confirmation', async () => {
    const { id } = await draft();
    const script = await harness.run('posts', 'delete', id);
    expect(script.code).toBe(8);
    expect(script.stderr).toContain('Deleting a draft needs confirmation');
    expect((await harness.ask(['posts', 'cancel', id], { answers: ['n'] })).code).toBe(8);
    const deleted = DeletedPost.parse(await harness.json('posts', 'delete', id, '--yes'));
    expect(deleted.outcome).toBe('deleted');
    expect((await harness.run('posts', 'get', id)).code).toBe(5);
  });
});

describe('posts publish', () => {
  it('asks in a terminal, needs --yes elsewhere, and waits for the URLs', async () => {
    const { id } = await draft();
    const args = ['posts', 'publish', id, '--now'];
    expect((await harness.run(...args)).code).toBe(8);
    expect((await harness.ask(args, { answers: ['n'] })).code).toBe(8);
    const done = await harness.ask(args, { answers: ['y'] });
    expect(done.stdout).toMatch(/published\s+http/);
  });

  it('schedules without asking, and needs a time', async () => {
    const { id } = await draft();
    const unsaid = await harness.run('posts', 'publish', id);
    expect([unsaid.code, unsaid.stderr]).toEqual([2, expect.stringContaining('Choose a time')]);
    const { code, stdout } = await harness.run('posts', 'publish', id, '--at', 'tomorrow 9:00');
    expect([code, stdout]).toEqual([0, expect.stringContaining('scheduled')]);
  });
});

describe('posts approve and reject', () => {
  it('publish exactly the reviewed version, or return it with a note', async () => {
    const { id, version, proposed } = await made('--propose', '--at', 'tomorrow 9:00');
    expect([version, proposed?.scheduleMode]).toEqual([1, 'schedule']);
    const rejected = Post.parse(
      await harness.json('posts', 'reject', id, '--note', 'Name the opening hours.'),
    );
    expect(rejected).toMatchObject({
      status: 'draft',
      proposed: null,
      reviewNote: 'Name the opening hours.',
    });
    const unsaid = await harness.run('posts', 'approve', id);
    expect([unsaid.code, unsaid.stderr]).toEqual([4, expect.stringContaining('has no proposed time')]);
    await harness.run('posts', 'edit', id, '--propose', '--at', 'tomorrow 10:00');
    expect((await harness.run('posts', 'approve', id, '--if-version', '2')).code).toBe(4);
    const { code, stdout } = await harness.run('posts', 'approve', id, '--if-version', '3');
    expect([code, stdout]).toEqual([0, expect.stringContaining('scheduled')]);
  });

  it('ask if the draft proposes to publish now', async () => {
    const { id } = await made('--propose', '--now');
    expect((await harness.run('posts', 'approve', id)).code).toBe(8);
    expect((await harness.run('posts', 'approve', id, '--yes')).code).toBe(0);
  });
});

describe('posts retry and resolve', () => {
  it('retry failed targets after confirmation, and exit with the outcome', async () => {
    const { id, accountId } = await harness.tools.failedPost();
    expect((await harness.run('posts', 'retry', id)).code).toBe(8);
    const again = await harness.run('posts', 'retry', id, '--account', accountId, '--yes', '--json');
    expect(again.code).toBe(1);
    expect(RetriedPost.parse(JSON.parse(again.stdout))).toMatchObject({
      retried: [accountId],
      post: { status: 'failed' },
    });
  });

  it('resolve an unknown outcome on its account', async () => {
    const { id } = await harness.tools.unknownPost();
    expect((await harness.run('posts', 'resolve', id)).code).toBe(2);
    expect((await harness.run('posts', 'resolve', id, '--outcome', 'send_again')).code).toBe(8);
    const untouched = await harness.run('posts', 'retry', id, '--yes');
    expect([untouched.code, untouched.stdout]).toEqual([4, expect.stringContaining('Nothing was retried')]);
    const url = 'https://example.com/1';
    const settled = await harness.run('posts', 'resolve', id, '--outcome', 'published', '--url', url);
    expect([settled.code, settled.stdout]).toEqual([0, expect.stringContaining(url)]);
    const again = await harness.run('posts', 'resolve', id, '--outcome', 'check');
    expect([again.code, again.stderr]).toEqual([
      4,
      expect.stringContaining('No target of this post has an unknown outcome'),
    ]);
  });
});

it('posts resolve says what a check found, where the post looks the same as before', async () => {
  const { id } = await soughtPost(harness.tools.service, 'sought');
  const { code, stderr } = await harness.run('posts', 'resolve', id, '--outcome', 'check', '--wait', '0');
  expect([code, stderr]).toEqual([9, expect.stringContaining('still looking at the network')]);
});

describe('posts delete-published', () => {
  it('deletes after confirmation, and shows what stays and where', async () => {
    const { id } = await made('--now', '--yes', '--wait', '5');
    const unasked = await harness.run('posts', 'delete-published', id);
    expect(unasked.code).toBe(8);
    const deleted = await harness.run('posts', 'delete-published', id, '--yes', '--json');
    expect(deleted.code).toBe(0);
    expect(DeletedPublished.parse(JSON.parse(deleted.stdout))).toMatchObject({
      kept: [],
      post: { status: 'deleted' },
    });
    const text = harness.tools.newText();
    const other = ['posts', 'create', '--to', 'threads', '--text', text, '--now', '--yes', '--wait', '5'];
    const { id: onThreads } = Post.parse(await harness.json(...other));
    const kept = await harness.run('posts', 'delete-published', onThreads, '--yes');
    expect([kept.code, kept.stdout]).toEqual([
      4,
      expect.stringContaining('Postrider cannot delete posts on Threads'),
    ]);
  });
});

describe('posts list and slots', () => {
  it('shows times of several zones in the workspace’s, and names it', async () => {
    const account = await harness.tools.connect('threads', 'far');
    const later = async (zone: string): Promise<void> => {
      const text = ['--text', harness.tools.newText(), '--at', 'in 2 days', '--timezone', zone];
      expect((await harness.run('posts', 'create', '--account', account, ...text)).code).toBe(0);
    };
    const times = async (...command: string[]): Promise<{ stdout: string; stderr: string }> =>
      harness.run(...command, '--account', account);
    await later('Europe/Berlin');
    expect((await times('posts', 'list')).stderr).toContain('Times are in Europe/Berlin.');
    await later('America/New_York');
    for (const command of [['posts', 'list'], ['slots']]) {
      const { stdout, stderr } = await times(...command);
      expect(stderr).toMatch(/Times are in \S+\./);
      const shown = stdout.match(/\w{3} \d{4}-\d{2}-\d{2} \d{2}:\d{2}/g) ?? [];
      // Both are due in two days, to the minute or the next.
      expect([shown.length >= 2, stdout.includes('(UTC')]).toEqual([true, false]);
      expect(new Set(shown.slice(0, 2).map((time) => time.slice(0, 17))).size).toBe(1);
    }
  });
});

describe('posts count', () => {
  it('counts the posts that the filters select', async () => {
    const text = ['--text', harness.tools.newText()];
    const count = ['posts', 'count', ...text];
    expect((await harness.run(...count)).stdout).toBe('0\n');
    // Other tests name the only account of Bluesky by its network.
    for (const network of ['threads', 'mastodon'] as const) {
      const account = await harness.tools.connect(network, 'counted');
      await harness.run('posts', 'create', '--account', account, ...text, '--allow-duplicate');
    }
    expect((await harness.run(...count)).stdout).toBe('2\n');
    expect((await harness.run(...count, '--platform', 'mastodon', '--quiet')).stdout).toBe('1\n');
    expect(await harness.json(...count, '--status', 'scheduled')).toEqual({ count: 0, isExact: true });
  });
});

describe('accounts get', () => {
  it('suggests a first post with all required fields', async () => {
    const id = await harness.tools.connect('youtube', 'demanding');
    const { stdout } = await harness.run('accounts', 'get', id);
    expect(stdout).toContain('up to 5000 bytes');
    expect(stdout).toMatch(/Numbers +read\nLinks +not tagged\n/);
    expect(stdout).toMatch(
      /posts create --to youtube:\S+ --text "…" --media video.mp4 --set "youtube.title=…" --set "youtube.privacy=…" --set "youtube.madeForKids=…"/,
    );
  });
});

describe('posts create --now', () => {
  it('exits with 9 if it is still in progress when the wait time runs out', async () => {
    const slow = await harness.tools.connect('mastodon', 'slow_30s');
    const text = ['--text', harness.tools.newText()];
    const { code, stdout, stderr } = await harness.run(
      ...['posts', 'create', '--account', slow, ...text, '--now', '--yes', '--wait', '0'],
    );
    expect([code, stdout]).toEqual([9, expect.stringMatching(/queued|publishing/)]);
    expect(stderr).toMatch(/Do not send it again.*posts watch post_/);
  });
});

describe('posts watch', () => {
  it('exits with the post’s outcome, and reports its progress', async () => {
    const { id } = await made('--at', 'in 20 min', '--yes');
    const watching = harness.run('posts', 'watch', id);
    await harness.tools.pass(20 * 60);
    const { code, stdout, stderr } = await watching;
    expect([code, stdout]).toEqual([0, expect.stringMatching(/published\s+http/)]);
    expect(stderr).toContain('pending, due in 20 min');
  });

  it('exits with 9 if the wait time runs out, else with the code of the outcome', async () => {
    const { id } = await scheduled();
    expect((await harness.run('posts', 'watch', id, '--wait', '0')).code).toBe(9);
    expect((await harness.run('posts', 'watch', (await harness.tools.failedPost()).id)).code).toBe(1);
    expect((await harness.run('posts', 'watch', (await harness.tools.unknownPost()).id)).code).toBe(7);
  });

  it('exits with 1 for a draft or a cancelled post', async () => {
    const draft = await made('--draft');
    expect((await harness.run('posts', 'watch', draft.id)).code).toBe(1);
    const { id } = await scheduled();
    await harness.run('posts', 'cancel', id, '--yes');
    expect((await harness.run('posts', 'watch', id)).code).toBe(1);
  });
});

describe('a draft without networks', () => {
  it.each(['publish', 'approve'])('cannot be used with posts %s, which names posts edit', async (command) => {
    const text = harness.tools.newText();
    const { id } = CreatedPost.parse(await harness.json('posts', 'create', '--text', text));
    const { code, stderr } = await harness.run('posts', command, id, '--now', '--yes');
    expect([code, stderr]).toEqual([4, expect.stringContaining(`posts edit ${id} --to`)]);
  });
});
