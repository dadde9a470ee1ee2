import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Machine } from '../../../../test/cli/support/program.js';
import { atTerminal } from '../../../../test/cli/support/terminal.js';
import { fixture } from '../../../../test/support/media/media-file.js';
import { filmOf } from '../../../../test/support/media/media-harness.js';
import { EXIT_CODES } from '../../exit-codes.js';

const machine = new Machine();
const files = join(machine.home, 'files');
const photo = join(files, 'beans.jpg');
const film = join(files, 'opening.mp4');
const notes = join(files, 'notes.txt');
let url: string;
let key: string;

beforeAll(async () => {
  mkdirSync(files);
  writeFileSync(photo, fixture('photo.jpg'));
  writeFileSync(film, filmOf(fixture('film.mp4'), 9_000_000));
  writeFileSync(notes, 'Sunday: open.');
  url = await machine.serve();
  key = await machine.login(url);
});
afterAll(() => machine.remove());

const env = (): Record<string, string> => ({
  ...machine.env,
  POSTRIDER_API_KEY: key,
  POSTRIDER_BASE_URL: url,
});

describe('postrider media', () => {
  it('uploads several files, large ones too, and prints their keys', async () => {
    const { code, stdout } = await machine.run(['media', 'upload', photo, film, '--quiet']);
    expect(code).toBe(0);
    const keys = stdout.trim().split('\n');
    expect(keys).toHaveLength(2);
    for (const one of keys) expect(one).toMatch(/^med_/);
    const again = await machine.run(['media', 'upload', photo, '--json']);
    expect(JSON.parse(again.stdout)).toMatchObject({ key: keys[0], keys: [keys[0]], failed: [] });
  });

  it('accepts form uploads from other programs', async () => {
    const form = new FormData();
    for (const name of ['one.jpg', 'two.jpg']) form.append('file', new Blob([fixture('photo.jpg')]), name);
    const answer = await fetch(`${url}/v1/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: form,
    });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 201,
      body: { key: expect.stringMatching(/^med_/) },
    });
  });

  it('shows what a file is and which networks accept it', async () => {
    const { stdout } = await machine.run(['media', 'upload', photo]);
    expect(stdout).toContain('beans.jpg');
    expect(stdout).toMatch(/youtube +error/);
  });

  it('draws a progress bar in a terminal and clears it', async () => {
    const { code, stderr } = await atTerminal(['media', 'upload', film], { env: env() });
    expect(code).toBe(0);
    expect(stderr).toMatch(/opening\.mp4.*█.*%/);
    expect(stderr.endsWith('\r\u001b[K')).toBe(true);
  });

  it('uploads the other files if one is rejected, and says which', async () => {
    const { code, stdout, stderr } = await machine.run(['media', 'upload', notes, photo]);
    expect(code).toBe(EXIT_CODES.refused.code);
    expect(stderr).toContain('notes.txt: This is a text file');
    expect(stdout).toContain('beans.jpg');
  });

  it.each([
    [['media', 'upload', join(files, 'none.jpg')], 'There is no file', EXIT_CODES.usage.code],
    [['media', 'upload', notes], 'text file', EXIT_CODES.refused.code],
    [['media', 'get', 'med_none'], 'media list', EXIT_CODES.not_found.code],
    [['media', 'upload', 'http://127.0.0.1:1/x.jpg'], 'Nothing was', EXIT_CODES.refused.code],
  ])('%j reports what went wrong', async (args, words, exit) => {
    const { code, stderr } = await machine.run(args);
    expect(stderr).toContain(words);
    expect(code).toBe(exit);
  });

  it('lists, shows and deletes files, and asks before deleting', async () => {
    const { stdout } = await machine.run(['media', 'upload', film, '--name', 'Opening.mp4', '--quiet']);
    const media = stdout.trim();
    const listed = await machine.run(['media', 'list', '--kind', 'video', '--unused']);
    expect(listed.stdout).toContain(media);
    expect((await machine.run(['media', 'get', media])).stdout).toContain('no post');
    const unasked = await machine.run(['media', 'delete', media]);
    expect([unasked.code, unasked.stderr.includes('--yes')]).toEqual([EXIT_CODES.not_confirmed.code, true]);
    const declined = await atTerminal(['media', 'delete', media], { env: env(), answers: ['n'] });
    expect(declined.code).toBe(EXIT_CODES.not_confirmed.code);
    const deleted = await machine.run(['media', 'delete', media, '--yes', '--quiet']);
    expect(deleted.stdout.trim()).toBe(media);
  });
});

describe('postrider serve', () => {
  it.each([
    [['--keep-unused-media', 'long'], 'a number of days'],
    [['--keep-events', '0'], 'a number of days'],
    [['--max-media-storage', '50'], 'a size with a unit'],
    [['--media-s3-endpoint', 'https://store.example'], 'POSTRIDER_MEDIA_S3_BUCKET'],
    [['--media-s3-endpoint', 'store', '--media-s3-bucket', 'media'], 'ACCESS_KEY_ID'],
  ])('rejects %j, and says what is wrong', async (args, words) => {
    const { code, stderr } = await machine.run(['serve', '--port', '0', ...args]);
    expect(code).not.toBe(0);
    expect(stderr).toContain(words);
  });
});
