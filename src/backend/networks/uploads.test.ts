import { describe, expect, it } from 'vitest';
import { Scene } from '../../../test/support/networks/network-scene.js';

describe('TikTok', () => {
  it('returns the URL of a public post, and the account’s page for a private one', async () => {
    const scene = new Scene('tiktok');
    const open = await scene.publish(scene.post('Pour over'));
    expect(open.url).toMatch(/\/@fernhillcoffee\/video\/\d{19}$/);
    const closed = await scene.publish(scene.post('Staff only', { privacy: 'private' }));
    expect(closed.url).toBe(`${scene.webUrl}/@fernhillcoffee`);
    expect(closed.networkPostId).toMatch(/^v_pub_file~v2/);
  });

  it('requires a privacy that the creator can choose', async () => {
    const scene = new Scene('tiktok');
    await expect(scene.publish(scene.post('Hi', { privacy: null }))).rejects.toMatchObject({
      code: 'option_invalid',
    });
  });
});

describe('YouTube', () => {
  it('requires a title', async () => {
    const scene = new Scene('youtube');
    await expect(scene.publish(scene.post('Hi', { title: null }))).rejects.toMatchObject({
      code: 'option_invalid',
      answer: { code: 'invalidTitle' },
    });
  });

  it('leaves the outcome of an expired upload session in doubt', async () => {
    const scene = new Scene('youtube');
    const forgotten = { session: 'https://www.googleapis.com/upload/youtube/v3/videos/forgotten' };
    const search = scene.network.adapter.find?.(scene.connection(), scene.post('Hi'), forgotten);
    await expect(search).rejects.toMatchObject({ name: 'OutcomeInDoubt', answer: { status: 404 } });
  });
});

describe('Pinterest', () => {
  it('distinguishes pins of a board by title and description', async () => {
    const scene = new Scene('pinterest');
    const pin = scene.post('Same words', { title: 'First' });
    await scene.publish(pin);
    const other = scene.post('Same words', { title: 'Second' });
    expect(await scene.network.adapter.find?.(scene.connection(), other, {})).toBeNull();
    expect(await scene.network.adapter.find?.(scene.connection(), pin, {})).toMatchObject({ adopted: true });
  });

  it('requires a board', async () => {
    const scene = new Scene('pinterest');
    await expect(scene.publish(scene.post('Hi', { boardId: null }))).rejects.toMatchObject({
      code: 'option_invalid',
    });
  });
});
