import type { Account } from '../../../src/contract/accounts/accounts.js';
import type { StoredMedia } from '../../../src/contract/media/media.js';
import type { Post } from '../../../src/contract/posts/posts.js';
import type { Schedule } from '../../../src/contract/schedules/schedules.js';
import type { WebhookWithSecret } from '../../../src/contract/webhooks/webhooks.js';
import { InboxScene } from '../../support/inbox-scene.js';
import { picture } from '../../support/media/pictures.js';
import type { BackendUnderTest } from '../../support/running-backend.js';

/** The names of all texts that a stranger or an agent controls. */
export const XSS_PAYLOADS = [
  'post-text',
  'own-text',
  'thread-text',
  'alt-text',
  'file-name',
  'review-note',
  'account-name',
  'account-handle',
  'key-label',
  'webhook-label',
  'webhook-address',
  'schedule-label',
  'comment-author',
  'comment-name',
  'comment-text',
  'message-author',
  'message-name',
  'message-text',
  'source-text',
  'searched-for',
] as const;
type XssPayload = (typeof XSS_PAYLOADS)[number];

/** The code that runs if one of them is executed. */
export const scriptOf = (where: XssPayload): string => `alert(\`${where}\`)`;

/** Text that would run, or break out of its element, if it were treated as markup. */
function xssPayload(where: XssPayload): string {
  const script = scriptOf(where);
  return `"'><img src=x onerror=${script}><script>${script}</script></textarea></title><svg onload=${script}>`;
}

/** A short version. */
const short = (where: XssPayload): string => `"'><img src=x onerror=${scriptOf(where)}>`;

/** A version without spaces, for names. */
const name = (where: XssPayload): string => `"><b>${scriptOf(where)}`;

/**
 * Puts malicious text into everything that a stranger or an agent can name.
 *
 * @returns the paths of the pages that show it
 */
export async function fillWithXssPayloads(test: BackendUnderTest): Promise<string[]> {
  const key = await test.newKey('sandbox');
  const agent = await test.newKey('draft');
  await renameKey(test, agent);
  const account = await test.post<Account>(
    '/v1/test/accounts',
    { platform: 'bluesky', handle: name('account-handle'), displayName: short('account-name') },
    { key },
  );
  const ownId = account.body.id;
  const posts = await xssPosts(test, { key, agent, accountId: ownId });
  const hook = await test.post<WebhookWithSecret>(
    '/v1/webhooks',
    { url: `https://shop.example/?${name('webhook-address')}`, label: short('webhook-label') },
    { key },
  );
  const schedule = await test.post<Schedule>(
    '/v1/schedules',
    {
      label: short('schedule-label'),
      accountIds: [ownId],
      timezone: 'UTC',
      days: ['wed'],
      startTime: '09:00',
    },
    { key },
  );
  await test.post('/v1/sources/ingest', { text: xssPayload('source-text').repeat(3) }, { key: agent });
  const inbox = await xssInbox(test);
  const search = encodeURIComponent(xssPayload('searched-for'));
  const { id } = schedule.body;
  return [
    '/',
    '/posts',
    `/posts?text=${search}`,
    ...posts.flatMap((post) => [`/posts/${post}`, `/posts/${post}/edit`]),
    '/posts/new',
    '/calendar?date=2026-12-02',
    '/calendar?view=list&date=2026-12-02',
    '/schedules',
    `/schedules/${id}/edit`,
    `/schedules/${id}/pause`,
    `/schedules/${id}/delete`,
    ...inbox,
    '/channels',
    '/activity',
    `/activity?text=${search}`,
    '/settings/keys',
    '/settings/webhooks',
    `/settings/webhooks/${hook.body.id}`,
    `/settings/webhooks/${hook.body.id}/edit`,
    `/sign-in?next=${encodeURIComponent(`/"><script>alert(1)</script>`)}`,
    `/no/such/${search}`,
    `/network/bluesky/@${encodeURIComponent(name('account-handle'))}`,
    '/network/instagram',
  ];
}

interface By {
  readonly key: string;
  readonly agent: string;
  readonly accountId: string;
}

async function xssPosts(test: BackendUnderTest, { key, agent, accountId }: By): Promise<string[]> {
  const filename = encodeURIComponent(xssPayload('file-name').replaceAll('/', ''));
  const uploaded = await fetch(`${test.backend.url}/v1/media`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'image/png',
      'content-disposition': `attachment; filename*=UTF-8''${filename}`,
    },
    body: new Uint8Array(await picture('png')),
  });
  const { key: medium } = (await uploaded.json()) as StoredMedia;
  const content = {
    text: xssPayload('post-text'),
    accountIds: [accountId],
    mediaUrls: [medium],
    altTexts: [xssPayload('alt-text')],
    overrides: [{ target: accountId, text: xssPayload('own-text'), thread: [xssPayload('thread-text')] }],
  };
  const make = async (more: object, by = key) =>
    (await test.post<Post>('/v1/posts', { ...content, ...more }, { key: by })).body;
  const draft = await make({ scheduleMode: 'draft' });
  const now = await make({ scheduleMode: 'now' });
  const rejected = await make({ proposed: { scheduleMode: 'now' } }, agent);
  const { version } = rejected;
  await test.post(`/v1/posts/${rejected.id}/reject`, { version, note: xssPayload('review-note') }, { key });
  return [draft.id, now.id, rejected.id];
}

async function xssInbox(test: BackendUnderTest): Promise<string[]> {
  const scene = await InboxScene.of(test);
  const pages: string[] = [];
  // One network shows people's handles, the other their names.
  for (const platform of ['instagram', 'facebook'] as const) {
    const account = await scene.account(platform);
    const post = await scene.published(account, xssPayload('post-text'));
    const comment = await scene.commentOn(post, {
      author: name('comment-author'),
      displayName: short('comment-name'),
      text: xssPayload('comment-text'),
    });
    const conversation = await scene.writeTo(account, {
      author: name('message-author'),
      displayName: short('message-name'),
      text: xssPayload('message-text'),
    });
    pages.push(`/inbox/comments/${comment}`, `/inbox/conversations/${conversation}`);
  }
  return ['/inbox', '/inbox?show=all', ...pages];
}

/** The label of a key is shown with everything done with the key. */
async function renameKey(test: BackendUnderTest, key: string): Promise<void> {
  const me = await test.get<{ key: { id: string } }>('/v1/me', { key });
  await test.backend.services.store.write((trx) =>
    trx
      .updateTable('api_keys')
      .set({ label: xssPayload('key-label') })
      .where('id', '=', me.body.key.id)
      .execute(),
  );
}
