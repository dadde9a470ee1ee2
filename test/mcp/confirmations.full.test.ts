import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '../../src/contract/accounts/accounts.js';
import type { Media } from '../../src/contract/media/media.js';
import type { Post } from '../../src/contract/posts/posts.js';
import type { Me } from '../../src/contract/service/me.js';
import { InboxScene } from '../support/inbox-scene.js';
import { IngestHarness } from '../support/ingest-harness.js';
import { openSession, type Reply, type Session, type SessionOptions } from '../support/mcp-session.js';
import { picture } from '../support/media/pictures.js';
import { soughtPost } from '../support/sought-post.js';

let harness: IngestHarness;
let scene: InboxScene;

beforeAll(async () => {
  harness = await IngestHarness.open();
  const { service } = harness;
  await service.backend.services.store.db
    .updateTable('workspaces')
    .set({ timezone: 'Europe/Berlin' })
    .execute();
  service.key = await service.newKey('sandbox');
  scene = await InboxScene.of(service);
});
afterAll(() => harness.close());

const ERAS = ['v1', 'v2 2026-07-28'] as const;
const YES: Reply = { action: 'accept', content: {} as { confirm: boolean } };

function open(options: SessionOptions): Promise<Session> {
  const { service } = harness;
  const env = { POSTRIDER_API_KEY: service.key, POSTRIDER_BASE_URL: service.backend.url };
  return openSession({ env, ...options });
}

let texts = 0;
/** A text that no other test publishes. */
const newText = (what = 'Fresh roast'): string => `${what} number ${++texts} is ready.`;

async function connect(platform: string, handle: string): Promise<string> {
  const { body } = await harness.service.post<Account>('/v1/test/accounts', { platform, handle });
  return body.id;
}

async function create(body: object): Promise<Post> {
  const answer = await harness.service.post<Post>('/v1/posts', { text: newText(), ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

async function pass(seconds: number): Promise<void> {
  await harness.service.post('/v1/test/clock', { action: 'advance', seconds });
}

/** Two hosts: one shows forms, the other does not. */
interface Asking {
  /** What the person is shown, until they say yes. */
  readonly shown: (tool: string, args: Record<string, unknown>) => Promise<{ text: string; done: string }>;
  /** What the call answers where nobody is asked. */
  readonly unasked: (tool: string, args: Record<string, unknown>) => Promise<string>;
}

async function hostWithForms(speaker: (typeof ERAS)[number]): Promise<Asking> {
  const forms: string[] = [];
  const session = await open({
    speaker,
    reply: (message) => {
      forms.push(message);
      return YES;
    },
  });
  return {
    shown: async (tool, args) => {
      forms.length = 0;
      const { text } = await session.call(`postrider_${tool}`, args);
      expect(forms, text).toHaveLength(1);
      return { text: forms[0] ?? '', done: text };
    },
    unasked: async (tool, args) => {
      forms.length = 0;
      const { text } = await session.call(`postrider_${tool}`, args);
      expect(forms).toEqual([]);
      return text;
    },
  };
}

async function hostWithoutForms(speaker: (typeof ERAS)[number]): Promise<Asking> {
  const session = await open({ speaker });
  return {
    shown: async (tool, args) => {
      const asked = await session.call(`postrider_${tool}`, args);
      expect(asked.structured['status'], asked.text).toBe('needs_confirmation');
      const { confirmToken } = asked.structured;
      const done = await session.call(`postrider_${tool}`, { ...args, confirmToken });
      return { text: asked.text, done: done.text };
    },
    unasked: async (tool, args) => {
      const { text, structured } = await session.call(`postrider_${tool}`, args);
      expect(structured['status'], text).not.toBe('needs_confirmation');
      return text;
    },
  };
}

const HOSTS = ERAS.flatMap((era) => [
  [`${era}, with forms`, () => hostWithForms(era)] as const,
  [`${era}, without forms`, () => hostWithoutForms(era)] as const,
]);

/** A line of a preview, quoted or not. */
const line = (text: string): RegExp =>
  new RegExp(`^(?:\\| )?${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'm');

describe.each(HOSTS)('a host of %s', (_name, host) => {
  it('changes one override, and shows what changes', async () => {
    const { shown, unasked } = await host();
    const [common, onMastodon, onX] = [newText(), newText(), newText()];
    const { id } = await create({
      text: common,
      platforms: ['bluesky', 'mastodon', 'x'],
      scheduleMode: 'schedule',
      scheduledAt: '2027-03-01T09:00:00Z',
      overrides: [
        { target: 'mastodon', text: onMastodon, thread: ['A second\npost.', 'A third.'] },
        { target: 'x', text: 'A first version.' },
      ],
    });
    const done = await unasked('update_post', { id, overrides: [{ target: 'x', text: onX }] });
    expect(done).toMatch(/^Edited: text on X @fernhillcoffee\./);
    const { body } = await harness.service.get<Post>(`/v1/posts/${id}`);
    expect(body.targets.map(({ text }) => text)).toEqual([common, onMastodon, onX]);

    const soon = await create({ text: newText(), platform: 'bluesky', scheduledAt: await inMinutes(90) });
    const text = newText();
    const edit = await shown('update_post', { id: soon.id, text });
    for (const said of ['Text, before:', `│ ${soon.text}`, 'Text, after:', `│ ${text}`])
      expect(edit.text).toMatch(line(said));
    expect(edit.done).toMatch(/^Edited: text\./);

    const cancelled = await shown('cancel_post', { id });
    for (const said of ['Thread, Mastodon @fernhill:', '│ 2. A second', '│    post.', '│ 3. A third.'])
      expect(cancelled.text).toMatch(line(said));
    expect(cancelled.text).toContain('Cancel the post on Bluesky @fernhill.example');
    expect(cancelled.done).toMatch(/^Cancelled/);
  });

  it('adds the link of an article, and says where', async () => {
    const { shown } = await host();
    const source = await harness.ingest({ url: `${harness.site.origin}/blog` });
    const link = source.canonicalUrl ?? '';
    const args = {
      sourceId: source.id,
      text: newText(),
      platforms: ['bluesky', 'mastodon'],
      scheduleMode: 'now',
    };
    const { text, done } = await shown('create_post', args);
    for (const said of [`│ ${link}`, `Link card, Bluesky @fernhill.example: ${link}`])
      expect(text).toMatch(line(said));
    expect(done).toContain('link card on bluesky; at the end of the text on mastodon');
  });

  it('asks for times within two hours, and for three accounts', async () => {
    const { shown, unasked } = await host();
    const soon = await shown('create_post', {
      text: newText(),
      platform: 'x',
      scheduledAt: 'in 110 minutes',
    });
    expect(soon.text).toContain('Schedule on X @fernhillcoffee:');
    const platforms = ['bluesky', 'mastodon', 'x'];
    await shown('create_post', { text: newText(), platforms, scheduledAt: 'in 9 days' });
    await unasked('create_post', { text: newText(), platform: 'x', scheduledAt: 'in 3 hours' });
  });

  it('describes media, and shows long texts as far as there is room', async () => {
    const { shown } = await host();
    const body = new FormData();
    body.append(
      'file',
      new Blob([(await picture('png', { width: 640, height: 480 })) as Uint8Array<ArrayBuffer>], {
        type: 'image/png',
      }),
      'beans.png',
    );
    const media = await upload(body);
    const args = {
      text: newText(),
      mediaUrls: [media.key],
      altTexts: ['Beans in a bowl'],
      platforms: ['bluesky', 'mastodon', 'facebook'],
      overrides: [{ target: 'facebook', text: `${newText()}${' and more'.repeat(250)}.` }],
      scheduleMode: 'now',
    };
    const { text } = await shown('create_post', args);
    expect(text).toMatch(/Media: image "beans\.png", 640 x 480, [\d.]+ .?B, alt text "Beans in a bowl"/);
    expect(text).toContain(args.overrides[0]?.text);
  });

  it('leads out of an account that needs to be reconnected, before anybody is asked', async () => {
    const { unasked } = await host();
    const { service } = harness;
    const accountId = await connect('threads', `ended${texts}`);
    const post = await create({ accountIds: [accountId], scheduledAt: await inMinutes(1) });
    await service.post(`/v1/test/accounts/${accountId}/expire`, {});
    await pass(120);
    const where = `${service.backend.url}/channels/${accountId}/connect`;
    expect(await unasked('get_post', { id: post.id })).toContain(`actionUrl: ${where}`);
    expect(await unasked('list_accounts', { platform: 'threads' })).toContain(`actionUrl: ${where}`);
    const retry = await unasked('retry_post', { id: post.id });
    expect(retry).toMatch(/^Threads @ended\d+ needs to be reconnected\. Nothing was sent\./);
    expect(retry).toContain(`A person has to reconnect Threads @ended`);
    expect(retry).toContain(where);
    const now = await unasked('create_post', {
      accountIds: [accountId],
      text: newText(),
      scheduleMode: 'now',
    });
    expect(now).toContain('account_reconnect_required');
    expect(now).toContain(where);

    const facebook = await scene.account('facebook');
    const comment = await scene.commentOn(await scene.published(facebook));
    const instagram = await scene.account('instagram');
    const conversation = await scene.writeTo(instagram);
    await health([facebook.id, instagram.id], 'reconnect_required');
    const reply = await unasked('reply_to_comment', { commentId: comment, text: 'Thank you' });
    const message = await unasked('send_message', { conversationId: conversation, text: 'Thank you' });
    await health([facebook.id, instagram.id], 'healthy');
    for (const [answer, id] of [
      [reply, facebook.id],
      [message, instagram.id],
    ] as const) {
      expect(answer).toMatch(/needs to be reconnected\. Nothing was sent\./);
      expect(answer).toContain(`${service.backend.url}/channels/${id}/connect`);
    }
  });

  it('lists replies, and names people and accounts', async () => {
    const { shown } = await host();
    const facebook = await scene.account('facebook');
    const postId = await scene.published(facebook);
    const ids = [await scene.commentOn(postId), await scene.commentOn(postId, { text: 'And on Monday?' })];
    const replies = ids.map((commentId, index) => ({ commentId, text: `Answer ${index + 1}` }));
    const { text, done } = await shown('reply_to_comment', { replies });
    expect(text).toMatch(
      /Facebook @fernhillcoffee, publicly:[\s\S]*1\. To the comment by Mia[\s\S]*2\. To the comment by Mia/,
    );
    expect(text).toContain('│ Answer 2');
    expect(done).toContain('All 2 replies were sent.');
  });
});

async function health(
  ids: readonly string[],
  health_status: 'reconnect_required' | 'healthy',
): Promise<void> {
  const { store } = harness.service.backend.services;
  await store.write((trx) =>
    trx
      .updateTable('accounts')
      .set({ health_status })
      .where('id', 'in', [...ids])
      .execute(),
  );
}

async function upload(body: FormData): Promise<Media> {
  const { backend, key } = harness.service;
  const answer = await fetch(`${backend.url}/v1/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body,
  });
  const { media } = (await answer.json()) as { media: Media[] };
  expect(media).toHaveLength(1);
  return media[0] as Media;
}

/** An instant by the sandbox's clock. */
async function inMinutes(minutes: number): Promise<string> {
  const { body } = await harness.service.get<Me>('/v1/me');
  return new Date(Date.parse(body.time.utc) + minutes * 60_000).toISOString();
}

describe('a key that reaches real accounts', () => {
  it('is asked before every change but drafts, unless the key or the server says otherwise', async () => {
    const live = await harness.otherWorkspaceKey();
    const env = { POSTRIDER_API_KEY: live, POSTRIDER_BASE_URL: harness.service.backend.url };
    const facebook = await scene.account('facebook');
    const schedule = { label: 'Mornings', accountIds: [facebook.id], days: ['tue'], startTime: '09:00' };
    const usual = await open({ env });
    const asked = await usual.call('postrider_create_schedule', schedule);
    expect(asked.structured['status'], asked.text).toBe('needs_confirmation');
    const saved = await usual.call('postrider_create_post', { text: newText(), scheduleMode: 'draft' });
    expect(saved.structured['status'], saved.text).toBe('draft');
    const set = await open({ env: { ...env, POSTRIDER_CONFIRM: 'irreversible' } });
    const tried = await set.call('postrider_create_schedule', schedule);
    expect(tried.structured['error'], tried.text).toBe('account_not_found');
    const sandbox = await (await open({})).call('postrider_create_schedule', schedule);
    expect(sandbox.text).toMatch(/^Created /);
  });
});

// It connects further accounts, which would be ambiguous above.
describe.each(HOSTS)('an unknown outcome and a host of %s', (_name, host) => {
  it('looks without asking, and says how late a post would be that is sent again', async () => {
    const { shown, unasked } = await host();
    const accountId = await connect('linkedin', 'published-but-response-lost');
    const post = await create({ accountIds: [accountId], scheduleMode: 'now' });
    await pass(5 * 3600);
    const { id: sought } = await soughtPost(harness.service, `sought-${newText().replaceAll(/\D/g, '')}`);
    const looked = await unasked('resolve_post', { id: sought, outcome: 'check' });
    expect(looked).toMatch(/^Checking with the network; nothing is sent\./);
    await pass(300);
    const { body } = await harness.service.get<Post>(`/v1/posts/${post.id}`);
    expect(body.status).toBe('unknown');
    const again = await shown('resolve_post', { id: post.id, outcome: 'send_again' });
    expect(again.text).toContain('Send again on LinkedIn @published-but-response-lost:');
    expect(again.text).toMatch(/When: now\. It was due .+, 17 h \d+ min ago/);
    expect(again.text).toContain('it will appear twice');
  });
});
