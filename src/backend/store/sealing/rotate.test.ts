import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SealedFolder } from '../../../../test/support/sealed-folder.js';
import { openStore } from '../store.js';
import { rotateDatabase } from './rotate-database.js';
import { SecretKey } from './secret-key.js';

/** More than one slice. */
const MANY = 250;

let folder: SealedFolder;
beforeEach(async () => {
  folder = await SealedFolder.inClear(MANY);
  await folder.open(() => undefined);
});
afterEach(() => folder.remove());

const rotate = (options: Partial<Parameters<typeof rotateDatabase>[0]> = {}) =>
  rotateDatabase({ location: { dataFolder: folder.path }, ...options });
const idIn = (name: string) => SecretKey.parse(readFileSync(join(folder.path, name), 'utf8'), 'it').id;
const reads = async (options = {}) =>
  expect(await folder.open((store) => folder.tokens(store), options)).toEqual(folder.secrets);

describe('a rotation', () => {
  it('seals everything with a new key, twice, and keeps the former keys for older backups', async () => {
    const ids = [idIn('secret.key')];
    for (const _ of [1, 2]) {
      const rotated = await rotate();
      expect(rotated).toMatchObject({ resealed: MANY, broken: [], formerKeyId: ids.at(-1) });
      ids.push(idIn('secret.key'));
      expect(rotated?.keyId).toBe(ids.at(-1));
      await folder.open(async (store) => expect(await folder.keyIds(store)).toEqual([ids.at(-1)]));
      await reads();
    }
    expect(new Set(ids).size).toBe(3);
    expect(folder.files()).toEqual(['secret.key', ...ids.slice(0, 2).map((id) => `secret.key.${id}`)].sort());
  });

  it('is refused while a backend has the data', async () => {
    const { lockFolder } = await import('../folder-lock.js');
    const release = lockFolder(folder.path);
    expect(await rotate()).toBeNull();
    release?.();
  });

  it.each([1, 2])('that was killed after slice %d lets no backend start, and continues', async (last) => {
    let slices = 0;
    const sliceDone = () => {
      slices += 1;
      if (slices === last) throw new Error('killed');
    };
    await expect(rotate({ sliceDone })).rejects.toThrow('killed');
    expect(folder.files()).toEqual(['secret.key', 'secret.key.next']);
    await expect(folder.open(() => undefined)).rejects.toMatchObject({ reason: 'rotating' });
    const next = idIn('secret.key.next');
    expect(await rotate()).toMatchObject({ keyId: next, broken: [], wasFinished: false });
    await reads();
    await folder.open(async (store) => expect(await folder.keyIds(store)).toEqual([next]));
  });

  it('that was killed before it put the new key in its place is ended by the next start', async () => {
    const former = idIn('secret.key');
    await rotate();
    const next = idIn('secret.key');
    renameSync(join(folder.path, 'secret.key'), join(folder.path, 'secret.key.next'));
    renameSync(join(folder.path, `secret.key.${former}`), join(folder.path, 'secret.key'));
    await reads();
    expect([idIn('secret.key'), idIn(`secret.key.${former}`)]).toEqual([next, former]);
  });

  it('moves the key out of the data folder, and again to another file', async () => {
    const former = idIn('secret.key');
    const outside = join(folder.path, 'outside.key');
    const other = join(folder.path, 'other.key');
    expect(await rotate({ newKeyFile: outside })).toMatchObject({ keyFile: outside, resealed: MANY });
    expect(folder.files()).toEqual([`secret.key.${former}`]);
    await expect(folder.open(() => undefined)).rejects.toMatchObject({ reason: 'missing' });
    await reads({ secretKey: { file: outside } });
    await expect(rotate({ secretKey: { file: outside } })).rejects.toMatchObject({
      reason: 'new_file_missing',
    });
    const again = { secretKey: { file: outside }, newKeyFile: other };
    expect(await rotate(again)).toMatchObject({ wasFinished: false, formerFile: null });
    expect(await rotate(again)).toMatchObject({ wasFinished: true, resealed: 0 });
    await reads({ secretKey: { file: other } });
  });

  it('with a wrong key changes nothing, and makes no new key', async () => {
    const text = SecretKey.random().exportText();
    const newKeyFile = join(folder.path, 'new.key');
    const wrong = rotate({ secretKey: { text, from: 'POSTRIDER_SECRET_KEY' }, newKeyFile });
    await expect(wrong).rejects.toMatchObject({ reason: 'other' });
    await reads();
    expect(() => readFileSync(newKeyFile)).toThrow('ENOENT');
  });

  it('names what does not open, and seals the rest', async () => {
    const store = openStore(folder.path);
    await sql`update accounts set credentials_json = (select credentials_json from accounts where id = 'acc_0001')
      where id = 'acc_0000'`.execute(store.db);
    await store.close();
    expect(await rotate()).toMatchObject({ resealed: MANY - 1, broken: ['account:acc_0000:bluesky'] });
  });
});
