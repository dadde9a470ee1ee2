import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ServedEngine, serveEngine, standInPost } from '../../../../test/support/serve-engine.js';
import { systemClock } from '../../base/clock.js';
import { deleteExpiredResponses } from '../../domain/retention/delete-expired.js';
import type { Call } from '../../operations/call.js';
import { RequestRefused } from '../../operations/refusal.js';

let engine: ServedEngine;
let key: string;
let created = 0;
let advanced = 0;
/** Runs inside the effect, after its write. */
let meanwhile: () => void = () => undefined;
/** The handler waits for this before it commits. */
let before: () => Promise<void> = async () => undefined;

const clock = { now: () => Date.now() + advanced, monotonic: systemClock.monotonic };

/** A handler whose effects can be counted. */
async function create(call: Call<'posts.create'>) {
  if (call.body.text === 'refused') throw new RequestRefused('rules_violated', 'A network would refuse it.');
  await before();
  return call.commit(async (trx) => {
    created += 1;
    const id = call.services.ids.next('post', call.now);
    await trx
      .insertInto('events')
      .values({
        id,
        workspace_id: call.caller.workspace.id,
        type: 'test',
        object_id: id,
        data_json: '{}',
        created_at: 1,
      })
      .execute();
    meanwhile();
    return standInPost({ id, text: call.body.text ?? '', idempotencyKey: call.idempotencyKey });
  });
}

beforeAll(async () => {
  engine = await serveEngine({ handlers: { 'posts.create': create }, clock });
  ({ text: key } = await engine.key('full'));
});
afterAll(() => engine.close());
beforeEach(() => {
  created = 0;
  meanwhile = () => undefined;
  before = async () => undefined;
});

const post = (idempotencyKey: string | null, body: unknown = { text: 'Hello' }, who = key) =>
  engine.send('POST', '/v1/posts', {
    key: who,
    body,
    headers: idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey },
  });

const effects = async (): Promise<number> =>
  (await engine.store.db.selectFrom('events').selectAll().execute()).length;

describe('a POST with an idempotency key', () => {
  it('takes effect once: a repeat gets the first answer, marked as replayed', async () => {
    const first = await post('once');
    const again = await post('once');
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(created).toBe(1);
  });

  it('ignores the order of fields and whitespace', async () => {
    await post('spaced', '{"text":"Hello","altTexts":[]}');
    const again = await post('spaced', '{ "altTexts": [], "text": "Hello" }');
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('with a different body is rejected', async () => {
    await post('reused');
    const other = await post('reused', { text: 'Something else' });
    expect([other.status, other.body['code']]).toEqual([422, 'idempotency_key_reused']);
    expect(created).toBe(1);
  });

  it('of another API key is a different request', async () => {
    const { text: stranger } = await engine.key('full', 'Other');
    await post('shared');
    const other = await post('shared', { text: 'Hello' }, stranger);
    expect(other.headers.get('idempotency-replayed')).toBeNull();
    expect(created).toBe(2);
  });

  it('is rejected while the first runs, with Retry-After: 1', async () => {
    let release = (): void => undefined;
    const started = new Promise<void>((resolve) => {
      before = () => {
        resolve();
        return new Promise((go) => {
          release = go;
        });
      };
    });
    const first = post('twin');
    await started;
    const twin = await post('twin');
    expect([twin.status, twin.body['code'], twin.headers.get('retry-after')]).toEqual([
      409,
      'request_in_progress',
      '1',
    ]);
    release();
    expect((await first).status).toBe(201);
    expect((await post('twin')).headers.get('idempotency-replayed')).toBe('true');
    expect(created).toBe(1);
  });

  it('that fails halfway leaves nothing behind and can be sent again', async () => {
    const had = await effects();
    meanwhile = () => {
      throw new Error('The process ended here.');
    };
    expect((await post('crash')).status).toBe(500);
    expect(await effects()).toBe(had);
    meanwhile = () => undefined;
    const again = await post('crash');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect(await effects()).toBe(had + 1);
  });

  it('that is refused stores nothing: corrected, the same key works', async () => {
    expect((await post('corrected', { text: 5 })).status).toBe(422);
    expect((await post('corrected', { text: 'refused' })).status).toBe(422);
    expect((await post('corrected', { text: 'Good' })).status).toBe(201);
  });

  it('expires after 24 hours', async () => {
    await post('old');
    advanced += 24 * 60 * 60 * 1000 + 1;
    const later = await post('old', { text: 'A new request' });
    expect([later.status, later.headers.get('idempotency-replayed')]).toEqual([201, null]);
    await deleteExpiredResponses(engine.store, clock.now());
    const kept = await engine.store.db.selectFrom('idempotency').select('key').execute();
    expect(kept).toEqual([{ key: 'old' }]);
  });

  it('with an invalid key is rejected', async () => {
    for (const unusable of ['x'.repeat(256), 'two words', 'caf\u00e9']) {
      expect((await post(unusable)).body['code']).toBe('malformed_request');
    }
    expect((await post('x'.repeat(255))).status).toBe(201);
  });

  it('is the same request with the key in double quotes', async () => {
    await post('form-1');
    expect((await post('"form-1"')).headers.get('idempotency-replayed')).toBe('true');
    const spaced = await post('"two words"');
    expect(spaced.body['idempotencyKey']).toBe('two words');
    expect(created).toBe(2);
  });

  it('twice, in two headers, is rejected', async () => {
    const headers: [string, string][] = [
      ['authorization', `Bearer ${key}`],
      ['content-type', 'application/json'],
      ['idempotency-key', 'first'],
      ['idempotency-key', 'second'],
    ];
    const response = await fetch(`${engine.url}/v1/posts`, { method: 'POST', headers, body: '{}' });
    const { code, detail } = Object(await response.json());
    expect([response.status, code]).toEqual([400, 'malformed_request']);
    expect(detail).toContain('Send the header once');
  });

  it('that is nested too deeply to hash is rejected', async () => {
    const { status, body } = await post('deep', `{"text":${'['.repeat(50_000)}${']'.repeat(50_000)}}`);
    expect([status, body['code']]).toEqual([400, 'malformed_request']);
  });
});

describe('a POST without an idempotency key', () => {
  it('takes effect each time', async () => {
    await post(null);
    await post(null);
    expect(created).toBe(2);
  });
});

describe('many requests at once', () => {
  it('each get their own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => post(`many-${index}`, { text: `Post ${index}` })),
    );
    expect(answers.map(({ body }) => body['text'])).toEqual(answers.map((_, index) => `Post ${index}`));
  });
});

describe('two processes on one data folder', () => {
  it('take effect once: the later one gets the first one’s answer', async () => {
    const { mkdtempSync, rmSync } = await import('node:fs');
    const { join } = await import('node:path');
    const { tmpdir } = await import('node:os');
    const dataFolder = mkdtempSync(join(tmpdir(), 'postrider-'));
    const [one, other] = await Promise.all([
      serveEngine({ dataFolder, handlers: { 'posts.create': create } }),
      serveEngine({ dataFolder, handlers: { 'posts.create': create } }),
    ]);
    const { text: shared } = await one.key('full');
    // Both look for a stored answer before either commits.
    let arrived = 0;
    let both = (): void => undefined;
    const together = new Promise<void>((resolve) => {
      both = resolve;
    });
    before = async () => {
      arrived += 1;
      if (arrived === 2) both();
      await together;
    };
    const send = (server: ServedEngine) =>
      server.send('POST', '/v1/posts', {
        key: shared,
        body: { text: 'Hello' },
        headers: { 'idempotency-key': 'race' },
      });
    const [first, second] = await Promise.all([send(one), send(other)]);
    expect(first.body).toEqual(second.body);
    expect(
      [first, second].filter(({ headers }) => headers.get('idempotency-replayed') === 'true'),
    ).toHaveLength(1);
    expect(created).toBe(1);
    await Promise.all([one.close(), other.close()]);
    rmSync(dataFolder, { recursive: true });
  });
});
