import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CliHarness } from '../../../../../test/cli/support/cli-harness.js';
import { addPerson } from '../../../../../test/support/people.js';
import { randomIds } from '../../../../backend/base/ids.js';
import { changedFromTerminal } from '../../../../backend/domain/access/actors.js';
import { changeWorkspace } from '../../../../backend/domain/access/change-workspace.js';
import { CreatedPost, Post } from '../../../../contract/posts/posts.js';

const folder = mkdtempSync(join(tmpdir(), 'postrider-proposals-'));
let harness: CliHarness;

beforeAll(async () => {
  harness = await CliHarness.open();
  const { service } = harness.tools;
  await addPerson(service, { name: 'ann', role: 'approver' });
  const { store } = service.backend.services;
  const by = await changedFromTerminal(store, service.workspace, { clock: service.clock, ids: randomIds });
  await changeWorkspace(store, service.workspace, { requiresOtherApprover: true }, by);
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

const CSV = `text,to,at,scheduleMode
Beans at nine,bluesky,in 2 days,
An idea,bluesky,,
At once,mastodon,,now
`;
const NOTE = 'somebody other than its author approves each post: rows with a time are saved as drafts';

describe('where somebody other than the author has to approve', () => {
  it('an import saves drafts that propose their time, and repeats nothing', async () => {
    const path = file('plan.csv', CSV);
    const dry = await harness.run('posts', 'import', path, '--dry-run');
    expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining(NOTE)]);
    expect(dry.stderr).toContain('3 valid.');
    const done = await harness.run('posts', 'import', path);
    expect([done.code, done.stderr]).toEqual([0, expect.stringContaining(NOTE)]);
    expect(done.stdout).toMatch(/✓ row 1 \(line 2\) +created +post_\w+ +draft for /);
    const ids = (done.stdout.match(/post_\w+/g) ?? []).slice();
    const posts = await Promise.all(
      ids.map(async (id) => Post.parse(await harness.json('posts', 'get', id))),
    );
    expect(posts.map(({ status }) => status)).toEqual(['draft', 'draft', 'draft']);
    expect(posts.map(({ proposed }) => proposed?.scheduleMode ?? null)).toEqual(['schedule', null, 'now']);
    expect(posts[0]?.proposed?.when).not.toBeNull();
    const again = await harness.run('posts', 'import', path);
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining('3 already imported.')]);
  });

  it('says nothing of it if no row has a time', async () => {
    const { stderr } = await harness.run('posts', 'import', file('idea.csv', 'text,to\nAn idea,x\n'));
    expect(stderr).toBe('1 created.\n');
  });

  it('a refused post names the options that work', async () => {
    const post = ['posts', 'create', '--to', 'bluesky', '--text', 'Beans tomorrow', '--at', 'tomorrow 9:00'];
    const { code, stderr } = await harness.run(...post);
    expect(code).not.toBe(0);
    expect(stderr).toContain('postrider posts create … --propose --at <time>');
    expect(stderr).not.toContain('--draft');
    const proposed = CreatedPost.parse(await harness.json(...post, '--propose'));
    expect([proposed.status, proposed.proposed?.scheduleMode]).toEqual(['draft', 'schedule']);
  });

  it('a post in a file proposes its own time, or the given one', async () => {
    const path = file('post.md', '---\nto: bluesky\nat: in 3 days\n---\nFrom a file.\n');
    const own = CreatedPost.parse(await harness.json('posts', 'create', '--from', path, '--propose'));
    expect([own.status, own.proposed?.scheduleMode]).toEqual(['draft', 'schedule']);
    const args = ['posts', 'create', '--from', path, '--propose', '--queue'];
    const queued = CreatedPost.parse(await harness.json(...args));
    expect(queued.proposed?.scheduleMode).toBe('queue');
    const untimed = file('untimed.md', '---\nto: bluesky\n---\nNo time.\n');
    const { stderr } = await harness.run('posts', 'create', '--from', untimed, '--propose');
    expect(stderr).toContain('--propose needs a time');
  });
});
