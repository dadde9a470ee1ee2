import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { S3Double } from '../../../test/support/media/s3-double.js';
import { DiskStorage } from './disk-storage.js';
import { MemoryStorage } from './memory-storage.js';
import { S3Storage } from './s3-storage.js';
import { type MediaStorage, StoredFileMissing } from './storage.js';

const NOW = Date.parse('2026-12-01T08:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'postrider-storage-'));
let s3: S3Double;

beforeAll(async () => {
  s3 = await S3Double.start();
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const STORAGES: readonly [name: string, open: () => Promise<MediaStorage>][] = [
  ['in memory', async () => new MemoryStorage()],
  ['on disk', () => DiskStorage.open(mkdtempSync(join(folder, 'disk-')), NOW)],
  ['in an S3 bucket', () => S3Storage.open(s3.settings, mkdtempSync(join(folder, 's3-')), NOW)],
];

const nameOf = (bytes: Uint8Array, workspaceId = 'ws_1') => ({
  workspaceId,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});

async function save(storage: MediaStorage, bytes: Uint8Array, variant?: string, of = bytes) {
  const name = { ...nameOf(of), ...(variant === undefined ? {} : { variant }) };
  const file = await storage.receive();
  try {
    for (let at = 0; at < bytes.length; at += 100_000) await file.write(bytes.slice(at, at + 100_000));
    await file.save(name);
  } finally {
    await file.discard();
  }
  return name;
}

async function all(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe.each(STORAGES)('media %s', (_where, open) => {
  it('are visible once they are saved, not before', async () => {
    const storage = await open();
    const bytes = randomBytes(3_000_000);
    const file = await storage.receive();
    await file.write(bytes.subarray(0, 1_500_000));
    await file.write(bytes.subarray(1_500_000));
    expect(file.length).toBe(bytes.length);
    expect(
      Buffer.from(await file.read(1_400_000, 1_600_000)).equals(bytes.subarray(1_400_000, 1_600_000)),
    ).toBe(true);
    expect((await file.read(2_999_990, 4_000_000)).length).toBe(10);
    expect(await storage.has(nameOf(bytes))).toBe(false);
    await file.save(nameOf(bytes));
    expect(await storage.sizeOf(nameOf(bytes))).toBe(bytes.length);
    expect((await all(storage.open(nameOf(bytes)))).equals(bytes)).toBe(true);
  });

  it('can be read in part', async () => {
    const storage = await open();
    const bytes = randomBytes(700_000);
    const name = await save(storage, bytes);
    const part = async (start: number, end: number) => all(storage.open(name, { start, end }));
    expect((await part(0, 1)).equals(bytes.subarray(0, 1))).toBe(true);
    expect((await part(300_000, 600_001)).equals(bytes.subarray(300_000, 600_001))).toBe(true);
    expect((await part(699_999, 700_000)).equals(bytes.subarray(699_999))).toBe(true);
    expect((await part(5, 5)).length).toBe(0);
  });

  it('fail with StoredFileMissing if they do not exist', async () => {
    const storage = await open();
    const name = nameOf(randomBytes(8));
    expect(await storage.has(name)).toBe(false);
    expect(await storage.sizeOf(name)).toBeNull();
    await expect(all(storage.open(name))).rejects.toBeInstanceOf(StoredFileMissing);
    await expect(storage.remove(name)).resolves.toBeUndefined();
  });

  it('are removed with everything derived from them, and nothing else', async () => {
    const storage = await open();
    const [one, other] = [randomBytes(50), randomBytes(60)];
    const name = await save(storage, one);
    const small = await save(storage, randomBytes(10), 'thumbnail', one);
    const unrelated = await save(storage, other);
    expect(await storage.sizeOf(small)).toBe(10);
    await storage.remove(name);
    expect(await Promise.all([name, small, unrelated].map((file) => storage.has(file)))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('are not overwritten', async () => {
    const storage = await open();
    const bytes = randomBytes(1000);
    await Promise.all([save(storage, bytes), save(storage, bytes)]);
    await save(storage, bytes);
    expect((await all(storage.open(nameOf(bytes)))).equals(bytes)).toBe(true);
  });

  it('are separate for each workspace', async () => {
    const storage = await open();
    const bytes = randomBytes(100);
    await save(storage, bytes);
    expect(await storage.has(nameOf(bytes, 'ws_2'))).toBe(false);
  });

  it('leave nothing behind when discarded', async () => {
    const storage = await open();
    const file = await storage.receive();
    await file.write(randomBytes(2_000_000));
    await file.discard();
    await expect(file.discard()).resolves.toBeUndefined();
  });
});

describe.each([
  ['on disk', (place: string) => DiskStorage.open(place, NOW)],
  ['in an S3 bucket', (place: string) => S3Storage.open(s3.settings, place, NOW)],
])('resumable media %s', (_where, open) => {
  it('survive a restart, and are saved by the process that resumes them', async () => {
    const place = mkdtempSync(join(folder, 'resumable-'));
    const bytes = randomBytes(3_000_000);
    const started = await (await open(place)).resumable.create('upl_1');
    await started.write(Uint8Array.from(bytes.subarray(0, 2_000_000)));
    await started.release();

    const storage = await open(place);
    expect(await storage.resumable.abandoned()).toEqual(['upl_1']);
    const resumed = await storage.resumable.resume('upl_1');
    await resumed?.write(Uint8Array.from(bytes.subarray(2_000_000)));
    await resumed?.save(nameOf(bytes));
    await resumed?.discard();
    expect((await all(storage.open(nameOf(bytes)))).equals(bytes)).toBe(true);
    expect(await storage.resumable.abandoned()).toEqual([]);
  });
});

describe('the storage folder', () => {
  it('contains one file per medium, and no incoming files', async () => {
    const place = mkdtempSync(join(folder, 'disk-'));
    const storage = await DiskStorage.open(place, NOW);
    const bytes = randomBytes(10);
    const { sha256 } = await save(storage, bytes);
    await save(storage, bytes);
    await (await storage.receive()).discard();
    expect(readdirSync(place, { recursive: true }).sort()).toEqual(
      ['incoming', 'ws_1', join('ws_1', sha256.slice(0, 2)), join('ws_1', sha256.slice(0, 2), sha256)].sort(),
    );
  });

  it.each([
    [{ workspaceId: '../..', sha256: 'a'.repeat(64) }],
    [{ workspaceId: 'ws_1', sha256: '../../../etc/passwd' }],
    [{ workspaceId: 'ws_1', sha256: 'a'.repeat(64), variant: '../x' }],
  ])('rejects names that lead out of it: %j', async (name) => {
    const storage = await DiskStorage.open(mkdtempSync(join(folder, 'disk-')), NOW);
    await expect(storage.has(name)).rejects.toBeInstanceOf(StoredFileMissing);
  });

  it('removes what crashed uploads left when it opens, but nothing that may continue', async () => {
    const place = mkdtempSync(join(folder, 'disk-'));
    const storage = await DiskStorage.open(place, NOW);
    const running = await storage.receive();
    await running.write(randomBytes(10));
    const incoming = join(place, 'incoming');
    const [mine = ''] = readdirSync(incoming);
    const host = mine.split('~')[0];
    const hex = 'ab'.repeat(16);
    const dead = `${host}~4194304~${hex}.part`;
    const elsewhere = `another-machine~1~${hex}.part`;
    const old = `another-machine~2~${hex}.part`;
    for (const name of [dead, elsewhere, old, 'notes.txt']) writeFileSync(join(incoming, name), 'x');
    for (const name of [mine, elsewhere]) utimesSync(join(incoming, name), NOW / 1000, NOW / 1000);
    utimesSync(join(incoming, old), NOW / 1000 - 90_000, NOW / 1000 - 90_000);

    await DiskStorage.open(place, NOW);
    expect(readdirSync(incoming).sort()).toEqual([elsewhere, mine, 'notes.txt'].sort());
    await running.discard();
  });
});

describe('an S3 bucket', () => {
  it('receives large files in parts, so that little of them is in memory', async () => {
    const storage = await S3Storage.open(s3.settings, mkdtempSync(join(folder, 's3-')), NOW);
    const bytes = randomBytes(20 * 1024 * 1024);
    s3.largest = 0;
    const name = await save(storage, bytes);
    expect(s3.largest).toBe(8 * 1024 * 1024);
    expect(s3.begun.size).toBe(0);
    expect((await all(storage.open(name))).equals(bytes)).toBe(true);
    expect([...s3.objects.keys()]).toContain(`shop/ws_1/${name.sha256}/original`);
  });

  it('is retried when it is busy', async () => {
    const storage = await S3Storage.open(s3.settings, mkdtempSync(join(folder, 's3-')), NOW);
    s3.failing = 2;
    const name = await save(storage, randomBytes(10));
    expect(await storage.has(name)).toBe(true);
  });

  it('fails without naming credentials when it refuses a request', async () => {
    const settings = { ...s3.settings, secretAccessKey: 'wrong-secret' };
    const storage = await S3Storage.open(settings, mkdtempSync(join(folder, 's3-')), NOW);
    const failed = await save(storage, randomBytes(10)).catch((error: unknown) => error);
    expect(String(failed)).toContain('HTTP 403');
    expect(String(failed)).not.toContain('wrong-secret');
  });

  it('fails as unavailable when it does not answer', async () => {
    const settings = { ...s3.settings, endpoint: 'http://127.0.0.1:1' };
    const storage = await S3Storage.open(settings, mkdtempSync(join(folder, 's3-')), NOW);
    await expect(save(storage, randomBytes(10))).rejects.toMatchObject({ code: 'unavailable' });
  });
});
