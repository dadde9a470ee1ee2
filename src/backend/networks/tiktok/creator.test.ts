import { describe, expect, it } from 'vitest';
import { medium, Scene } from '../../../../test/support/networks/network-scene.js';
import type { OutgoingMedia } from '../outgoing-post.js';
import type { Wire, WireRequest, WireResponse } from '../wire.js';

const QUERY = '/v2/post/publish/creator_info/query/';

/** What TikTok answers of an account, unless a test says otherwise. */
const CREATOR = {
  privacy_level_options: ['FOLLOWER_OF_CREATOR', 'MUTUAL_FOLLOW_FRIENDS', 'SELF_ONLY'],
  comment_disabled: false,
  duet_disabled: true,
  stitch_disabled: true,
  max_video_post_duration_sec: 60,
};

/** A wire on which TikTok answers this of the account, and the paths that were asked for. */
function answering(scene: Scene, body: unknown): { readonly wire: Wire; readonly paths: string[] } {
  const paths: string[] = [];
  const { wire } = scene;
  const send = async (request: WireRequest, signal: AbortSignal): Promise<WireResponse> => {
    paths.push(request.path);
    if (request.path === QUERY) return { status: 200, headers: {}, body };
    return wire.send(request, signal);
  };
  return { wire: { origin: wire.origin, webUrl: wire.webUrl, send }, paths };
}

const creator = (changes: object = {}) => ({ data: { ...CREATOR, ...changes }, error: { code: 'ok' } });
const video = (seconds: number | null): OutgoingMedia[] => [{ ...medium('video/mp4'), seconds }];

async function refused(body: unknown, content: Parameters<Scene['post']>[1], media = video(30)) {
  const scene = new Scene('tiktok');
  const { wire, paths } = answering(scene, body);
  const failure = await scene
    .publish(scene.post('Pour over', content, media), scene.connection(wire))
    .catch((cause: unknown) => cause);
  expect(paths).toEqual([QUERY]);
  return failure;
}

describe('what a TikTok account may publish', () => {
  it.each([
    ['a video', [medium('video/mp4')]],
    ['photos', [medium('image/jpeg')]],
  ])('is asked before %s is sent', async (_, media) => {
    const scene = new Scene('tiktok');
    const { wire, paths } = answering(scene, creator({ privacy_level_options: ['PUBLIC_TO_EVERYONE'] }));
    await scene.publish(scene.post('Pour over', {}, media), scene.connection(wire));
    expect(paths[0]).toBe(QUERY);
    expect(paths.filter((path) => path === QUERY)).toHaveLength(1);
  });

  it('refuses a privacy that the account does not offer, and names those it does', async () => {
    expect(await refused(creator(), {})).toMatchObject({
      code: 'option_invalid',
      message:
        'TikTok does not offer this account privacy "public" now. It offers: friends, followers, private.',
    });
  });

  it.each(['disableDuet', 'disableStitch'])(
    'refuses %s: false where the account forbids it',
    async (name) => {
      const failure = await refused(creator(), { privacy: 'private', options: { [name]: false } });
      expect(failure).toMatchObject({ code: 'option_invalid', message: expect.stringContaining(name) });
    },
  );

  it('refuses comments where the account has turned them off', async () => {
    const body = creator({ comment_disabled: true });
    const content = { privacy: 'private', options: { disableComment: false } } as const;
    expect(await refused(body, content, [medium('image/jpeg')])).toMatchObject({
      code: 'option_invalid',
      message: expect.stringContaining('comments'),
    });
  });

  it('refuses a video that is longer than the account may publish', async () => {
    expect(await refused(creator(), { privacy: 'private' }, video(60.4))).toMatchObject({
      code: 'media_invalid',
      message: 'The video is 61 seconds long. TikTok lets this account publish at most 60 seconds.',
    });
  });

  it.each([
    ['spam_risk_too_many_posts', 'quota_exceeded'],
    ['reached_active_user_cap', 'quota_exceeded'],
    ['spam_risk_user_banned_from_posting', 'account_restricted'],
  ])('understands %s in an answer with status 200', async (code, means) => {
    const body = { data: {}, error: { code, message: 'No.', log_id: '1' } };
    expect(await refused(body, {})).toMatchObject({ code: means, answer: { status: 200, code } });
  });

  it.each([
    ['says nothing', { error: { code: 'ok' } }, {}, video(4000)],
    ['forbids duets, and photos have none', creator(), { options: { disableDuet: false } }, undefined],
    ['is not asked for duets', creator(), { options: { disableDuet: true } }, video(60)],
    ['allows the length, which is unknown', creator(), {}, video(null)],
  ] as const)('does not stand in the way where TikTok %s', async (_, body, content, media) => {
    const scene = new Scene('tiktok');
    const { wire } = answering(scene, body);
    const post = scene.post('Pour over', { privacy: 'private', ...content }, [
      ...(media ?? [medium('image/jpeg')]),
    ]);
    await scene.publish(post, scene.connection(wire));
    expect(scene.memory.posts).toHaveLength(1);
  });
});
