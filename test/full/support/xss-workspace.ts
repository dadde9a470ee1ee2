import type { Account } from '../../../src/contract/accounts/accounts.js';
import type { StoredMedia } from '../../../src/contract/media/media.js';
import type { Post } from '../../../src/contract/posts/posts.js';
import type { Schedule } from '../../../src/contract/schedules/schedules.js';
import type { WebhookWithSecret } from '../../../src/contract/webhooks/webhooks.js';
import type { STORED_CHANNELS } from '../../hostile/scripts/channels.js';
import { MARKUP, type XssShape } from '../../hostile/scripts/shapes.js';
import { InboxScene } from '../../support/inbox-scene.js';
import { picture } from '../../support/media/pictures.js';
import type { BackendUnderTest } from '../../support/running-backend.js';

type XssPayload = (typeof STORED_CHANNELS)[number];

/** The code that runs if one of them is executed. */
export const scriptOf = (where: XssPayload): string => `alert(\`${where}\`)`;

/**
 * Puts malicious text into everything that a stranger or an agent can name.
 *
 * @returns the paths of the pages that show it
 */
export async function fillWithXssPayloads(
  test: BackendUnderTest,
  shape: XssShape = MARKUP,
): Promise<string[]> {
  const key = await test.newKey('sandbox');
  const agent = await test.newKey('draft');
  await renameKey(test, agent, shape);
  const account = await test.post<Account>(
    '/v1/test/accounts',
    {
      platform: 'bluesky',
      handle: shape.word(scriptOf('account-handle')),
      displayName: shape.short(scriptOf('account-name')),
    },
    { key },
  );
  const ownId = account.body.id;
  const posts = await xssPosts(test, { key, agent, accountId: ownId }, shape);
  const hook = await test.post<WebhookWithSecret>(
    '/v1/webhooks',
    {
      url: `https://shop.example/?${shape.word(scriptOf('webhook-address'))}`,
      label: shape.short(scriptOf('webhook-label')),
    },
    { key },
  );
  const schedule = await test.post<Schedule>(
    '/v1/schedules',
    {
      label: shape.short(scriptOf('schedule-label')),
      accountIds: [ownId],
      timezone: 'UTC',
      days: ['wed'],
      startTime: '09:00',
    },
    { key },
  );
  await test.post(
    '/v1/sources/ingest',
    { text: shape.long(scriptOf('source-text')).repeat(3) },
    { key: agent },
  );
  const inbox = await xssInbox(test, shape);
  const search = encodeURIComponent(shape.long(scriptOf('searched-for')));
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
    `/network/bluesky/@${encodeURIComponent(shape.word(scriptOf('account-handle')))}`,
    '/network/instagram',
  ];
}

interface By {
  readonly key: string;
  readonly agent: string;
  readonly accountId: string;
}

async function xssPosts(
  test: BackendUnderTest,
  { key, agent, accountId }: By,
  shape: XssShape,
): Promise<string[]> {
  const filename = encodeURIComponent(shape.long(scriptOf('file-name')).replaceAll('/', ''));
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
    text: shape.long(scriptOf('post-text')),
    accountIds: [accountId],
    mediaUrls: [medium],
    altTexts: [shape.long(scriptOf('alt-text'))],
    overrides: [
      {
        target: accountId,
        text: shape.long(scriptOf('own-text')),
        thread: [shape.long(scriptOf('thread-text'))],
      },
    ],
  };
  const make = async (more: object, by = key) =>
    (await test.post<Post>('/v1/posts', { ...content, ...more }, { key: by })).body;
  const draft = await make({ scheduleMode: 'draft' });
  const now = await make({ scheduleMode: 'now' });
  const rejected = await make({ proposed: { scheduleMode: 'now' } }, agent);
  const { version } = rejected;
  await test.post(
    `/v1/posts/${rejected.id}/reject`,
    { version, note: shape.long(scriptOf('review-note')) },
    { key },
  );
  return [draft.id, now.id, rejected.id];
}

async function xssInbox(test: BackendUnderTest, shape: XssShape): Promise<string[]> {
  const scene = await InboxScene.of(test);
  const pages: string[] = [];
  // One network shows people's handles, the other their names.
  for (const platform of ['instagram', 'facebook'] as const) {
    const account = await scene.account(platform);
    const post = await scene.published(account, shape.long(scriptOf('post-text')));
    const comment = await scene.commentOn(post, {
      author: shape.word(scriptOf('comment-author')),
      displayName: shape.short(scriptOf('comment-name')),
      text: shape.long(scriptOf('comment-text')),
    });
    const conversation = await scene.writeTo(account, {
      author: shape.word(scriptOf('message-author')),
      displayName: shape.short(scriptOf('message-name')),
      text: shape.long(scriptOf('message-text')),
    });
    pages.push(`/inbox/comments/${comment}`, `/inbox/conversations/${conversation}`);
  }
  return ['/inbox', '/inbox?show=all', ...pages];
}

/** The label of a key is shown with everything done with the key. */
async function renameKey(test: BackendUnderTest, key: string, shape: XssShape): Promise<void> {
  const me = await test.get<{ key: { id: string } }>('/v1/me', { key });
  await test.backend.services.store.write((trx) =>
    trx
      .updateTable('api_keys')
      .set({ label: shape.long(scriptOf('key-label')) })
      .where('id', '=', me.body.key.id)
      .execute(),
  );
}
