import type { Account } from '../../../src/contract/accounts/accounts.js';
import type { StoredMedia } from '../../../src/contract/media/media.js';
import type { Platform } from '../../../src/contract/platforms.js';
import type { Post } from '../../../src/contract/posts/posts.js';
import { fixture } from '../../support/media/media-file.js';
import { picture } from '../../support/media/pictures.js';
import type { BackendUnderTest } from '../../support/running-backend.js';

/** How long networks need to process uploads, in seconds. */
const PROCESSED_S = 60;

/** Publishes on the networks that need media, or would otherwise have no posts. */
export async function fillTimelines(
  test: BackendUnderTest,
  key: string,
  accounts: readonly Account[],
  image: string,
): Promise<void> {
  const video = await upload(test, key, {
    bytes: Uint8Array.from(fixture('turned.mp4')),
    type: 'video/mp4',
    name: 'roasting.mp4',
  });
  const pictured = { mediaUrls: [image], altTexts: ['Coffee beans in a wooden bowl'] };
  const filmed = { mediaUrls: [video] };
  const posts: readonly (readonly [Platform, string, object?, object?])[] = [
    ['x', 'The Guji is back, and @lena was first. https://fernhill.example/guji #coffee'],
    ['threads', 'Ask us anything about grinding.'],
    ['instagram', 'Peaches, and a little bergamot. #coffee', pictured],
    ['tiktok', 'Five cups, one bowl', pictured, { privacy: 'public' }],
    ['youtube', 'From green to brown.', filmed, { title: 'A roast', privacy: 'public', madeForKids: false }],
    ['pinterest', 'To keep beans in.', pictured, { title: 'The bowl', boardId: '549755885175' }],
  ];
  const made: Post[] = [];
  for (const [platform, text, media = {}, options] of posts) {
    const accountIds = accounts.filter((account) => account.platform === platform).map(({ id }) => id);
    const overrides = options ? [{ target: platform, ...options }] : [];
    const post = { text, accountIds, ...media, overrides, scheduleMode: 'now' };
    const { body, status } = await test.post<Post>('/v1/posts', post, { key });
    if (status !== 201) throw new Error(JSON.stringify(body));
    made.push(body);
  }
  await test.post('/v1/test/clock', { action: 'advance', seconds: PROCESSED_S }, { key });
  for (const { id } of made) {
    const { body } = await test.get<Post>(`/v1/posts/${id}?wait=10`);
    if (body.status !== 'published') throw new Error(JSON.stringify(body.targets));
  }
}

export async function uploadPicture(test: BackendUnderTest, key: string): Promise<string> {
  const bytes = await picture('jpeg', { width: 1200, height: 900 });
  return upload(test, key, { bytes, type: 'image/jpeg', name: 'beans.jpg' });
}

interface File {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly name: string;
}

async function upload(test: BackendUnderTest, key: string, { bytes, type, name }: File): Promise<string> {
  const uploaded = await fetch(`${test.backend.url}/v1/media`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
    },
    body: new Uint8Array(bytes),
  });
  const stored = (await uploaded.json()) as StoredMedia;
  if (stored.key === null) throw new Error(`${name} was not stored: ${JSON.stringify(stored)}`);
  return stored.key;
}
