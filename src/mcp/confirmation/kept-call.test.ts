import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { callDirectly as CallDirectly } from '../../../test/support/tool-harness.js';
import { clientOf, ToolHarness } from '../../../test/support/tool-harness.js';

type Json = Readonly<Record<string, unknown>>;

let harness: ToolHarness;
let text: string;

beforeAll(async () => {
  harness = await ToolHarness.open();
});
afterAll(() => harness.close());
beforeEach(() => {
  text = harness.newText();
});

const post = (more: Json = {}): Json => ({ text, platform: 'bluesky', scheduleMode: 'now', ...more });

async function asked(tool: string, args: Json): Promise<string> {
  const { structured, text: read } = await harness.call(tool, args);
  expect(structured['status'], read).toBe('needs_confirmation');
  return String(structured['confirmToken']);
}

const published = async (): Promise<number> => {
  const { structured } = await harness.call('list_posts', { text });
  return ((structured['posts'] ?? []) as unknown[]).length;
};

const advance = (minutes: number) =>
  harness.service.post('/v1/test/clock', { action: 'advance', seconds: minutes * 60 });

/** Calls in a server that was restarted since: it has the same key, and remembers nothing. */
async function restarted(): Promise<(tool: string, args: Json) => ReturnType<typeof CallDirectly>> {
  vi.resetModules();
  const { callDirectly } = await import('../../../test/support/tool-harness.js');
  const { key, backend } = harness.service;
  const client = clientOf(key, { baseUrl: backend.url });
  return (tool, args) => callDirectly({ tool: `postrider_${tool}` as never, args, client });
}

describe('a confirmToken', () => {
  it('is enough to go on with the call that was shown, and acts once', async () => {
    const confirmToken = await asked('create_post', post());
    expect(confirmToken).toMatch(/^[0-9a-z]{8}$/);
    const done = await harness.call('create_post', { confirmToken });
    expect(done.structured['status'], done.text).toBe('queued');
    const again = await harness.call('create_post', { confirm: confirmToken });
    expect(again.structured['id']).toBe(done.structured['id']);
    expect(await published()).toBe(1);
  });

  it('is named in the next call, with the arguments that every such call needs', async () => {
    const draft = await harness.call('create_post', post({ scheduleMode: 'draft' }));
    const { id } = draft.structured;
    const shown = await harness.call('publish_post', { id, scheduleMode: 'now' });
    const { confirmToken, next } = shown.structured;
    expect(next).toBe(
      `After the person says yes: postrider_publish_post {"id": "${id}", "confirmToken": "${confirmToken}"}`,
    );
    const done = await harness.call('publish_post', { id, confirmToken });
    expect(done.structured['status'], done.text).toBe('queued');
  });

  it('is accepted with the same arguments in another order', async () => {
    const overrides = [
      { target: 'mastodon', text: `${text} Toot`, options: { contentWarning: 'Coffee', language: 'en' } },
    ];
    const confirmToken = await asked('create_post', post({ platform: 'mastodon', overrides }));
    const reordered = {
      overrides: [
        { options: { language: 'en', contentWarning: 'Coffee' }, text: `${text} Toot`, target: 'mastodon' },
      ],
      confirmToken,
      scheduleMode: 'now',
      platform: 'mastodon',
      text,
    };
    const done = await harness.call('create_post', reordered);
    expect(done.structured['status'], done.text).toBe('queued');
  });

  it('is refused with other arguments, which are named, and still good for what was shown', async () => {
    const confirmToken = await asked('create_post', post());
    const changed = { confirmToken, text: `${text} And tea.`, platform: 'mastodon' };
    const refused = await harness.call('create_post', changed);
    expect(refused.structured).toMatchObject({ error: 'confirm_mismatch', fields: ['accounts', 'text'] });
    const withKey = await harness.call('create_post', { confirmToken, idempotencyKey: 'another' });
    expect(withKey.structured).toMatchObject({ error: 'confirm_mismatch', fields: ['idempotencyKey'] });
    expect(await published()).toBe(0);
    expect((await harness.call('create_post', { confirmToken })).structured['status']).toBe('queued');
  });

  it('is refused by another tool, which is named', async () => {
    const confirmToken = await asked('create_post', post());
    for (const args of [{ confirmToken }, { confirmToken, id: 'post_1' }]) {
      const refused = await harness.call('publish_post', args);
      expect(refused.isError).toBe(true);
    }
    const refused = await harness.call('publish_post', { confirmToken });
    expect(refused.structured['error']).toBe('confirm_mismatch');
    expect(refused.text).toContain('The confirmToken is for postrider_create_post.');
  });

  it.each([11, 18, 45])('asks again with a new preview after %i minutes', async (minutes) => {
    const confirmToken = await asked(
      'create_post',
      post({ scheduleMode: undefined, scheduledAt: 'in 1 hour' }),
    );
    await advance(minutes);
    const late = await harness.call('create_post', { confirmToken });
    expect(late.structured['status'], late.text).toBe('needs_confirmation');
    expect(late.text).toMatch(/^The confirmToken has expired/);
    expect(late.text).toContain('in 1 h\n');
    expect(await published()).toBe(0);
  });

  it('keeps the time that the person saw', async () => {
    const confirmToken = await asked(
      'create_post',
      post({ scheduleMode: undefined, scheduledAt: 'in 1 hour' }),
    );
    await advance(9);
    const done = await harness.call('create_post', { confirmToken });
    expect(done.structured['when']).toMatchObject({ relative: 'in 51 min' });
  });

  it('publishes once if two clients confirm the same text at the same time', async () => {
    const tokens = [await asked('create_post', post()), await asked('create_post', post())];
    expect(new Set(tokens).size).toBe(2);
    await Promise.all(
      [...tokens, ...tokens].map((confirmToken) => harness.call('create_post', { confirmToken })),
    );
    expect(await published()).toBe(1);
  });
});

describe('after a restart of the server', () => {
  it('a token alone is not known any more, and nothing is published', async () => {
    const confirmToken = await asked('create_post', post());
    const draft = await harness.call('create_post', post({ scheduleMode: 'draft' }));
    const { id } = draft.structured;
    const ofDraft = await asked('publish_post', { id, scheduleMode: 'now' });
    const call = await restarted();
    for (const [tool, args] of [
      ['create_post', { confirmToken }],
      ['publish_post', { id, confirmToken: ofDraft }],
    ] as const) {
      const unknown = await call(tool, args);
      expect(unknown.structured['error'], unknown.text).toBe('confirm_token_unknown');
      expect(unknown.text).toMatch(/not known any more: .+ Nothing was done\./);
      expect(unknown.text).toContain(`Call postrider_${tool} again with all its arguments`);
    }
    const { structured } = await harness.call('get_post', { id });
    expect(structured['status']).toBe('draft');
  });

  it('a token with all arguments still confirms what was shown, and nothing else', async () => {
    const confirmToken = await asked('create_post', post());
    const call = await restarted();
    const other = await call('create_post', post({ confirmToken, text: `${text} And tea.` }));
    expect(other.structured['error']).toBe('confirm_mismatch');
    const done = await call('create_post', post({ confirmToken }));
    expect(done.structured['status'], done.text).toBe('queued');
    const again = await harness.call('create_post', { confirmToken });
    expect(again.structured['id']).toBe(done.structured['id']);
  });
});
