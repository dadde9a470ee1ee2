import { expect } from 'vitest';
import { personOf } from '../../../src/backend/simulators/shared/people.js';
import type { App } from '../../../src/contract/accounts/apps.js';
import { MetaNotices } from '../../support/networks/notices.js';
import type { Place, Walk } from './place.js';

/** Somebody comments on the first post, and the network checks the address and announces it. */
export async function announceComment(walk: Walk, { signIn, test }: Place, text: string): Promise<void> {
  const app = (await test.get<App>(`/v1/apps/${walk.signIn.platform}`)).body;
  const meta = new MetaNotices(test.backend, app, signIn.app.clientSecret ?? '');
  expect((await meta.verify()).status).toBe(200);
  const { memory, account } = signIn.network.scene;
  const postId = memory.posts[0]?.networkPostId ?? '';
  const commentId = `${postId.split('_').at(-1)}_1`;
  const author = personOf('mia');
  const { networkUserId } = author;
  const written = { commentId, networkPostId: postId, parentId: null, author, text };
  await memory.addComment({ ...written, networkUserId, createdAt: Date.now() });
  const notice = walk.announces?.({ accountId: account.networkUserId, postId, commentId });
  expect((await meta.send(notice)).status).toBe(200);
}
