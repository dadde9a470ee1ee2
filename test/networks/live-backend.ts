import type { Account } from '../../src/contract/accounts/accounts.js';
import type { Post } from '../../src/contract/posts/posts.js';
import { ManualClock } from '../support/manual-clock.js';
import { BackendUnderTest } from '../support/running-backend.js';

/** A backend whose clock the test moves, from the present: servers have their own. */
export function startLive(): Promise<BackendUnderTest> {
  return BackendUnderTest.startOn(new ManualClock(Date.now()), ':memory:', {
    live: true,
    demo: false,
    networkTesting: { allowLoopback: true },
  });
}

export async function published(test: BackendUnderTest, { id }: Account, text: string): Promise<Post> {
  const { body } = await test.post<Post>('/v1/posts', { accountIds: [id], text, scheduleMode: 'now' });
  await test.backend.runDue();
  return (await test.get<Post>(`/v1/posts/${body.id}`)).body;
}
