import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SealedFolder } from '../../../../test/support/sealed-folder.js';
import { openStore } from '../store.js';
import { SecretKey } from './secret-key.js';
import { unlock } from './unlock.js';

/** More than one slice. */
const MANY = 450;

let folder: SealedFolder;
beforeEach(async () => {
  folder = await SealedFolder.inClear(3);
});
afterEach(() => folder.remove());

const keyFile = () => join(folder.path, 'secret.key');
const given = () => ({ secretKey: { text: SecretKey.random().exportText(), from: 'POSTRIDER_SECRET_KEY' } });

describe('the first start', () => {
  it('makes a key that only its owner can read, and seals what was in clear', async () => {
    expect(folder.found()).toEqual(folder.secrets);
    await folder.open(async (store) => {
      expect(await folder.tokens(store)).toEqual(folder.secrets);
      expect(await folder.keyIds(store)).toEqual([SecretKey.parse(readFileSync(keyFile(), 'utf8'), 'it').id]);
      // While it is open: neither pages nor the log have a token.
      expect(folder.found()).toEqual([]);
    });
    expect(folder.found()).toEqual([]);
    if (process.platform !== 'win32') expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
  });

  it('with a given key makes no file', async () => {
    const options = given();
    await folder.open(async (store) => expect(await folder.tokens(store)).toEqual(folder.secrets), options);
    expect(folder.files()).toEqual([]);
    expect(await folder.open((store) => folder.tokens(store), options)).toEqual(folder.secrets);
  });

  it('of a process that shares the database makes no key', async () => {
    await expect(folder.open(() => undefined, { mayMakeKey: false })).rejects.toMatchObject({
      reason: 'missing',
      message: expect.stringContaining('openssl rand -base64 32'),
    });
    expect(folder.files()).toEqual([]);
  });

  it('of two processes at once ends with one key', async () => {
    const stores = [1, 2, 3].map(() => openStore(folder.path));
    const options = { dataFolder: folder.path, mayMakeKey: true };
    const found = await Promise.all(stores.map((store) => unlock(store, options)));
    expect(new Set(found.map((one) => one?.key.id)).size).toBe(1);
    expect(folder.files()).toEqual(['secret.key']);
    for (const store of stores) expect(await folder.tokens(store)).toEqual(folder.secrets);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('of two processes at once with different keys lets one of them in', async () => {
    const stores = [1, 2].map(() => openStore(folder.path));
    const ends = await Promise.allSettled(
      stores.map((store) => unlock(store, { dataFolder: folder.path, mayMakeKey: true, ...given() })),
    );
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await Promise.all(stores.map((store) => store.close()));
  });
});

describe('sealing that was interrupted', () => {
  it('is read in both forms, and continues at the next start', async () => {
    folder.remove();
    folder = await SealedFolder.inClear(MANY);
    const store = openStore(folder.path);
    const options = { dataFolder: folder.path, mayMakeKey: true };
    const killed = () => Promise.reject(new Error('killed'));
    await expect(unlock(store, { ...options, sliceDone: killed })).rejects.toThrow('killed');
    expect((await folder.keyIds(store)).length).toBe(2);
    expect(await folder.tokens(store)).toEqual(folder.secrets);
    await store.close();
    await folder.open(async (again) => {
      expect((await folder.keyIds(again)).length).toBe(1);
      expect(await folder.tokens(again)).toEqual(folder.secrets);
      expect(folder.found()).toEqual([]);
    });
  });
});

describe('a start with another key', () => {
  it('is refused, with the ids of both keys, and changes nothing', async () => {
    await folder.open(() => undefined);
    const before = readFileSync(join(folder.path, 'postrider.db'));
    const id = SecretKey.parse(readFileSync(keyFile(), 'utf8'), 'it').id;
    await expect(folder.open(() => undefined, given())).rejects.toMatchObject({
      reason: 'other',
      message: expect.stringContaining(`sealed with another secret key: ${id}`),
    });
    expect(readFileSync(join(folder.path, 'postrider.db'))).toEqual(before);
    expect(await folder.open((store) => folder.tokens(store))).toEqual(folder.secrets);
  });

  it('is refused if the key file is missing, instead of making a new one', async () => {
    await folder.open(() => undefined);
    rmSync(keyFile());
    await expect(folder.open(() => undefined)).rejects.toMatchObject({ reason: 'missing' });
    expect(existsSync(keyFile())).toBe(false);
  });

  it('is refused if the key file is damaged, without its text', async () => {
    await folder.open(() => undefined);
    const text = readFileSync(keyFile(), 'utf8').slice(0, 20);
    writeFileSync(keyFile(), text);
    const refused: unknown = await folder.open(() => undefined).catch((error: unknown) => error);
    expect(refused).toMatchObject({ reason: 'invalid', message: expect.stringContaining(keyFile()) });
    expect(String(refused)).not.toContain(text);
  });
});
