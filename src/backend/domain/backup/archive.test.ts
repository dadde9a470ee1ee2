import { readdirSync, readFileSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type ParsedTarEntryWithData, packTar, unpackTar } from 'modern-tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackupScene } from '../../../../test/support/backup-scene.js';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { fixture } from '../../../../test/support/media/media-file.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { testPlace } from '../../../../test/support/test-store.js';
import { openStorage } from '../../files/open-storage.js';
import { makeBackup } from './backup.js';
import type { BackupManifest } from './manifest.js';
import { checkBackup } from './restore.js';

const clock = new ManualClock();
const scene = new BackupScene(clock);
let folder: string;
let file: string;
let whole: Buffer;
let entries: ParsedTarEntryWithData[];

beforeAll(async () => {
  folder = scene.folder('original');
  const backend = await BackendUnderTest.startOn(clock, folder);
  try {
    const uploaded = await fetch(`${backend.backend.url}/v1/media`, {
      method: 'POST',
      headers: { authorization: `Bearer ${backend.key}`, 'content-type': 'application/octet-stream' },
      body: Uint8Array.from(fixture('photo.jpg')),
    });
    expect(uploaded.status).toBe(201);
    const made = await scene.backup(folder, 'backup.tar.gz');
    expect(made).toMatchObject({ files: 1, missing: { count: 0 }, changed: { count: 0 } });
    ({ file } = made);
  } finally {
    await backend.close();
  }
  whole = readFileSync(file);
  entries = await unpackTar(Uint8Array.from(gunzipSync(whole)));
});

afterAll(() => scene.remove());

/** Checks bytes as a backup. @returns the reason why they are not one; null if they are */
async function reasonAgainst(bytes: Uint8Array): Promise<string | null> {
  try {
    await checkBackup(
      {
        archive: Readable.from([Buffer.from(bytes)]),
        signal: new AbortController().signal,
        progress: () => undefined,
      },
      scene.home,
    );
    return null;
  } catch (error) {
    return error instanceof Error && 'reason' in error ? String(error.reason) : `not explained: ${error}`;
  }
}

function hasSameContent(bytes: Uint8Array): boolean {
  try {
    return gunzipSync(bytes).equals(gunzipSync(whole));
  } catch {
    return false;
  }
}

/** The backup with other files in its archive. */
async function packed(changed: readonly ParsedTarEntryWithData[]): Promise<Uint8Array> {
  return gzipSync(await packTar(changed));
}

const nameOf = ({ header }: ParsedTarEntryWithData): string => header.name;

function withText(name: string, change: (text: string) => string): ParsedTarEntryWithData[] {
  return entries.map((entry) => {
    if (nameOf(entry) !== name) return entry;
    const data = Uint8Array.from(Buffer.from(change(Buffer.from(entry.data ?? []).toString())));
    return { header: { ...entry.header, size: data.length }, data };
  });
}

const withManifest = (change: (manifest: BackupManifest) => unknown): Promise<Uint8Array> =>
  packed(withText('postrider-backup.json', (text) => JSON.stringify(change(JSON.parse(text)))));

const added = (name: string, text = 'x'): ParsedTarEntryWithData => ({
  header: { name, size: text.length },
  data: Uint8Array.from(Buffer.from(text)),
});

describe('a backup', () => {
  it('is a tar archive of manifest, database, files and their sums, which only its owner can read', () => {
    expect(entries.map(nameOf)).toEqual([
      'postrider-backup.json',
      'postrider.db',
      expect.stringMatching(/^media\/ws_\w+\/[0-9a-f]{2}\/[0-9a-f]{64}$/),
      expect.stringMatching(/^media\/ws_\w+\/[0-9a-f]{2}\/[0-9a-f]{64}\.thumbnail$/),
      'SHA256SUMS',
    ]);
    expect(entries.map(({ header }) => header.mode)).toEqual(entries.map(() => 0o600));
    expect(Buffer.from(entries[2]?.data ?? [])).toEqual(fixture('photo.jpg'));
  });

  it('leaves nothing else behind', () => {
    expect(readdirSync(scene.home).sort()).toEqual(['backup.tar.gz', 'original']);
  });

  it('does not replace a file', async () => {
    await expect(scene.backup(folder, 'backup.tar.gz')).rejects.toMatchObject({ reason: 'not_empty' });
    expect(readFileSync(file).equals(whole)).toBe(true);
  });

  it('reports files that storage no longer has, or no longer as they were', async () => {
    const storage = await openStorage({ dataFolder: folder, now: clock.now() });
    const { place } = await testPlace(folder);
    const chunks: Buffer[] = [];
    const made = await makeBackup({
      location: place,
      storage: {
        ...storage,
        receive: () => storage.receive(),
        remove: (name) => storage.remove(name),
        has: (name) => storage.has(name),
        sizeOf: async (name) => (name.variant === 'thumbnail' ? null : 3),
        open: () => new Blob(['bad']).stream(),
      },
      to: new Writable({
        write: (chunk, _encoding, done) => {
          chunks.push(chunk);
          done();
        },
      }),
      workIn: scene.home,
      clock,
      signal: new AbortController().signal,
      progress: () => undefined,
    });
    expect(made.missing).toEqual({ count: 1, names: [expect.stringMatching(/\.thumbnail$/)] });
    expect(made.changed).toEqual({ count: 1, names: [expect.stringMatching(/[0-9a-f]{64}$/)] });
    expect(await reasonAgainst(Buffer.concat(chunks))).toBeNull();
  });

  it('ends with the error of its destination, and leaves nothing behind', async () => {
    const { place } = await testPlace(folder);
    const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const made = makeBackup({
      location: place,
      storage: await openStorage({ dataFolder: folder, now: clock.now() }),
      to: new Writable({ write: (_chunk, _encoding, done) => done(full) }),
      workIn: scene.home,
      clock,
      signal: new AbortController().signal,
      progress: () => undefined,
    });
    await expect(made).rejects.toBe(full);
    expect(readdirSync(scene.home).sort()).toEqual(['backup.tar.gz', 'original']);
  });
});

describe('checking a backup', () => {
  it('accepts one that is as it was made', async () => {
    expect(await reasonAgainst(whole)).toBeNull();
    expect(await reasonAgainst(await packed(entries))).toBeNull();
  });

  it('rejects one that is cut off anywhere', async () => {
    const tar = gunzipSync(whole);
    // The end of the archive is two blocks of zeros, which pad what is before them.
    const ends = Array.from({ length: 24 }, (_, index) => Math.floor((index / 24) * (whole.length - 8)));
    for (const end of ends) {
      expect(await reasonAgainst(whole.subarray(0, end)), `${end} bytes`).toMatch(
        /^(incomplete|not_a_backup)$/,
      );
    }
    const sums = entries.at(-1)?.header.size ?? 0;
    const beforeSums = tar.length - 1024 - Math.ceil(sums / 512) * 512 - 512;
    expect(await reasonAgainst(gzipSync(tar.subarray(0, beforeSums)))).toBe('incomplete');
  });

  it('rejects one with a changed byte in any file', async () => {
    for (const entry of entries) {
      const size = entry.data?.length ?? 0;
      for (const position of [0, Math.floor(size / 2), size - 1]) {
        const changed = entries.map((one) => {
          const data = Uint8Array.from(one.data ?? []);
          if (one === entry) data[position] = (data[position] ?? 0) ^ 1;
          return { ...one, data };
        });
        const reason = await reasonAgainst(await packed(changed));
        expect(reason, `${nameOf(entry)}, byte ${position}`).toMatch(/^(damaged|not_a_backup)$/);
      }
    }
  });

  it('rejects a changed byte of the compressed file', async () => {
    for (let at = 0; at < whole.length - 8; at += Math.ceil(whole.length / 40)) {
      const changed = Uint8Array.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      const reason = await reasonAgainst(changed);
      // Padding bits, and some bytes of the gzip header, mean nothing.
      if (!hasSameContent(changed)) expect(reason, `byte ${at}`).not.toBeNull();
      expect(reason ?? '', `byte ${at}`).not.toMatch(/^not explained/);
    }
  });

  it('rejects what is not a backup', async () => {
    expect(await reasonAgainst(Buffer.from('age-encryption.org/v1'))).toBe('not_a_backup');
    expect(await reasonAgainst(Buffer.alloc(0))).toBe('not_a_backup');
    expect(await reasonAgainst(gzipSync('text'))).toBe('not_a_backup');
    expect(await reasonAgainst(await packed([added('readme.txt')]))).toBe('not_a_backup');
    expect(await reasonAgainst(await withManifest(() => ({ format: 1 })))).toBe('not_a_backup');
  });

  it('rejects one of a newer version, whatever else it contains', async () => {
    expect(await reasonAgainst(await withManifest(() => ({ format: 2, more: true })))).toBe('too_new');
    const newer = await withManifest((manifest) => ({
      ...manifest,
      database: { ...manifest.database, schema: 1_000 },
    }));
    expect(await reasonAgainst(newer)).toBe('too_new');
  });

  it('rejects rows that are missing from the database', async () => {
    const sums = await withManifest((manifest) => ({
      ...manifest,
      database: { ...manifest.database, tables: { ...manifest.database.tables, posts: 7 } },
    }));
    expect(await reasonAgainst(sums)).toBe('damaged');
  });

  it.each([
    '../outside',
    'media/../../outside',
    '/etc/passwd',
    'media/ws_1/00/short',
    `media/ws_1/00/${'1'.repeat(64)}`,
    `media/ws_1/11/${'1'.repeat(64)}.converted-1`,
    'postrider.db-wal',
    'postrider.db',
  ])('rejects a file named %s', async (name) => {
    const changed = [...entries.slice(0, -1), added(name), ...entries.slice(-1)];
    expect(await reasonAgainst(await packed(changed))).toBe('damaged');
  });

  it('rejects a link', async () => {
    const name = `media/ws_1/11/${'1'.repeat(64)}`;
    const link = { header: { name, size: 0, type: 'symlink' as const, linkname: '/etc/passwd' } };
    const changed = [...entries.slice(0, -1), link, ...entries.slice(-1)];
    expect(await reasonAgainst(await packed(changed))).toBe('damaged');
  });

  it('leaves nothing behind', () => {
    expect(readdirSync(scene.home).sort()).toEqual(['backup.tar.gz', 'original']);
  });
});
