import { expect } from 'vitest';
import { writeComment } from '../../../src/backend/simulators/over-http/written-comments.js';
import type { App } from '../../../src/contract/accounts/apps.js';
import { MetaNotices } from '../../support/networks/notices.js';
import type { Place, Walk } from './place.js';

/** Somebody comments on the first post, and the network checks the address and announces it. */
export async function announceComment(walk: Walk, { signIn, test }: Place, text: string): Promise<void> {
  const app = (await test.get<App>(`/v1/apps/${walk.signIn.platform}`)).body;
  const meta = new MetaNotices(test.backend, app, signIn.app.clientSecret ?? '');
  expect((await meta.verify()).status).toBe(200);
  const { networkPostId: postId, commentId } = await writeComment(signIn.network, text);
  const accountId = signIn.network.scene.account.networkUserId;
  const notice = walk.announces?.({ accountId, postId, commentId });
  expect((await meta.send(notice)).status).toBe(200);
}
