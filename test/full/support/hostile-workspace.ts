import type { Account } from '../../../src/contract/accounts.js';
import type { StoredMedia } from '../../../src/contract/media.js';
import type { Post } from '../../../src/contract/posts.js';
import type { WebhookWithSecret } from '../../../src/contract/webhooks.js';
import { picture } from '../../support/pictures.js';
import type { BackendUnderTest } from '../../support/running-backend.js';

/** Text that would run, or leave its place, wherever it were taken for markup. */
export const HOSTILE = `"'><img src=x onerror=alert(1)><script>alert(2)</script></textarea><svg onload=alert(3)>`;

/**
 * Puts text that would run into everything that a stranger or an agent can name.
 *
 * @returns the paths of the pages that show it
 */
export async function fillHostile(
  test: Pick<BackendUnderTest, 'post' | 'newKey' | 'get' | 'backend'>,
): Promise<string[]> {
  const key = await test.newKey('sandbox');
  const label = await test.newKey('draft');
  await renameKey(test, label);
  const account = await test.post<Account>(
    '/v1/test/accounts',
    { platform: 'bluesky', handle: 'odd"><b>', displayName: HOSTILE },
    { key },
  );
  const uploaded = await fetch(`${test.backend.url}/v1/media`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'image/png',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(HOSTILE.replaceAll('/', ''))}`,
    },
    body: new Uint8Array(await picture('png')),
  });
  const { key: medium } = (await uploaded.json()) as StoredMedia;
  const content = {
    text: HOSTILE,
    accountIds: [account.body.id],
    mediaUrls: [medium],
    altTexts: [HOSTILE],
    overrides: [{ target: account.body.id, text: `${HOSTILE} of its own`, thread: [HOSTILE] }],
  };
  const draft = await test.post<Post>('/v1/posts', { ...content, scheduleMode: 'draft' }, { key });
  const now = await test.post<Post>('/v1/posts', { ...content, scheduleMode: 'now' }, { key });
  const rejected = await test.post<Post>(
    '/v1/posts',
    { ...content, proposed: { scheduleMode: 'now' } },
    { key: label },
  );
  const { id, version } = rejected.body;
  await test.post(`/v1/posts/${id}/reject`, { version, note: HOSTILE }, { key });
  const hook = await test.post<WebhookWithSecret>(
    '/v1/webhooks',
    { url: 'https://shop.example/<b>?"', label: HOSTILE.slice(0, 100) },
    { key },
  );
  return [
    '/',
    '/posts',
    `/posts?text=${encodeURIComponent(HOSTILE)}`,
    ...[draft, now, rejected].flatMap(({ body }) => [`/posts/${body.id}`, `/posts/${body.id}/edit`]),
    '/posts/new',
    '/channels',
    '/activity',
    `/activity?text=${encodeURIComponent(HOSTILE)}`,
    '/settings/keys',
    '/settings/webhooks',
    `/settings/webhooks/${hook.body.id}`,
    `/settings/webhooks/${hook.body.id}/edit`,
    `/sign-in?next=${encodeURIComponent(`/"><script>alert(1)</script>`)}`,
  ];
}

/** The label of a key stands beside everything that is done with it. */
async function renameKey(test: Pick<BackendUnderTest, 'backend' | 'get'>, key: string): Promise<void> {
  const me = await test.get<{ key: { id: string } }>('/v1/me', { key });
  await test.backend.services.store.write((trx) =>
    trx.updateTable('api_keys').set({ label: HOSTILE }).where('id', '=', me.body.key.id).execute(),
  );
}
