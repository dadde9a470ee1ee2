import { describe, expect, it } from 'vitest';
import { medium, Scene } from '../../../../test/support/networks/network-scene.js';
import type { OutgoingMedia } from '../outgoing-post.js';
import type { Wire, WireRequest } from '../wire.js';

const options = { publishTo: 'inbox' };

/** A wire that notes what is sent to TikTok's API. */
function recording(scene: Scene): { readonly wire: Wire; readonly sent: WireRequest[] } {
  const { wire } = scene;
  const sent: WireRequest[] = [];
  const send: Wire['send'] = (request, signal) => {
    sent.push(request);
    return wire.send(request, signal);
  };
  return { wire: { origin: wire.origin, webUrl: wire.webUrl, send }, sent };
}

const draftOf = (scene: Scene, media: OutgoingMedia[]) =>
  scene.post('Pour over', { options, privacy: null, title: 'Brewing' }, media);

describe('a post to the inbox of the TikTok app', () => {
  it.each([
    ['a video', medium('video/mp4'), /^v_inbox_file~v2\.\d+$/, { source_info: { source: 'FILE_UPLOAD' } }],
    [
      'a photo',
      medium('image/jpeg'),
      /^p_pub_url~v2\.\d+$/,
      { post_mode: 'MEDIA_UPLOAD', post_info: { title: 'Brewing', description: 'Pour over' } },
    ],
  ])('is a draft there, not a post: %s', async (_, file, id, body) => {
    const scene = new Scene('tiktok');
    const { wire, sent } = recording(scene);
    const made = await scene.publish(draftOf(scene, [file]), scene.connection(wire));
    expect(made).toMatchObject({ inInbox: true, networkPostId: expect.stringMatching(id) });
    expect(scene.memory.posts).toEqual([]);
    // It needs the scope `video.upload` alone, so the creator is not queried.
    expect(sent.map(({ path }) => path)).not.toContain('/v2/post/publish/creator_info/query/');
    expect(sent[0]?.body).toMatchObject(body);
  });

  it('sends nothing of a video but the file, and of photos no privacy', async () => {
    const scene = new Scene('tiktok');
    const { wire, sent } = recording(scene);
    const privacy = { options: { ...options, disableComment: true }, privacy: 'public' } as const;
    await scene.publish(scene.post('Pour over', privacy), scene.connection(wire));
    await scene.publish(scene.post('Cups', privacy, [medium('image/jpeg')]), scene.connection(wire));
    const bodies = sent.flatMap(({ body, path }) => (path.endsWith('/init/') ? [body] : []));
    expect(bodies[0]).not.toHaveProperty('post_info');
    expect(bodies[1]).toMatchObject({ post_info: { description: 'Cups' } });
    expect(Object.keys(Object(bodies[1]).post_info)).toEqual(['description']);
  });

  it('is found in the inbox after a lost answer, by the id of its upload', async () => {
    const scene = new Scene('tiktok');
    const post = draftOf(scene, [medium('video/mp4')]);
    const { adapter } = scene.network;
    const prepared = (await adapter.prepare?.(scene.connection(), post)) ?? {};
    expect(await adapter.find?.(scene.connection(), post, prepared)).toBeNull();
    await adapter.create(scene.connection(), post, prepared);
    expect(await adapter.find?.(scene.connection(), post, prepared)).toMatchObject({
      inInbox: true,
      adopted: true,
    });
  });

  it('is published once the person has finished it in the app', async () => {
    const scene = new Scene('tiktok');
    const post = draftOf(scene, [medium('image/jpeg')]);
    const { adapter } = scene.network;
    const prepared = (await adapter.prepare?.(scene.connection(), post)) ?? {};
    const { networkPostId } = await adapter.create(scene.connection(), post, prepared);
    const upload = await scene.memory.uploadById(networkPostId);
    if (!upload) throw new Error('TikTok has forgotten the draft.');
    const state = { ...upload.state, status: 'PUBLISH_COMPLETE', postId: '7500000000000000001' };
    await scene.memory.putUploads({ ...upload, state });
    const found = await adapter.find?.(scene.connection(), { ...post, networkPostId }, prepared);
    expect(found).toEqual({
      networkPostId: '7500000000000000001',
      url: `${scene.webUrl}/@fernhillcoffee/photo/7500000000000000001`,
      adopted: true,
    });
  });

  it('is refused while five drafts of the last 24 hours wait', async () => {
    const scene = new Scene('tiktok');
    for (let draft = 0; draft < 5; draft += 1) await scene.publish(draftOf(scene, [medium('video/mp4')]));
    await expect(scene.publish(draftOf(scene, [medium('image/jpeg')]))).rejects.toMatchObject({
      code: 'account_restricted',
      answer: { code: 'spam_risk_too_many_pending_share' },
    });
    scene.now += 86_400_000;
    expect(await scene.publish(draftOf(scene, [medium('image/jpeg')]))).toMatchObject({ inInbox: true });
  });
});
