import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Machine } from './support/program.js';
import { inPipe } from './support/terminal.js';

const machine = new Machine();
let url = '';

beforeAll(async () => {
  url = await machine.serve();
  await machine.login(url);
});

afterAll(() => machine.remove());

const nobody = ['--base-url', 'http://127.0.0.1:9', '--api-key', 'postrider_api_x'];
const long = 'long '.repeat(80);

describe('a failure', () => {
  it.each<[why: string, code: number, args: readonly string[], words: readonly string[]]>([
    ['no backend', 6, ['accounts', ...nobody], ['Cannot connect to', 'Nothing was', 'postrider serve']],
    ['an unknown key', 3, ['accounts', '--api-key', 'postrider_api_wrong'], ['keys create', 'login']],
    ['an unknown post', 5, ['posts', 'get', 'post_none'], ['post_none', 'posts list', 'Request req_']],
    [
      'a rule violation',
      4,
      ['posts', 'create', '--to', 'bluesky', '--text', long, '--now', '--yes'],
      ['300'],
    ],
    [
      'several rule violations',
      4,
      ['posts', 'create', '--to', 'bluesky,x', '--text', long, '--now', '--yes'],
      ['- bluesky:', '- x:', 'Nothing was changed'],
    ],
    [
      'a past time',
      4,
      ['posts', 'create', '--to', 'bluesky', '--text', 'x', '--at', '2020-01-01 09:00'],
      ['ago', 'current time', 'Nothing was changed', '--now'],
    ],
    ['no target', 4, ['posts', 'create', '--text', 'x', '--now', '--yes'], ['--to', 'bluesky', 'mastodon']],
    ['no text', 2, ['posts', 'create', '--to', 'bluesky'], ['No text was given']],
    ['an invalid URL', 3, ['accounts', '--base-url', 'ftp://x', '--api-key', 'k'], ['base URL']],
    [
      'a key over plain HTTP',
      3,
      ['accounts', '--base-url', 'http://192.0.2.1', '--api-key', 'k'],
      ['not sent'],
    ],
  ])('%s exits with %i and says what to do', async (_why, code, args, words) => {
    const ended = await inPipe(args, machine.env);
    expect(ended.stderr).toMatch(/^Error: /);
    for (const word of words) expect(ended.stderr).toContain(word);
    expect(ended.stdout).toBe('');
    expect(ended.code).toBe(code);
  });

  it('without a key, explains how to create and store one', async () => {
    const other = new Machine();
    const { code, stderr } = await other.run(['accounts']);
    expect(code).toBe(3);
    expect(stderr).toContain('keys create');
    expect(stderr).toContain('login');
    await other.remove();
  });

  it('without permission, names the missing scope', async () => {
    const key = (
      await machine.run(['keys', 'create', '--label', 'r', '--preset', 'read', '-q'])
    ).stdout.trim();
    const args = ['posts', 'create', '--to', 'x', '--text', 'x', '--now', '--yes', '--api-key', key];
    const { code, stderr } = await machine.run(args);
    expect(code).toBe(3);
    expect(stderr).toContain('posts:write');
    expect(stderr).toContain('--preset full');
  });

  it('of a duplicate, names the existing post', async () => {
    const args = ['posts', 'create', '--to', 'bluesky', '--text', 'Twice', '--now', '--yes', '--quiet'];
    const id = (await machine.run(args)).stdout.trim();
    const { code, stderr } = await machine.run(args);
    expect(code).toBe(4);
    expect(stderr).toContain(`posts get ${id}`);
    expect(stderr).toContain('--allow-duplicate');
    expect((await machine.run([...args, '--allow-duplicate'])).code).toBe(0);
  });

  it('is JSON on standard error with --json, and standard output stays empty', async () => {
    const { stdout, stderr } = await machine.run(['posts', 'get', 'post_none', '--json']);
    expect(stdout).toBe('');
    expect(JSON.parse(stderr).error).toMatchObject({
      kind: 'not_found',
      exitCode: 5,
      changed: 'nothing',
      code: 'post_not_found',
      requestId: expect.stringMatching(/^req_/),
    });
  });

  it.each([
    [['posts', 'lst']],
    [['posts', 'list', '--limt', '3']],
    [['posts', 'list', '--limit', 'many']],
    [['accounts', '--profile', 'nobody']],
    [['posts', 'create', '--to', 'bluesky', '--text', 'x', '--now']],
    [['posts', 'create', '--to', 'bluesky', '--text', 'x', '--at', 'never']],
    [['accounts', ...nobody]],
    [['accounts', 'get', 'acc_none']],
    [['sources', 'get', 'src_none']],
    [['webhooks', 'get', 'wh_none']],
    [['schedules', 'list', '--account', 'acc_none']],
    [['install', 'cursor']],
    [['tools', 'nothing_like_it']],
  ])('has one form with --json: %j', async (args) => {
    const { code, stdout, stderr } = await inPipe([...args, '--json'], machine.env);
    expect(stdout).toBe('');
    const { error } = JSON.parse(stderr);
    expect(error).toMatchObject({
      kind: expect.stringMatching(/^[a-z_]+$/),
      exitCode: code,
      message: expect.stringMatching(/\w/),
      lines: expect.any(Array),
      next: expect.any(Array),
    });
    expect(Object.keys(error)).toEqual(expect.arrayContaining(['changed', 'requestId']));
    expect(code).not.toBe(0);
  });

  it('never shows a key', async () => {
    const key = (
      await machine.run(['keys', 'create', '--label', 'r', '--preset', 'read', '-q'])
    ).stdout.trim();
    const runs = await Promise.all([
      machine.run(['accounts', '--api-key', key, '--base-url', `http://${key}@127.0.0.1`]),
      machine.run(['keys', 'revoke', `${key}x`]),
      machine.run(['call', 'list_accounts', `platform=${key}`]),
    ]);
    for (const { stdout, stderr } of runs) expect(stdout + stderr).not.toContain(key);
  });
});

describe('serve', () => {
  it('reports a used port and a used folder, and stops cleanly on Ctrl-C', async () => {
    const second = await machine.run(['serve', '--port', '0']);
    expect(second.code).toBe(10);
    expect(second.stderr).toContain(url);
    const elsewhere = join(machine.settingsFile, '../elsewhere');
    const taken = await machine.run(['serve', '--port', new URL(url).port, '--data', elsewhere]);
    expect(taken.code).toBe(3);
    expect(taken.stderr).toContain('in use');
    const remote = await machine.run(['serve', '--host', '0.0.0.0', '--port', '0']);
    expect(remote.code).toBe(3);
    expect(remote.stderr).toContain('--allow-remote');
    const folder = await machine.run(['serve', '--port', '0', '--data', join(machine.settingsFile, 'data')]);
    // Folders cannot be created there; the system reports a missing one.
    const nowhere = await machine.run(['serve', '--port', '0', '--data', '/proc/postrider']);
    if (process.platform === 'linux') expect(nowhere).toMatchObject({ code: folder.code, stdout: '' });
    expect(nowhere.stderr).toContain('--data');
    expect(folder.code).toBe(3);
    expect(folder.stderr).toContain('--data');
    expect(await machine.stopBackend()).toBe(0);
  });
});
