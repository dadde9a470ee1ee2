import { createHash, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fixture } from '../../../../../test/support/media/media-file.js';
import { filmOf } from '../../../../../test/support/media/media-harness.js';
import { IncomingFolder } from '../../../files/incoming/incoming-folder.js';
import { MEDIA_LIMITS } from '../limits.js';
import { FileReceiver } from './file-receiver.js';

const UPLOAD = 'upl_01';
const bytes = filmOf(fixture('film.mp4'), 3_000_000);
const sha256 = createHash('sha256').update(bytes).digest('hex');
/** The lengths of the two checkpoints. */
const FIRST = 1_200_000;
const SECOND = 2_000_000;

const folders = mkdtempSync(join(tmpdir(), 'postrider-incoming-'));
afterAll(() => rmSync(folders, { recursive: true, force: true }));

const neverSaved = () => Promise.reject(new Error('nothing is saved here'));

/** What an ended process leaves of an upload with two checkpoints. */
async function abandonedUpload() {
  const path = mkdtempSync(join(folders, 'at-'));
  const folder = new IncomingFolder(path, neverSaved);
  const receiver = new FileReceiver(await folder.create(UPLOAD), MEDIA_LIMITS, 'film.mp4');
  for (const [from, to] of [
    [0, FIRST],
    [FIRST, SECOND],
  ]) {
    await receiver.write(Uint8Array.from(bytes.subarray(from, to)));
    await receiver.addCheckpoint();
  }
  await receiver.release();
  const pathOf = (ending: string) =>
    join(path, readdirSync(path).find((name) => name.endsWith(ending)) ?? 'none');
  return { path, folder, part: pathOf('.part'), checkpoints: pathOf('.marks') };
}

async function resume(folder: IncomingFolder): Promise<FileReceiver | null> {
  const file = await folder.resume(UPLOAD);
  return file && FileReceiver.resume(file, MEDIA_LIMITS, 'film.mp4');
}

describe('an upload whose process has ended', () => {
  it('resumes at the last checkpoint and ends as the same file', async () => {
    const { path, folder } = await abandonedUpload();
    expect(await folder.abandoned()).toEqual([UPLOAD]);
    const receiver = await resume(folder);
    expect(receiver?.length).toBe(SECOND);
    await receiver?.write(Uint8Array.from(bytes.subarray(SECOND)));
    expect((await receiver?.finish())?.sha256).toBe(sha256);
    await receiver?.discard();
    expect(readdirSync(path)).toEqual([]);
  });

  it('can be interrupted and resumed any number of times', async () => {
    const { folder } = await abandonedUpload();
    for (const to of [2_100_000, 2_500_000, bytes.length]) {
      const receiver = await resume(folder);
      await receiver?.write(Uint8Array.from(bytes.subarray(receiver.length, to)));
      await receiver?.release();
    }
    const whole = await resume(folder);
    expect((await whole?.finish())?.sha256).toBe(sha256);
    await whole?.discard();
  });

  it.each<[what: string, length: number, corrupt: (part: string, checkpoints: string) => void]>([
    ['bytes after the last checkpoint', SECOND, (part) => appendFileSync(part, 'more')],
    ['a changed byte', FIRST, (part) => corruptAt(part, FIRST + 5)],
    [
      'a file shorter than its last checkpoint',
      FIRST,
      (part) => writeFileSync(part, bytes.subarray(0, SECOND - 1)),
    ],
    [
      'a truncated checkpoint',
      FIRST,
      (_, checkpoints) => writeFileSync(checkpoints, readFileSync(checkpoints).subarray(0, -9)),
    ],
    [
      'a checkpoint with a smaller length',
      SECOND,
      (_, checkpoints) => appendFileSync(checkpoints, `5 ${sha256}\n`),
    ],
    ['a changed first byte', 0, (part) => corruptAt(part, 0)],
    ['no checkpoints', 0, (_, checkpoints) => rmSync(checkpoints)],
  ])('resumes with the bytes that match a checkpoint: %s', async (_what, length, corrupt) => {
    const { path, folder, part, checkpoints } = await abandonedUpload();
    corrupt(part, checkpoints);
    const receiver = await resume(folder);
    expect(receiver?.length ?? 0).toBe(length);
    if (receiver === null) return expect(readdirSync(path)).toEqual([]);
    await receiver.write(Uint8Array.from(bytes.subarray(length)));
    await receiver.release();
    const again = await resume(folder);
    expect((await again?.finish())?.sha256).toBe(sha256);
    await again?.discard();
    expect(readdirSync(path)).toEqual([]);
  });

  it('is resumed by only one process', async () => {
    const { path, folder } = await abandonedUpload();
    const others = [folder, new IncomingFolder(path, neverSaved), new IncomingFolder(path, neverSaved)];
    const resumed = await Promise.all(others.map((other) => other.resume(UPLOAD)));
    expect(resumed.filter((file) => file !== null)).toHaveLength(1);
    expect(await folder.resume(UPLOAD)).toBeNull();
    expect(await folder.abandoned()).toEqual([]);
    await folder.remove(UPLOAD);
    expect(readdirSync(path)).toHaveLength(2);
    for (const file of resumed) await file?.release();
  });

  it.each([
    ['a process that is still running', `${hostname()}~${process.ppid}`],
    ['another machine', 'another-machine~1'],
  ])('is left alone if it may belong to %s', async (_what, owner) => {
    const { path, folder, part, checkpoints } = await abandonedUpload();
    const names = [part, checkpoints].map((file) => file.replace(/[^/\\]*~\d+(?=~upl_)/, owner));
    renameSync(part, names[0] ?? '');
    renameSync(checkpoints, names[1] ?? '');
    expect(await folder.resume(UPLOAD)).toBeNull();
    await folder.remove(UPLOAD);
    await folder.open(Date.parse('2020-01-01T00:00:00Z'));
    expect(readdirSync(path)).toHaveLength(2);
  });

  it('detects that another process has taken over its file', async () => {
    const { part, folder } = await abandonedUpload();
    const receiver = await resume(folder);
    expect(await receiver?.isOwned()).toBe(true);
    const [name = ''] = readdirSync(join(part, '..')).filter((file) => file.endsWith('.part'));
    renameSync(join(part, '..', name), join(part, '..', `elsewhere~1~${name.split('~').slice(2).join('~')}`));
    expect(await receiver?.isOwned()).toBe(false);
    await receiver?.discard();
  });
});

function corruptAt(path: string, at: number): void {
  const content = readFileSync(path);
  content[at] = (content[at] ?? 0) ^ 1;
  writeFileSync(path, content);
}

describe('a file that cannot be resumed', () => {
  it('is removed at the next start', async () => {
    const path = mkdtempSync(join(folders, 'at-'));
    const folder = new IncomingFolder(path, neverSaved);
    const file = await folder.receive();
    await file.write(randomBytes(10));
    const [name = ''] = readdirSync(path);
    writeFileSync(join(path, name.replace(/~\d+~/, '~4194304~')), 'x');
    await folder.open(0);
    expect(readdirSync(path)).toEqual([name]);
    await file.discard();
  });
});
