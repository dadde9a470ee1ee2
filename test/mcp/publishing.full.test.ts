import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TOOLS } from '../../src/mcp/tools/definitions.js';
import {
  openSession,
  type Reply,
  type Session,
  type SessionOptions,
  SPEAKERS,
  YES,
} from '../support/mcp-session.js';
import { BackendUnderTest } from '../support/running-backend.js';

let service: BackendUnderTest;
let posts = 0;

beforeAll(async () => {
  service = await BackendUnderTest.start();
  await service.backend.services.store.db
    .updateTable('workspaces')
    .set({ timezone: 'Europe/Berlin' })
    .execute();
});
afterAll(() => service.close());

function open(options: SessionOptions = {}): Promise<Session> {
  const env = { POSTRIDER_API_KEY: service.key, POSTRIDER_BASE_URL: service.backend.url, ...options.env };
  return openSession({ ...options, env });
}

/** A text that no other test publishes. */
const newText = (): string => `Fresh roast number ${++posts} is ready.`;

async function countOf(text: string): Promise<number> {
  const { body } = await service.get<{ data: unknown[] }>(`/v1/posts?text=${encodeURIComponent(text)}`);
  return body.data.length;
}

const CREATE = 'postrider_create_post';

describe.each(SPEAKERS)('a host that speaks %s', (speaker) => {
  it('lists the tools', async () => {
    const session = await open({ speaker });
    expect((await session.list()).map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
  });

  it('publishes after the person said yes in a form, and waits for the URL', async () => {
    const shown: string[] = [];
    const session = await open({
      speaker,
      reply: (message) => {
        shown.push(message);
        return YES;
      },
    });
    const text = newText();
    const created = await session.call(CREATE, { platform: 'bluesky', text, scheduleMode: 'now' });
    expect(shown).toEqual([
      `Publish now on Bluesky @fernhill.example:\n│ ${text}\nSimulated network: nothing becomes public.\nWhen: now\n\nAccept this form to publish it now. Decline it, and nothing is done.`,
    ]);
    expect(created.isError).toBe(false);
    const id = created.structured['id'];
    expect(created.text).toContain(`next: postrider_get_post {"id": "${id}", "waitSeconds": 30}`);

    const post = await session.call('postrider_get_post', { id, waitSeconds: 30 });
    expect(post.structured).toMatchObject({
      status: 'published',
      targets: [{ platform: 'bluesky', status: 'published' }],
    });
    expect(post.text).toMatch(/url: http:\/\/127\.0\.0\.1:\d+\//);
  });

  it('publishes a draft after a yes in a form', async () => {
    const session = await open({ speaker, reply: () => YES });
    const draft = await session.call(CREATE, { platform: 'threads', text: newText() });
    const { id } = draft.structured;
    const published = await session.call('postrider_publish_post', { id, scheduleMode: 'now' });
    expect(published.isError).toBe(false);
    const post = await session.call('postrider_get_post', { id, waitSeconds: 30 });
    expect(post.structured['status']).toBe('published');
  });

  it.each<[string, Reply, string]>([
    ['says no', { action: 'decline' }, 'declined'],
    ['closes the form', { action: 'cancel' }, 'cancelled'],
    ['accepts it with a no', { action: 'accept', content: { confirm: false } }, 'not_confirmed'],
  ])('does nothing when the person %s', async (_what, reply, status) => {
    const session = await open({ speaker, reply: () => reply });
    const text = newText();
    const answer = await session.call(CREATE, { platform: 'bluesky', text, scheduleMode: 'now' });
    expect(answer).toMatchObject({ isError: false, structured: { status } });
    expect(answer.text).toMatch(/^Not confirmed: .*\. Nothing was done\.$/m);
    expect(await countOf(text)).toBe(0);
  });

  it('without forms returns a preview, and publishes once with its token', async () => {
    const session = await open({ speaker });
    const text = newText();
    const args = { platforms: ['bluesky', 'mastodon'], text, scheduleMode: 'now' };
    const asked = await session.call(CREATE, args);
    expect(asked).toMatchObject({ isError: false, structured: { status: 'needs_confirmation' } });
    expect(await countOf(text)).toBe(0);

    const confirmed = { ...args, confirmToken: asked.structured['confirmToken'] };
    const created = await session.call(CREATE, confirmed);
    const again = await session.call(CREATE, confirmed);
    expect(created.isError).toBe(false);
    expect(again.structured['id']).toBe(created.structured['id']);
    expect(await countOf(text)).toBe(1);
  });
});

describe('confirmation', () => {
  it('is not needed for drafts and for posts due later', async () => {
    const session = await open();
    const draft = await session.call(CREATE, { platform: 'x', text: newText() });
    expect(draft.structured['status']).toBe('draft');
    const later = await session.call(CREATE, {
      platform: 'x',
      text: newText(),
      scheduledAt: 'in 3 hours',
    });
    expect(later.structured['status']).toBe('scheduled');
  });

  it('is needed for posts due within two hours, and publishes at the instant that was shown', async () => {
    const session = await open();
    const args = { platform: 'x', text: newText(), scheduledAt: 'in 100 minutes' };
    const asked = await session.call(CREATE, args);
    expect(asked.structured['status']).toBe('needs_confirmation');

    service.clock.advance(60_000);
    const created = await session.call(CREATE, { ...args, confirmToken: asked.structured['confirmToken'] });
    expect(created.structured['status']).toBe('scheduled');
    const { local } = created.structured['when'] as { local: string };
    expect(asked.structured['preview']).toContain(local);
  });

  it('names what differs from what was shown', async () => {
    const session = await open();
    const args = { platform: 'x', text: newText(), scheduleMode: 'now' };
    const { structured } = await session.call(CREATE, args);
    const text = newText();
    const other = await session.call(CREATE, {
      ...args,
      text,
      platform: 'threads',
      confirmToken: structured['confirmToken'],
    });
    expect(other).toMatchObject({
      isError: true,
      structured: { error: 'confirm_mismatch', fields: ['accounts', 'text'] },
    });
    expect(await countOf(text)).toBe(0);
    const otherKey = await session.call(CREATE, {
      ...args,
      idempotencyKey: 'mine',
      confirmToken: structured['confirmToken'],
    });
    expect(otherKey.structured).toMatchObject({ error: 'confirm_mismatch', fields: ['idempotencyKey'] });
  });

  it('asks again if the token is older than ten minutes', async () => {
    const session = await open();
    const args = { platform: 'x', text: newText(), scheduleMode: 'now' };
    const first = await session.call(CREATE, args);
    service.clock.advance(10 * 60_000 + 1);
    const second = await session.call(CREATE, { ...args, confirmToken: first.structured['confirmToken'] });
    expect(second.structured['status']).toBe('needs_confirmation');
    expect(second.structured['confirmToken']).not.toBe(first.structured['confirmToken']);
    expect(second.text).toContain('older than ten minutes');
  });

  it('resolves a relative time again if the token is too old', async () => {
    const session = await open();
    const args = { platform: 'x', text: newText(), scheduledAt: 'in 5 minutes' };
    const first = await session.call(CREATE, args);
    service.clock.advance(11 * 60_000);
    const second = await session.call(CREATE, { ...args, confirmToken: first.structured['confirmToken'] });
    expect(second.structured['status']).toBe('needs_confirmation');
    expect(second.structured['preview']).toMatch(/^When: .+, in 5 min$/m);
  });

  it('rejects invalid tokens', async () => {
    const session = await open();
    const answer = await session.call(CREATE, {
      platform: 'x',
      text: newText(),
      scheduleMode: 'now',
      confirmToken: 'yes',
    });
    expect(answer).toMatchObject({ isError: true, structured: { error: 'confirm_token_invalid' } });
  });

  it('is bound to the key: the token of another key is rejected', async () => {
    const args = { platform: 'x', text: newText(), scheduleMode: 'now' };
    const mine = await open();
    const { structured } = await mine.call(CREATE, args);
    const theirs = await open({ env: { POSTRIDER_API_KEY: await service.newKey('full') } });
    const answer = await theirs.call(CREATE, { ...args, confirmToken: structured['confirmToken'] });
    expect(answer.structured['error']).toBe('confirm_mismatch');
  });

  it('uses the caller’s idempotency key for the action', async () => {
    const session = await open();
    const args = { platform: 'x', text: newText(), scheduleMode: 'now', idempotencyKey: `own-${posts}` };
    const { structured } = await session.call(CREATE, args);
    const created = await session.call(CREATE, { ...args, confirmToken: structured['confirmToken'] });
    const found = await session.call('postrider_list_posts', { idempotencyKey: args.idempotencyKey });
    expect(found.structured['posts']).toMatchObject([{ id: created.structured['id'] }]);
  });

  it('follows the confirmation policy', async () => {
    const args = { platform: 'x', text: newText(), scheduleMode: 'now' };
    const never = await open({ args: ['mcp', '--confirm', 'never'] });
    expect((await never.call(CREATE, args)).structured['status']).not.toBe('needs_confirmation');
    const always = await open({ env: { POSTRIDER_CONFIRM: 'always' } });
    const later = await always.call(CREATE, { platform: 'x', text: newText(), scheduledAt: 'in 9 days' });
    expect(later.structured['status']).toBe('needs_confirmation');
    // A draft reaches nobody.
    const draft = await always.call(CREATE, { platform: 'x', text: newText() });
    expect(draft.structured['status']).toBe('draft');
  });
});

describe('a duplicate post', () => {
  it('is reported as existing, which is not an error', async () => {
    const session = await open();
    const args = { platform: 'linkedin', text: newText(), scheduledAt: '2026-12-07T09:00' };
    const created = await session.call(CREATE, args);
    const again = await session.call(CREATE, args);
    expect(again.isError).toBe(false);
    expect(again.text.split('\n')[0]).toBe(
      'This post already exists (scheduled Mon 2026-12-07 09:00); nothing new was created.',
    );
    expect(again.structured['id']).toBe(created.structured['id']);
    expect(await countOf(args.text)).toBe(1);
  });

  it('names the accounts that the first post does not have', async () => {
    const session = await open();
    const args = { platform: 'linkedin', text: newText(), scheduledAt: '2026-12-09T09:00' };
    await session.call(CREATE, args);
    const wider = await session.call(CREATE, { ...args, platform: 'linkedin, threads' });
    expect(wider.text).toMatch(/It does not cover acc_\w+: call again with only these accountIds\./);
  });

  it('with the same key returns the first post, even if its time was relative', async () => {
    const session = await open();
    const args = {
      platform: 'linkedin',
      text: newText(),
      scheduledAt: 'in 3 hours',
      idempotencyKey: `key-${posts}`,
    };
    const created = await session.call(CREATE, args);
    service.clock.advance(5_000);
    const again = await session.call(CREATE, args);
    expect(again).toMatchObject({ isError: false, structured: { id: created.structured['id'] } });
    expect(again.text).toContain('already ran with the same idempotencyKey');
    const other = await session.call(CREATE, { ...args, text: newText() });
    expect(other).toMatchObject({ isError: true, structured: { error: 'idempotency_key_reused' } });
  });

  it('is created if the person wants it twice', async () => {
    const session = await open();
    const args = { platform: 'linkedin', text: newText(), scheduledAt: '2026-12-08T09:00' };
    await session.call(CREATE, args);
    const second = await session.call(CREATE, { ...args, allowDuplicate: true });
    expect(second.structured['status']).toBe('scheduled');
    expect(await countOf(args.text)).toBe(2);
  });
});
