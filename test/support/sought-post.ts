import type { Account } from '../../src/contract/accounts/accounts.js';
import type { CreatedPost } from '../../src/contract/posts/posts.js';
import type { BackendUnderTest } from './running-backend.js';

const FAULTS = [
  { does: { kind: 'reset', effect: 'after' }, path: '/api/v1/statuses' },
  { does: { kind: 'status', status: 500, effect: 'before' }, method: 'GET' },
] as const;

/**
 * A post in a sandbox whose response Mastodon lost, and which could not be looked for in twelve hours. A check can find
 * it from now on.
 */
export async function soughtPost(
  service: Pick<BackendUnderTest, 'post' | 'request'>,
  handle: string,
): Promise<{ readonly id: string; readonly accountId: string }> {
  const ask = async <Body>(path: string, body: object): Promise<Body> => {
    const answer = await service.post<Body>(path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { id: accountId } = await ask<Account>('/v1/test/accounts', { platform: 'mastodon', handle });
  for (const fault of FAULTS) await ask('/v1/test/faults', { on: 'network', platform: 'mastodon', ...fault });
  const { id } = await ask<CreatedPost>('/v1/posts', {
    text: `Where is it, ${handle}?`,
    accountIds: [accountId],
    scheduleMode: 'now',
  });
  await ask('/v1/test/clock', { action: 'advance', seconds: 12 * 60 * 60 });
  await service.request('DELETE', '/v1/test/faults');
  return { id, accountId };
}
