import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BackupScene } from '../../../../test/support/backup-scene.js';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { TEST_KEY_TEXT } from '../../../../test/support/secret-key.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { Post } from '../../../contract/posts/posts.js';
import type { Webhook, WebhookWithSecret } from '../../../contract/webhooks/webhooks.js';
import { createLog } from '../../base/log.js';
import { SecretKey } from '../../store/sealing/secret-key.js';

/** Tokens in the forms of real ones. */
const TOKENS = {
  bluesky: {
    accessToken: 'eyJhbGciOiJFUzI1NksifQ.eyJzdWIiOiJkaWQ6cGxjOmFiYyJ9.c2lnbmF0dXJl',
    password: 'k7qm-3xvb-p2nd-w4tz',
  },
  mastodon: {
    accessToken: 'ZA-Yj3aBD8U8Cm7lKUp-lm9O9BmDgdhHzDeqsY8tlL0',
    clientSecret: 'xoxb-263594206564-FGqddMF8t08v8N7Oq4i57vs1',
  },
} as const;

const clock = new ManualClock();
const scene = new BackupScene(clock);
const lines: string[] = [];
const secrets: string[] = Object.values(TOKENS).flatMap((one) => Object.values(one));
let original: BackendUnderTest;
let folder: string;
let file: string;

beforeAll(async () => {
  folder = scene.folder('original');
  original = await BackendUnderTest.startOn(clock, folder, {
    log: createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } }),
  });
  const { store } = original.backend.services;
  for (const [platform, credentials] of Object.entries(TOKENS)) {
    const row = await store.db
      .selectFrom('accounts')
      .selectAll()
      .where('platform', '=', platform === 'bluesky' ? 'bluesky' : 'mastodon')
      .executeTakeFirstOrThrow();
    const credentials_json = store.vault.sealAccount(row, credentials);
    await store.write((trx) =>
      trx.updateTable('accounts').set({ credentials_json }).where('id', '=', row.id).execute(),
    );
  }
  const webhook = await original.post<WebhookWithSecret>('/v1/webhooks', {
    url: 'https://fernhill.example/h',
  });
  secrets.push(webhook.body.secret);
  for (const platform of ['bluesky', 'mastodon', 'x']) {
    const post = { platform, text: `On ${platform}`, scheduleMode: 'now' };
    const { body } = await original.post<Post>('/v1/posts', post);
    await vi.waitFor(async () => {
      expect((await original.get<Post>(`/v1/posts/${body.id}`)).body.status).toBe('published');
    });
  }
  file = (await scene.backup(folder, 'sealed.tar.gz')).file;
});
afterAll(async () => {
  await original.close();
  scene.remove();
});

/** The secrets in any byte of these. */
const foundIn = (...all: readonly Buffer[]): string[] =>
  secrets.filter((secret) => all.some((bytes) => bytes.includes(secret)));

describe('while a backend runs, and posts with these tokens', () => {
  it('no token is in any byte of its data folder, its log or its backup', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile());
    expect(foundIn(...files.map((path) => readFileSync(path)))).toEqual([]);
    expect(foundIn(gunzipSync(readFileSync(file)))).toEqual([]);
    expect([lines.length > 5, foundIn(Buffer.from(lines.join('')))]).toEqual([true, []]);
  });

  it('the key is not in the backup', () => {
    const key = TEST_KEY_TEXT;
    const bytes = gunzipSync(readFileSync(file));
    const forms = [key, Buffer.from(key, 'base64'), Buffer.from(key, 'base64').toString('base64url')];
    expect(forms.filter((form) => bytes.includes(form))).toEqual([]);
  });
});

describe('a restore', () => {
  it('with the key brings back the tokens', async () => {
    const data = scene.folder('whole');
    await scene.restore(file, data);
    const restored = await BackendUnderTest.startOn(clock, data, { demo: false });
    const { store } = restored.backend.services;
    const rows = await store.db.selectFrom('accounts').selectAll().execute();
    const opened = rows.map((row) => store.vault.openAccount(row)['accessToken']);
    expect(opened).toEqual(expect.arrayContaining([TOKENS.bluesky.accessToken, TOKENS.mastodon.accessToken]));
    await restored.close();
  });

  it('without the key, or with another one, is refused and changes nothing', async () => {
    const data = scene.folder('refused');
    await expect(scene.restore(file, data, { secretKey: undefined })).rejects.toMatchObject({
      reason: 'missing',
    });
    const other = { text: SecretKey.random().exportText(), from: 'POSTRIDER_SECRET_KEY' };
    await expect(scene.restore(file, data, { secretKey: other })).rejects.toMatchObject({ reason: 'other' });
    expect(readdirSync(data).filter((name) => name.startsWith('postrider.db'))).toEqual([]);
  });

  it('without secrets says which accounts to reconnect and which webhooks to give a new secret', async () => {
    const data = scene.folder('without');
    const result = await scene.restore(file, data, { secretKey: undefined, withoutSecrets: true });
    expect(result.forgotten).toEqual({ accounts: 10, webhooks: 1 });
    const other = { text: SecretKey.random().exportText(), from: 'POSTRIDER_SECRET_KEY' };
    const restored = await BackendUnderTest.startOn(clock, data, { demo: false, secretKey: other });
    const accounts = await restored.get<{ data: Account[] }>('/v1/accounts');
    expect(accounts.body.data.map(({ health }) => health.status)).toEqual(
      Array.from({ length: 10 }, () => 'reconnect_required'),
    );
    const webhooks = await restored.get<{ data: Webhook[] }>('/v1/webhooks');
    expect(webhooks.body.data).toMatchObject([
      { active: false, disabled: { reason: expect.stringContaining('Rotate the secret') } },
    ]);
    const rotate = `/v1/webhooks/${webhooks.body.data[0]?.id}/rotate-secret`;
    expect((await restored.request('POST', rotate)).status).toBe(200);
    await restored.close();
  });

  it('refuses to back up a database in the middle of a rotation', async () => {
    const { store } = original.backend.services;
    const { readSealRecord, writeSealRecord } = await import('../../store/sealing/seal-record.js');
    const record = await readSealRecord(store.db);
    if (record === null) throw new Error('It is not sealed.');
    await store.write((trx) => writeSealRecord(trx, { ...record, next: record.check }));
    await expect(scene.backup(folder, 'half.tar.gz')).rejects.toMatchObject({ reason: 'rotating' });
    await store.write((trx) => writeSealRecord(trx, record));
    rmSync(join(scene.home, 'half.tar.gz'), { force: true });
  });
});
