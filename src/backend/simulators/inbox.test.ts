import { describe, expect, it } from 'vitest';
import { Scene } from '../../../test/support/networks/network-scene.js';
import { PLATFORMS } from '../../contract/platforms.js';
import { capabilitiesOf } from '../../networks/capabilities.js';
import { RULES } from '../../networks/rules.js';
import { NetworkRefusal } from '../networks/adapter.js';
import type { MessagesAdapter, OutgoingMessage } from '../networks/inbox-adapter.js';
import { NETWORKS } from '../networks/registry.js';
import { personOf } from './shared/people.js';

const HOUR = 60 * 60 * 1000;

it.each(PLATFORMS)('the capabilities of an account on %s match its adapter', (platform) => {
  const { comments, messages, news } = NETWORKS[platform].adapter;
  expect(RULES[platform].inbox?.polled !== undefined).toBe(news !== undefined);
  expect(capabilitiesOf(platform, false)).toMatchObject({
    comments: comments !== undefined,
    messages: messages !== undefined,
  });
});

/** A scene in which a person has sent a message. */
async function written(platform: 'instagram' | 'facebook', handle: string, fromAd = false) {
  const scene = new Scene(platform);
  const person = personOf(handle);
  const conversationId = 't_1';
  const { networkUserId } = scene.account;
  await scene.memory.conversationWith({ conversationId, networkUserId, person, updatedAt: scene.now });
  const said = { conversationId, text: 'Hello', attachments: [], answersComment: null, createdAt: scene.now };
  await scene.memory.addMessage({ ...said, messageId: 'm_1', fromBusiness: false, fromAd });
  const { messages } = scene.network.adapter;
  if (!messages) throw new Error(`${platform} has no messages.`);
  const message: OutgoingMessage = {
    networkConversationId: conversationId,
    personId: person.networkUserId,
    answersComment: null,
    text: 'Good morning',
    media: [],
    humanAgent: false,
    since: scene.now,
    knownIds: [],
  };
  return { scene, messages, message };
}

async function codeOf(
  messages: MessagesAdapter,
  scene: Scene,
  message: OutgoingMessage,
): Promise<[string, string | null] | 'sent'> {
  try {
    await messages.send(scene.connection(), message, {});
    return 'sent';
  } catch (fault) {
    if (fault instanceof NetworkRefusal) return [fault.code, fault.answer.code];
    throw fault;
  }
}

describe.each([
  ['instagram', '10/2534022', '100/2534014', '100/2018300', '100/2534014'],
  ['facebook', '10/2018278', '551/1545041', '2018300', '100/2018001'],
] as const)('direct messages on %s', (platform, closed, unreachable, held, unknown) => {
  it('are accepted for 24 hours, or for 7 days after a click-to-message ad or from a human agent', async () => {
    const standard = await written(platform, 'anna');
    standard.scene.now += 24 * HOUR;
    expect(await codeOf(standard.messages, standard.scene, standard.message)).toBe('sent');
    standard.scene.now += 1;
    expect(await codeOf(standard.messages, standard.scene, standard.message)).toEqual([
      'reply_window_closed',
      closed,
    ]);
    const byHand = { ...standard.message, humanAgent: true };
    expect(await codeOf(standard.messages, standard.scene, byHand)).toBe('sent');
    standard.scene.now += 6 * 24 * HOUR;
    expect(await codeOf(standard.messages, standard.scene, byHand)).toEqual(['reply_window_closed', closed]);

    const ad = await written(platform, 'ben', true);
    ad.scene.now += 7 * 24 * HOUR;
    expect(await codeOf(ad.messages, ad.scene, ad.message)).toBe('sent');
  });

  it('are rejected with the network’s own codes', async () => {
    const cases = [
      ['unreachable', 'person_unreachable', unreachable],
      ['held_by_other_app', 'conversation_held', held],
    ] as const;
    for (const [handle, code, network] of cases) {
      const { scene, messages, message } = await written(platform, handle);
      const answer = await codeOf(messages, scene, message);
      expect(answer[0]).toBe(code);
      expect(answer[1]).toContain(network);
    }
    const { scene, messages, message } = await written(platform, 'anna');
    const stranger = { ...message, personId: personOf('stranger').networkUserId };
    expect(await codeOf(messages, scene, stranger)).toEqual(['person_unreachable', unknown]);
    const max = RULES[platform].inbox?.messages?.text.max.value ?? 0;
    const long = await codeOf(messages, scene, { ...message, text: 'x'.repeat(max + 1) });
    expect(long[0]).toBe('text_too_long');
  });

  it('are found by their text, and not confused with others', async () => {
    const { scene, messages, message } = await written(platform, 'anna');
    expect(await messages.find(scene.connection(), message)).toBeNull();
    const { networkPostId } = await messages.send(scene.connection(), message, {});
    const found = await messages.find(scene.connection(), message);
    expect(found).toEqual({ networkPostId, url: '', adopted: true });
    const known = { ...message, knownIds: [networkPostId] };
    expect(await messages.find(scene.connection(), known)).toBeNull();
  });
});

describe.each(['instagram', 'facebook'] as const)('comments on %s', (platform) => {
  it('are listed with their replies, and can be hidden, shown, replied to and deleted', async () => {
    const scene = new Scene(platform);
    const { comments } = scene.network.adapter;
    const { networkPostId } = await scene.publish(scene.post('Open'));
    const author = personOf('mia', 'Mia');
    const base = { networkPostId, parentId: null, networkUserId: author.networkUserId, author };
    await scene.memory.addComment({ ...base, commentId: 'c_1', text: 'Nice', createdAt: scene.now });
    const reply = { networkPostId, parentId: 'c_1', attachesTo: 'c_1', text: 'Thanks', since: scene.now };
    const made = await comments?.reply(scene.connection(), { ...reply, knownIds: [] });
    expect(await comments?.findReply(scene.connection(), { ...reply, knownIds: [] })).toMatchObject({
      networkPostId: made?.networkPostId,
      adopted: true,
    });
    await comments?.setHidden?.(scene.connection(), 'c_1', true);
    const page = await comments?.list?.(scene.connection(), networkPostId, null);
    expect(page?.items.map(({ text, hidden, isOwn }) => [text, hidden, isOwn]).sort()).toEqual([
      ['Nice', true, false],
      ['Thanks', false, true],
    ]);
    await expect(comments?.reply(scene.connection(), { ...reply, knownIds: [] })).rejects.toMatchObject({
      code: 'reply_not_possible',
    });
    await comments?.remove?.(scene.connection(), 'c_1');
    await comments?.remove?.(scene.connection(), 'c_1');
    expect(await comments?.read(scene.connection(), 'c_1')).toBeNull();
    await expect(comments?.reply(scene.connection(), { ...reply, knownIds: [] })).rejects.toMatchObject({
      code: 'reply_not_possible',
      answer: { code: '100/33' },
    });
  });
});
