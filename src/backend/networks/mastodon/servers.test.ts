import { describe, expect, it } from 'vitest';
import { medium, Scene } from '../../../../test/support/networks/network-scene.js';
import { rulesOf } from '../../../networks/own-limits.js';
import { DEFAULT_CONFIGURATION } from '../../simulators/mastodon/instance.js';
import { mastodonServer } from '../../simulators/mastodon/simulator.js';
import { json } from '../answers.js';
import { listAt, valueAt } from '../requests/json-answer.js';
import type { Wire, WireRequest } from '../wire.js';
import { limitsIn } from './instance.js';

/** A server that people run themselves, with limits of its own. */
const OWN = {
  statuses: { max_characters: 5000, max_media_attachments: 8, characters_reserved_per_url: 40 },
  media_attachments: {
    ...DEFAULT_CONFIGURATION.media_attachments,
    supported_mime_types: ['image/jpeg', 'image/webp', 'video/mp4', 'audio/ogg'],
    image_size_limit: 2_000_000,
    image_matrix_limit: 1_000_000,
    video_size_limit: 40_000_000,
    description_limit: 200,
  },
};

function ownServer(): Scene {
  const scene = new Scene('mastodon');
  scene.simulator = mastodonServer('answers', OWN);
  return scene;
}

async function asked(scene: Scene, path: string): Promise<unknown> {
  const { accessToken } = scene.account.credentials;
  const headers = { authorization: `Bearer ${accessToken}` };
  const { body } = await scene.wire.send({ method: 'GET', path, headers }, AbortSignal.timeout(1000));
  return body;
}

describe('the limits of a server', () => {
  it('are read from the server', async () => {
    const scene = ownServer();
    const read = await scene.network.adapter.readLimits?.(scene.connection());
    expect(read).toEqual({
      limits: {
        maxText: 5000,
        linkLength: 40,
        maxImages: 8,
        maxAltText: 200,
        images: { types: ['image/jpeg', 'image/webp'], maxBytes: 2_000_000, maxPixels: 1_000_000 },
        videos: {
          types: ['video/mp4'],
          maxBytes: 40_000_000,
          maxPixels: DEFAULT_CONFIGURATION.media_attachments.video_matrix_limit,
          maxFramesPerSecond: DEFAULT_CONFIGURATION.media_attachments.video_frame_rate_limit,
        },
      },
      notes: [],
    });
    expect(rulesOf('mastodon', read?.limits)).toMatchObject({
      text: { max: { value: 5000 }, linkLength: 40 },
      forms: {
        feed: {
          images: { max: { value: 8 }, altText: { max: { value: 200 } } },
          videos: { max: { value: 1 } },
        },
      },
    });
  });

  it('are read from the first version of the API where there is no second', async () => {
    const scene = ownServer();
    const wire: Wire = {
      ...scene.wire,
      send: async (request, signal) =>
        request.path === '/api/v2/instance' ? json(404, {}) : scene.wire.send(request, signal),
    };
    const read = await scene.network.adapter.readLimits?.(scene.connection(wire));
    expect(read?.limits).toMatchObject({ maxText: 5000, maxImages: 8 });
  });

  it('are the network’s where the server says nothing of them', async () => {
    const scene = new Scene('mastodon');
    const wire: Wire = { ...scene.wire, send: async () => json(200, { title: 'A small server' }) };
    expect(await scene.network.adapter.readLimits?.(scene.connection(wire))).toEqual({
      limits: null,
      notes: [],
    });
  });

  it('are those that the server keeps', async () => {
    const scene = ownServer();
    const link = `https://fernhill.example/${'a'.repeat(300)}`;
    await scene.publish(scene.post(`${'a'.repeat(4959)} ${link}`));
    await expect(scene.publish(scene.post(`${'a'.repeat(4960)} ${link}`))).rejects.toMatchObject({
      code: 'text_too_long',
      answer: { message: 'Validation failed: Text character limit of 5000 exceeded' },
    });
    const eight = Array.from({ length: 8 }, (_, place) => medium('image/jpeg', `${place}`));
    await scene.publish(scene.post('Eight', {}, eight));
    const nine = scene.publish(scene.post('Nine', {}, [...eight, medium('image/jpeg', '9')]));
    await expect(nine).rejects.toMatchObject({ code: 'media_invalid' });
    const described = { ...medium('image/jpeg'), altText: 'a'.repeat(201) };
    await expect(scene.publish(scene.post('Long', {}, [described]))).rejects.toMatchObject({
      code: 'media_invalid',
      answer: { message: 'Validation failed: Description is too long (maximum is 200 characters)' },
    });
  });
});

describe('deleting a status', () => {
  const removing = (answer: number) => {
    const scene = new Scene('mastodon');
    const asked: WireRequest[] = [];
    const wire: Wire = {
      ...scene.wire,
      send: async (request, signal) => {
        asked.push(request);
        if (request.method === 'DELETE' && answer !== 200) return json(answer, { error: 'Record not found' });
        return scene.wire.send(request, signal);
      },
    };
    const remove = (id: string) => scene.network.adapter.remove?.(scene.connection(wire), id);
    return { scene, asked, remove };
  };

  it('deletes its files too, and is safe to repeat', async () => {
    const { scene, asked, remove } = removing(200);
    const { networkPostId } = await scene.publish(scene.post('Hello'));
    await remove(networkPostId);
    await remove(networkPostId);
    expect(scene.memory.posts).toEqual([]);
    const path = `/api/v1/statuses/${networkPostId}`;
    expect(asked[0]).toMatchObject({ method: 'DELETE', path, query: { delete_media: 'true' } });
    // The second time the server has none, and is asked whether that is so.
    expect(asked.map(({ method }) => method)).toEqual(['DELETE', 'DELETE', 'GET']);
  });

  it.each([404, 410])('is not done where a server answers %i and still shows the status', async (status) => {
    const { scene, remove } = removing(status);
    const { networkPostId } = await scene.publish(scene.post('Hello'));
    await expect(remove(networkPostId)).rejects.toMatchObject({ answer: { status } });
  });
});

describe('a server that says anything', () => {
  const statuses = (value: unknown) => limitsIn({ configuration: { statuses: { max_characters: value } } });

  it.each([10 ** 12, Number.MAX_VALUE])(
    '%d characters are cut to what a post can have, with the reason',
    (value) => {
      const { limits, notes } = statuses(value);
      expect(limits?.maxText).toBe(100_000);
      expect(notes).toEqual([`max_characters is ${JSON.stringify(value)}: 100000 is used.`]);
    },
  );

  it.each([-1, 0, 12.5, '500', {}, ['5'], Number.NaN])('%j is not a limit', (value) => {
    const { limits, notes } = statuses(value);
    expect(limits).toBeNull();
    expect(notes).toEqual([expect.stringMatching(/^max_characters is .*: the network’s default is used\.$/)]);
  });

  it('takes only types of images and videos, and no more than real servers list', () => {
    const types = [
      'text/html',
      'image/png\r\nx: y',
      7,
      'image/png',
      'image/png',
      `image/${'a'.repeat(100)}`,
      'video/mp4',
    ];
    const read = (list: unknown) =>
      limitsIn({ configuration: { media_attachments: { supported_mime_types: list } } });
    expect(read(types).limits).toMatchObject({
      images: { types: ['image/png'] },
      videos: { types: ['video/mp4'] },
    });
    const many = Array.from({ length: 100_000 }, (_, place) => `image/x${place}`);
    expect(read(many).limits?.images?.types).toHaveLength(100);
    expect(read(['audio/ogg'])).toEqual({
      limits: null,
      notes: [expect.stringContaining('no image'), expect.stringContaining('no video')],
    });
    expect(read('image/png').limits).toBeNull();
  });
});

/** Fields that a client may rely on (abraham/mastodon-openapi, `required`, 2026-11). */
const REQUIRED = {
  Account:
    'acct avatar avatar_static bot created_at display_name emojis fields followers_count following_count group header header_static id indexable locked note statuses_count uri username',
  CredentialAccount: 'role source',
  Source: 'fields follow_requests_count indexable note privacy sensitive',
  Status:
    'account content created_at emojis favourites_count id media_attachments mentions reblogs_count replies_count sensitive spoiler_text tags uri visibility',
  Instance:
    'api_versions configuration contact description domain icon languages registrations rules source_url thumbnail title usage version',
  V1Instance:
    'approval_required configuration description email invites_enabled languages registrations rules short_description stats title uri urls version',
} as const;

function lacking(entity: unknown, ...names: (keyof typeof REQUIRED)[]): string[] {
  return names
    .flatMap((name) => REQUIRED[name].split(' '))
    .filter((field) => [undefined, null].includes(valueAt(entity, field) as undefined));
}

describe('the simulated server answers with every field that clients rely on', () => {
  it('of a status, its author and its files', async () => {
    const scene = new Scene('mastodon');
    const main = await scene.publish(
      scene.post('Fresh #bread for @fernhill', {}, [medium('image/jpeg'), medium('image/png', 'two')]),
    );
    await scene.network.adapter.createPart?.(scene.connection(), scene.part('thread', 'And cake', main));
    const status = await asked(scene, `/api/v1/statuses/${main.networkPostId}`);
    expect(lacking(status, 'Status')).toEqual([]);
    expect(lacking(valueAt(status, 'account'), 'Account')).toEqual([]);
    expect(status).toMatchObject({
      replies_count: 1,
      tags: [{ name: 'bread', url: expect.stringContaining('/tags/bread') }],
      mentions: [{ id: scene.account.networkUserId, username: 'fernhill', acct: 'fernhill' }],
      media_attachments: [
        {
          type: 'image',
          url: expect.any(String),
          preview_url: expect.any(String),
          description: 'A cup of coffee',
        },
        { type: 'image' },
      ],
    });
    const [reply] = listAt(await asked(scene, `/api/v1/accounts/${scene.account.networkUserId}/statuses`));
    expect(reply).toMatchObject({
      in_reply_to_id: main.networkPostId,
      in_reply_to_account_id: scene.account.networkUserId,
    });
  });

  it('of a text with links that can be followed', async () => {
    const scene = new Scene('mastodon');
    const made = await scene.publish(scene.post('Menu: https://fernhill.example/?a=1&b=2, & more', {}, []));
    const status = await asked(scene, `/api/v1/statuses/${made.networkPostId}`);
    expect(valueAt(status, 'content')).toBe(
      '<p>Menu: <a href="https://fernhill.example/?a=1&amp;b=2" target="_blank" rel="nofollow noopener"><span class="invisible">https://</span><span>fernhill.example/?a=1&amp;b=2</span></a>, &amp; more</p>',
    );
  });

  it('of a video and of a file that is still processed', async () => {
    const scene = new Scene('mastodon');
    const made = await scene.publish(scene.post('The roaster', {}, [medium('video/mp4')]));
    const status = await asked(scene, `/api/v1/statuses/${made.networkPostId}`);
    expect(valueAt(status, 'media_attachments', 0)).toMatchObject({ type: 'video', meta: {} });
  });

  it('of the own account', async () => {
    const scene = new Scene('mastodon');
    const own = await asked(scene, '/api/v1/accounts/verify_credentials');
    expect(lacking(own, 'Account', 'CredentialAccount')).toEqual([]);
    expect(lacking(valueAt(own, 'source'), 'Source')).toEqual([]);
    expect(own).toMatchObject({ acct: 'fernhill', bot: false, role: { permissions: '0' } });
  });

  it('of the server, to anybody', async () => {
    const scene = new Scene('mastodon');
    const open = (path: string) =>
      scene.wire.send({ method: 'GET', path, headers: {} }, AbortSignal.timeout(1000));
    expect(lacking((await open('/api/v2/instance')).body, 'Instance')).toEqual([]);
    expect(lacking((await open('/api/v1/instance')).body, 'V1Instance')).toEqual([]);
  });
});

describe('a status is deleted', () => {
  it('and deleted again without an error', async () => {
    const scene = new Scene('mastodon');
    const post = scene.post('Open on Sunday');
    const kept = await scene.publish({ ...post, key: 'another' });
    const made = await scene.publish(post);
    const { adapter } = scene.network;
    await adapter.remove?.(scene.connection(), made.networkPostId);
    await adapter.remove?.(scene.connection(), made.networkPostId);
    expect(scene.memory.posts.map(({ networkPostId }) => networkPostId)).toEqual([kept.networkPostId]);
  });

  it.each([
    [404, ''],
    [410, { error: 'Gone' }],
  ])('where the server answers %i: there is none', async (status, body) => {
    const scene = new Scene('mastodon');
    const connection = scene.connection({ ...scene.wire, send: async () => json(status, body) });
    await scene.network.adapter.remove?.(connection, '1');
    await expect(
      scene.network.adapter.remove?.(
        scene.connection({ ...scene.wire, send: async () => json(401, '') }),
        '1',
      ),
    ).rejects.toMatchObject({ code: 'account_reconnect_required' });
  });
});
