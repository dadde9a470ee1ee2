import { afterAll, beforeAll, expect, it } from 'vitest';
import { Scene } from '../../../../../test/support/networks/network-scene.js';
import { accountRow } from '../../../../../test/support/rows/rows.js';
import { openTestStore } from '../../../../../test/support/test-store.js';
import type { NetworkAdapter } from '../../../networks/adapter.js';
import { notReadable } from '../../../networks/requests/lookup.js';
import type { Store } from '../../../store/store.js';
import { PostSearch } from './post-search.js';

let store: Store;
let reads: string[] = [];

/** Comment `n` replies to `n - 1`; the one that ends in `0` is somebody's post. */
const adapter: NetworkAdapter = {
  platform: 'mastodon',
  recovery: 'lookup',
  create: () => Promise.reject(new Error('No posts here.')),
  checkToken: () => Promise.reject(new Error('No tokens here.')),
  comments: {
    list: async () => null,
    read: async (_connection, id) => {
      reads.push(id);
      if (id.startsWith('odd')) throw notReadable('The server’s answer does not contain the status.');
      const [thread, number] = id.split('-');
      const author = { networkUserId: '2', handle: 'mia', displayName: 'Mia' };
      return {
        ...{ networkCommentId: id, parentId: number === '0' ? null : `${thread}-${Number(number) - 1}` },
        ...{ author, isOwn: id === 'own-0', text: 'Hi', createdAt: 0, hidden: false, live: false, url: null },
      };
    },
    reply: () => Promise.reject(new Error('No replies here.')),
    findReply: async () => null,
  },
};

beforeAll(async () => {
  store = await openTestStore(':memory:');
});
afterAll(() => store.close());

const search = (most: number) => {
  reads = [];
  const scene = new Scene('mastodon');
  const account = accountRow('acc_1', 'ws_1', 'mastodon', 0);
  return new PostSearch({ db: store.db, account, adapter, connect: () => scene.connection() }, most);
};

it('reads what stands above many mentions in one thread once', async () => {
  const posts = search(50);
  for (let number = 11; number < 40; number += 1) {
    const networkCommentId = `deep-${number}`;
    expect(await posts.postAbove({ networkCommentId, answers: `deep-${number - 1}` })).toEqual({
      is: 'elsewhere',
    });
  }
  expect(reads).toHaveLength(11);
});

it('reads no more than it may, however many threads mention the account', async () => {
  const posts = search(50);
  const found = [];
  for (let thread = 0; thread < 30; thread += 1) {
    found.push(await posts.postAbove({ networkCommentId: `t${thread}-21`, answers: `t${thread}-20` }));
  }
  expect(reads).toHaveLength(50);
  expect(found.map(({ is }) => is)).toEqual([
    ...['elsewhere', 'elsewhere'],
    ...Array.from({ length: 28 }, () => 'open'),
  ]);
});

it('a post that cannot be read leaves the others readable', async () => {
  const posts = search(50);
  expect(await posts.postAbove({ networkCommentId: 'a-9', answers: 'odd-1' })).toEqual({ is: 'open' });
  expect(await posts.postAbove({ networkCommentId: 'b-2', answers: 'b-1' })).toEqual({ is: 'elsewhere' });
});

it('says which post of the account stands above a comment, though it is not known, and reads it once', async () => {
  const posts = search(50);
  const own = { is: 'own', networkPostId: 'own-0' };
  expect(await posts.postAbove({ networkCommentId: 'own-2', answers: 'own-1' })).toEqual(own);
  expect(await posts.postAbove({ networkCommentId: 'own-3', answers: 'own-2' })).toEqual(own);
  expect(reads).toEqual(['own-1', 'own-0']);
});
