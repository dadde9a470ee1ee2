import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore } from '../../../test/support/test-store.js';
import type { Store } from '../store/store.js';
import { networkMemory } from './network-memory.js';
import type { SimulatedMemory } from './simulator.js';

const NOW = 1_796_112_000_000;

let store: Store;
let memory: SimulatedMemory;

beforeEach(async () => {
  store = await openTestStore();
  memory = networkMemory(store, 'ws_1', 'bluesky');
  await store.write((trx) =>
    trx
      .insertInto('workspaces')
      .values({
        id: 'ws_1',
        name: 'One',
        sandbox: 1,
        timezone: 'UTC',
        grace_ms: 0,
        clock_offset_ms: 0,
        created_at: NOW,
      })
      .execute(),
  );
});

afterEach(() => store.close());

function connected(userId: string, credentials: Record<string, string>): Promise<unknown> {
  return store.write((trx) =>
    trx
      .insertInto('accounts')
      .values({
        id: `acc_${userId}`,
        workspace_id: 'ws_1',
        platform: 'bluesky',
        network_user_id: userId,
        handle: userId,
        display_name: userId,
        simulated: 1,
        premium: 0,
        limits_json: null,
        inbox_withheld: null,
        notices_problem: null,
        notices_since: null,
        noticed_at: null,
        reads_metrics: null,
        reads_comments: null,
        link_tags_json: null,
        credentials_json: store.vault.sealAccount({ id: `acc_${userId}`, platform: 'bluesky' }, credentials),
        health_status: 'healthy',
        health_reason: null,
        health_action: null,
        health_checked_at: NOW,
        token_expires_at: null,
        connected_at: NOW,
      })
      .execute(),
  );
}

describe('accounts', () => {
  it('are found by token and by id', async () => {
    const expiresAt = '2026-12-01T10:00:00.000Z';
    await connected('anna', { accessToken: 'a', refreshToken: 'r', expiresAt });
    await connected('ben', { accessToken: 'b' });
    const anna = { networkUserId: 'anna', refreshToken: 'r', tokenExpiresAt: Date.parse(expiresAt) };
    expect(await memory.accountByToken('a')).toMatchObject(anna);
    expect(await memory.accountByRefreshToken('r')).toMatchObject(anna);
    expect(await memory.accountById('ben')).not.toHaveProperty('refreshToken');
    expect(await memory.accountByToken('r')).toBeNull();
    expect(await networkMemory(store, 'ws_1', 'x').accountByToken('a')).toBeNull();
  });
});

describe('posts', () => {
  it('are counted per account since a time', async () => {
    const post = { path: '/', text: '', title: null, link: null, mediaIds: [], key: null, rawCall: null };
    for (const [place, networkUserId] of ['anna', 'anna', 'ben'].entries()) {
      const createdAt = NOW + place * 1000;
      await memory.addPost({ ...post, networkPostId: String(place), networkUserId, createdAt });
    }
    expect(await memory.countPosts('anna', NOW)).toBe(2);
    expect(await memory.countPosts('anna', NOW + 1)).toBe(1);
    expect(await memory.countPosts('nobody', 0)).toBe(0);
  });
});

describe('comments', () => {
  const comment = { parentId: null, networkUserId: 'anna', text: 'Hi', createdAt: NOW };

  it('are stored per post, in order', async () => {
    const uri = 'at://did:plc:anna/app.bsky.feed.post/3k';
    for (const networkPostId of ['1', '10', '1/', uri]) {
      await memory.addComment({ ...comment, networkPostId, commentId: `on ${networkPostId}` });
    }
    await memory.addComment({
      ...comment,
      networkPostId: uri,
      commentId: 'a',
      createdAt: NOW + 1,
      parentId: 'b',
    });
    expect((await memory.commentsOn('10')).map(({ commentId }) => commentId)).toEqual(['on 10']);
    expect(await memory.commentsOn(uri)).toEqual([
      { ...comment, networkPostId: uri, commentId: `on ${uri}` },
      { ...comment, networkPostId: uri, commentId: 'a', createdAt: NOW + 1, parentId: 'b' },
    ]);
    expect(await memory.commentsOn('2')).toEqual([]);
  });
});
