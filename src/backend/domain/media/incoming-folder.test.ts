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
import { fixture } from '../../../../test/support/media-file.js';
import { filmOf } from '../../../../test/support/media-room.js';
import { IncomingFolder } from './incoming-folder.js';
import { MEDIA_LIMITS } from './limits.js';
import { Reception } from './reception.js';

const UPLOAD = 'upl_01';
const bytes = filmOf(fixture('film.mp4'), 3_000_000);
const sha256 = createHash('sha256').update(bytes).digest('hex');
/** As one process after another notes them. */
const FIRST = 1_200_000;
const SECOND = 2_000_000;

const folders = mkdtempSync(join(tmpdir(), 'postrider-incoming-'));
afterAll(() => rmSync(folders, { recursive: true, force: true }));

const nobody = () => Promise.reject(new Error('nothing is kept here'));

/** What an ended process leaves of an upload that was noted twice. */
async function leftFolder() {
  const path = mkdtempSync(join(folders, 'at-'));
  const folder = new IncomingFolder(path, nobody);
  const reception = new Reception(await folder.begin(UPLOAD), MEDIA_LIMITS, 'film.mp4');
  for (const [from, to] of [
    [0, FIRST],
    [FIRST, SECOND],
  ]) {
    await reception.write(Uint8Array.from(bytes.subarray(from, to)));
    await reception.note();
  }
  await reception.leave();
  const named = (ending: string) =>
    join(path, readdirSync(path).find((name) => name.endsWith(ending)) ?? 'none');
  return { path, folder, part: named('.part'), marks: named('.marks') };
}

async function goOn(folder: IncomingFolder): Promise<Reception | null> {
  const file = await folder.takeUp(UPLOAD);
  return file && Reception.goingOn(file, MEDIA_LIMITS, 'film.mp4');
}

describe('an upload whose process has ended', () => {
  it('goes on where it was noted, and is the same file in the end', async () => {
    const { path, folder } = await leftFolder();
    expect(await folder.left()).toEqual([UPLOAD]);
    const reception = await goOn(folder);
    expect(reception?.length).toBe(SECOND);
    await reception?.write(Uint8Array.from(bytes.subarray(SECOND)));
    expect((await reception?.finish())?.sha256).toBe(sha256);
    await reception?.discard();
    expect(readdirSync(path)).toEqual([]);
  });

  it('can end and go on as often as it must', async () => {
    const { folder } = await leftFolder();
    for (const to of [2_100_000, 2_500_000, bytes.length]) {
      const reception = await goOn(folder);
      await reception?.write(Uint8Array.from(bytes.subarray(reception.length, to)));
      await reception?.leave();
    }
    const whole = await goOn(folder);
    expect((await whole?.finish())?.sha256).toBe(sha256);
    await whole?.discard();
  });

  it.each<[what: string, length: number, spoil: (part: string, marks: string) => void]>([
    ['bytes that came after the last note', SECOND, (part) => appendFileSync(part, 'more')],
    ['a byte that is another one by now', FIRST, (part) => spoilAt(part, FIRST + 5)],
    [
      'a file that is shorter than was noted',
      FIRST,
      (part) => writeFileSync(part, bytes.subarray(0, SECOND - 1)),
    ],
    [
      'a note that was cut off',
      FIRST,
      (_, marks) => writeFileSync(marks, readFileSync(marks).subarray(0, -9)),
    ],
    ['a note that goes back', SECOND, (_, marks) => appendFileSync(marks, `5 ${sha256}\n`)],
    ['a first byte that is another one', 0, (part) => spoilAt(part, 0)],
    ['no notes', 0, (_, marks) => rmSync(marks)],
  ])('goes on with what is certain of it: %s', async (_what, length, spoil) => {
    const { path, folder, part, marks } = await leftFolder();
    spoil(part, marks);
    const reception = await goOn(folder);
    expect(reception?.length ?? 0).toBe(length);
    if (reception === null) return expect(readdirSync(path)).toEqual([]);
    await reception.write(Uint8Array.from(bytes.subarray(length)));
    await reception.leave();
    const again = await goOn(folder);
    expect((await again?.finish())?.sha256).toBe(sha256);
    await again?.discard();
    expect(readdirSync(path)).toEqual([]);
  });

  it('is gone on with by one alone', async () => {
    const { path, folder } = await leftFolder();
    const others = [folder, new IncomingFolder(path, nobody), new IncomingFolder(path, nobody)];
    const taken = await Promise.all(others.map((other) => other.takeUp(UPLOAD)));
    expect(taken.filter((file) => file !== null)).toHaveLength(1);
    expect(await folder.takeUp(UPLOAD)).toBeNull();
    expect(await folder.left()).toEqual([]);
    await folder.remove(UPLOAD);
    expect(readdirSync(path)).toHaveLength(2);
    for (const file of taken) await file?.leave();
  });

  it.each([
    ['of a process that still runs', `${hostname()}~${process.ppid}`],
    ['of another machine', 'another-machine~1'],
  ])('is left alone where it may be one %s', async (_what, owner) => {
    const { path, folder, part, marks } = await leftFolder();
    const names = [part, marks].map((file) => file.replace(/[^/\\]*~\d+(?=~upl_)/, owner));
    renameSync(part, names[0] ?? '');
    renameSync(marks, names[1] ?? '');
    expect(await folder.takeUp(UPLOAD)).toBeNull();
    await folder.remove(UPLOAD);
    await folder.open(Date.parse('2020-01-01T00:00:00Z'));
    expect(readdirSync(path)).toHaveLength(2);
  });

  it('knows when another process has taken its file', async () => {
    const { part, folder } = await leftFolder();
    const reception = await goOn(folder);
    expect(await reception?.isOurs()).toBe(true);
    const [name = ''] = readdirSync(join(part, '..')).filter((file) => file.endsWith('.part'));
    renameSync(join(part, '..', name), join(part, '..', `elsewhere~1~${name.split('~').slice(2).join('~')}`));
    expect(await reception?.isOurs()).toBe(false);
    await reception?.discard();
  });
});

function spoilAt(path: string, at: number): void {
  const content = readFileSync(path);
  content[at] = (content[at] ?? 0) ^ 1;
  writeFileSync(path, content);
}

describe('what comes in at once', () => {
  it('is not left: another start removes it', async () => {
    const path = mkdtempSync(join(folders, 'at-'));
    const folder = new IncomingFolder(path, nobody);
    const file = await folder.receive();
    await file.write(randomBytes(10));
    const [name = ''] = readdirSync(path);
    writeFileSync(join(path, name.replace(/~\d+~/, '~4194304~')), 'x');
    await folder.open(0);
    expect(readdirSync(path)).toEqual([name]);
    await file.discard();
  });
});
