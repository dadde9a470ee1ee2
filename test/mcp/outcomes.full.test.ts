import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession, type Session } from '../support/mcp-session.js';
import { BackendUnderTest } from '../support/running-backend.js';
import { type FaultInjectingTransport, faultInjectingTransportTo } from './fault-injecting-transport.js';

let service: BackendUnderTest;

beforeAll(async () => {
  service = await BackendUnderTest.start();
});
afterAll(() => service.close());

function open(url: string): Promise<Session> {
  return openSession({
    args: ['mcp', '--confirm', 'never'],
    env: { POSTRIDER_API_KEY: service.key, POSTRIDER_BASE_URL: url },
  });
}

/** A session that has lost all responses to one call, and the answer of that call. */
async function lostCall(
  text: string,
): Promise<{ proxy: FaultInjectingTransport; session: Session; said: string; key: string }> {
  const proxy = await faultInjectingTransportTo(service.backend.url);
  const session = await open(proxy.url);
  proxy.loseAnswers(3);
  const answer = await session.call('postrider_create_post', {
    platform: 'mastodon',
    text,
    scheduleMode: 'now',
  });
  expect(answer).toMatchObject({
    isError: true,
    structured: { error: 'outcome_unknown', changed: 'unknown' },
  });
  expect(proxy.creates()).toBe(3);
  return { proxy, session, said: answer.text, key: String(answer.structured['idempotencyKey']) };
}

async function published(text: string): Promise<number> {
  const { body } = await service.get<{ data: unknown[] }>(`/v1/posts?text=${encodeURIComponent(text)}`);
  return body.data.length;
}

describe('a connection that drops after the request was sent', () => {
  it('leaves the outcome unknown, and the answer says how to repeat and how to check', async () => {
    const { said, key } = await lostCall('Lost once.');
    expect(said).toContain('Outcome unknown');
    expect(said).toContain(`Repeat this call with idempotencyKey "${key}" within 24 h: it cannot act twice.`);
    expect(said).toContain(`postrider_list_posts {"idempotencyKey": "${key}"}`);
  });

  it('publishes once if the call is repeated with the idempotency key', async () => {
    const text = 'Lost and repeated with its key.';
    const { session, key } = await lostCall(text);
    const args = { platform: 'mastodon', text, scheduleMode: 'now', idempotencyKey: key };
    const again = await session.call('postrider_create_post', args);
    expect(again.isError).toBe(false);
    expect(again.text).toMatch(
      /^This call already ran with the same idempotencyKey\..* Nothing new was created\./,
    );
    expect(await published(text)).toBe(1);
  });

  it('publishes once if the call is repeated unchanged', async () => {
    const text = 'Lost and plainly repeated.';
    const { session } = await lostCall(text);
    const again = await session.call('postrider_create_post', {
      platform: 'mastodon',
      text,
      scheduleMode: 'now',
    });
    expect(again.isError).toBe(false);
    expect(again.text).toMatch(
      /^This call already ran with the same idempotencyKey\..* Nothing new was created\./,
    );
    expect(await published(text)).toBe(1);
  });

  it('can be checked with the idempotency key', async () => {
    const text = 'Lost and looked up.';
    const { session, key } = await lostCall(text);
    const found = await session.call('postrider_list_posts', { idempotencyKey: key });
    expect(found.structured).toMatchObject({ posts: [{ text }] });
  });

  it('does not matter if a later attempt of the same call gets a response', async () => {
    const text = 'Lost twice, then answered.';
    const proxy = await faultInjectingTransportTo(service.backend.url);
    const session = await open(proxy.url);
    proxy.loseAnswers(2);
    const answer = await session.call('postrider_create_post', {
      platform: 'mastodon',
      text,
      scheduleMode: 'now',
    });
    expect(answer.isError).toBe(false);
    expect(await published(text)).toBe(1);
  });
});

describe('waiting for the outcome', () => {
  const CREATE = 'postrider_create_post';

  it('ends when publishing has ended, and reports progress to the host', async () => {
    const session = await open(service.backend.url);
    const created = await session.call(CREATE, {
      platform: 'threads',
      text: 'Soon.',
      scheduledAt: 'in 20 seconds',
    });
    expect(created.structured['status']).toBe('scheduled');
    const told: (string | undefined)[] = [];
    const onprogress = ({ message }: { message?: string | undefined }): void => {
      told.push(message);
      if (told.length === 1) service.clock.advance(20_000);
    };
    const args = { id: created.structured['id'], waitSeconds: 25 };
    const post = await session.call('postrider_get_post', args, { onprogress });
    expect(post.structured['status']).toBe('published');
    expect(told[0]).toBe('scheduled');
  });

  it('does not wait for posts due later', async () => {
    const proxy = await faultInjectingTransportTo(service.backend.url);
    const session = await open(proxy.url);
    const created = await session.call(CREATE, {
      platform: 'threads',
      text: 'Later.',
      scheduledAt: 'in 2 hours',
    });
    const { id } = created.structured;
    const post = await session.call('postrider_get_post', { id, waitSeconds: 40 });
    expect(post.structured['status']).toBe('scheduled');
    expect(proxy.waits()).toBe(0);
    // A post due soon does cause a waiting request.
    const soon = await session.call(CREATE, {
      platform: 'threads',
      text: 'Sooner.',
      scheduledAt: 'in 1 second',
    });
    await session.call('postrider_get_post', { id: soon.structured['id'], waitSeconds: 2 });
    expect(proxy.waits()).toBeGreaterThan(0);
  });

  it('stops when the host cancels the call', async () => {
    const session = await open(service.backend.url);
    const created = await session.call(CREATE, {
      platform: 'threads',
      text: 'Never mind.',
      scheduledAt: 'in 30 s',
    });
    const giveUp = new AbortController();
    const waiting = session.call(
      'postrider_get_post',
      { id: created.structured['id'], waitSeconds: 40 },
      { signal: giveUp.signal, onprogress: () => giveUp.abort('enough') },
    );
    await expect(waiting).rejects.toThrow('enough');
    expect((await session.call('postrider_list_accounts')).isError).toBe(false);
  });
});
