import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../../../test/support/manual-clock.js';
import { fixture } from '../../../../test/support/media/media-file.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { until } from '../../../../test/support/until.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { StoredMedia } from '../../../contract/media/media.js';
import type { Operation } from '../../../contract/operation.js';
import { OPERATION_IDS, OPERATIONS } from '../../../contract/operations.js';
import type { Post } from '../../../contract/posts/posts.js';
import type { WebhookWithSecret } from '../../../contract/webhooks/webhooks.js';
import { createSignInLink } from '../../domain/access/sign-in-links.js';

let folder: string;
let test: BackendUnderTest;
let person: Visitor;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'postrider-at-rest-'));
  test = await BackendUnderTest.startOn(new ManualClock(), folder, {
    fetchMedia: async (url) => ({
      body: (async function* () {
        yield Buffer.from(fixture('photo.png'));
      })(),
      contentType: null,
      finalUrl: url,
    }),
  });
  person = await Visitor.signedIn(test);
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

const keyed = (key: string = randomUUID()) => ({ headers: { 'idempotency-key': key } });

const webhook = { url: 'https://fernhill.example/hooks', events: ['post.published'] };

/** The text of each column of the whole database. */
async function columns(): Promise<ReadonlyMap<string, string>> {
  const { db } = test.backend.services.store;
  const texts = new Map<string, string>();
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db);
    for (const [column, value] of rows.flatMap(Object.entries)) {
      texts.set(`${name}.${column}`, `${texts.get(`${name}.${column}`) ?? ''}\n${value}`);
    }
  }
  return texts;
}

/** The files of the data folder that contain a secret, deleted rows and the write-ahead log included. */
function filesWith(secret: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(folder, name);
    return statSync(path).isFile() && readFileSync(path).includes(secret);
  });
}

describe('secrets that are shown once', () => {
  it('are in no column and no byte of the data folder', async () => {
    const secrets = new Map<string, string>();
    secrets.set('API key', await test.newKey('draft'));
    secrets.set('API key in use', test.key);
    secrets.set('sign-in link', await createSignInLink(test.backend.services.store, test.workspace.id, test));
    secrets.set('cookie of the dashboard', person.cookie?.split('=')[1] ?? '');

    const made = await test.post<WebhookWithSecret>('/v1/webhooks', webhook, keyed());
    secrets.set('former secret of a webhook', made.body.secret);
    const rotate = `/v1/webhooks/${made.body.id}/rotate-secret`;
    const rotated = await test.request<WebhookWithSecret>('POST', rotate, keyed());
    secrets.set('secret of a webhook', rotated.body.secret);

    const announced = { filename: 'a.mp4', contentType: 'video/mp4', bytes: 1_000 };
    const upload = await test.post<StoredMedia>('/v1/media', announced, keyed());
    secrets.set('upload URL', upload.body.upload?.uploadUrl.split('/').at(-1) ?? '');
    const fetched = await test.post<StoredMedia>('/v1/media', { url: 'https://a.example/a.png' }, keyed());
    const [media] = fetched.body.media;
    secrets.set('signed URL', new URL(media?.url ?? '').searchParams.get('signature') ?? '');
    secrets.set(
      'signed URL of a thumbnail',
      new URL(media?.thumbnailUrl ?? '').searchParams.get('signature') ?? '',
    );
    const { store } = test.backend.services;
    for (const account of await store.db.selectFrom('accounts').selectAll().execute()) {
      for (const [name, value] of Object.entries(store.vault.openAccount(account))) {
        if (/token|secret|password/i.test(name))
          secrets.set(`account on ${account.platform}: ${name}`, value);
      }
    }
    expect([...secrets.keys()].filter((name) => name.startsWith('account')).length).toBeGreaterThan(10);
    const post = { platform: 'bluesky', text: 'Hello', mediaUrls: [media?.key], scheduleMode: 'now' };
    const { body } = await test.post<Post>('/v1/posts', post, keyed());
    await until(async () => (await test.get<Post>(`/v1/posts/${body.id}`)).body.status === 'published');

    const texts = [...(await columns())];
    for (const [what, secret] of secrets) {
      expect([what, secret.length > 12]).toEqual([what, true]);
      const found = texts.filter(([, text]) => text.includes(secret)).map(([column]) => column);
      expect([what, found]).toEqual([what, []]);
      if (store.engine === 'embedded') expect([what, filesWith(secret)]).toEqual([what, []]);
    }
  });

  it('are marked in the contract, for every operation whose answers are stored', () => {
    const secret = /whsec_|postrider_api_|signature=|token=|\/uploads\//;
    const stored = OPERATION_IDS.filter((id) => {
      const operation: Operation = OPERATIONS[id];
      return operation.keyed && secret.test(JSON.stringify(operation.example.response));
    });
    const marked = OPERATION_IDS.filter((id) => (OPERATIONS[id] as Operation).secretResponse);
    expect(marked).toEqual(stored);
    expect(stored).toContain('webhooks.rotateSecret');
  });
});

describe('a stored answer with a secret', () => {
  it('is repeated to the same caller', async () => {
    const first = await test.post<WebhookWithSecret>('/v1/webhooks', webhook, keyed('again'));
    const again = await test.post<WebhookWithSecret>('/v1/webhooks', webhook, keyed('again'));
    expect(first.body.secret).toMatch(/^whsec_/);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
  });

  it('is shown again to a person who sends the same form twice, and to nobody who signed in later', async () => {
    const form = { url: 'https://fernhill.example/twice', key: randomUUID(), allEvents: 'on' };
    const secretIn = (html: string) => /whsec_[\w+/=]+/.exec(html)?.[0];
    const first = await person.send('/settings/webhooks', form);
    expect(secretIn(first.html)).toBeDefined();
    const again = await person.send('/settings/webhooks', form);
    expect(secretIn(again.html)).toBe(secretIn(first.html));
    const later = await (await Visitor.signedIn(test)).send('/settings/webhooks', form);
    expect([later.status, secretIn(later.html)]).toEqual([422, undefined]);
    expect(later.html).toContain('took effect before');
    const all = await test.get<{ data: { url: string }[] }>('/v1/webhooks');
    expect(all.body.data.filter(({ url }) => url === form.url)).toHaveLength(1);
  });

  it('opens under no other idempotency key, even if it is moved in the database', async () => {
    await test.post('/v1/webhooks', webhook, keyed('moved'));
    const { store } = test.backend.services;
    await store.write((trx) =>
      trx.updateTable('idempotency').set({ key: 'elsewhere' }).where('key', '=', 'moved').execute(),
    );
    const answer = await test.post('/v1/webhooks', webhook, keyed('elsewhere'));
    expect([answer.status, answer.body['code']]).toEqual([422, 'idempotency_key_reused']);
  });

  it('is still readable if an earlier version stored it as plain text', async () => {
    const first = await test.post('/v1/webhooks', webhook, keyed('plain'));
    const { store } = test.backend.services;
    await store.write((trx) =>
      trx
        .updateTable('idempotency')
        .set({ answer_json: JSON.stringify(first.body) })
        .where('key', '=', 'plain')
        .execute(),
    );
    const again = await test.post('/v1/webhooks', webhook, keyed('plain'));
    expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', first.body]);
  });
});
