import { describe, expect, it } from 'vitest';
import { Scene } from '../../../test/support/network-scene.js';

describe('TikTok', () => {
  it('names the address of a public post, and the account’s page of a private one', async () => {
    const scene = new Scene('tiktok');
    const open = await scene.publish(scene.post('Pour over'));
    expect(open.url).toMatch(/\/@fernhillcoffee\/video\/\d{19}$/);
    const closed = await scene.publish(scene.post('Staff only', { privacy: 'private' }));
    expect(closed.url).toBe(`${scene.webUrl}/@fernhillcoffee`);
    expect(closed.networkPostId).toMatch(/^v_pub_file~v2/);
  });

  it('demands a privacy that the creator may choose', async () => {
    const scene = new Scene('tiktok');
    await expect(scene.publish(scene.post('Hi', { privacy: null }))).rejects.toMatchObject({
      code: 'option_invalid',
    });
  });
});

describe('YouTube', () => {
  it('demands a title', async () => {
    const scene = new Scene('youtube');
    await expect(scene.publish(scene.post('Hi', { title: null }))).rejects.toMatchObject({
      code: 'option_invalid',
      answer: { code: 'invalidTitle' },
    });
  });

  it('cannot tell what became of a session that it has forgotten', async () => {
    const scene = new Scene('youtube');
    const forgotten = { session: 'https://www.googleapis.com/upload/youtube/v3/videos/forgotten' };
    const search = scene.network.adapter.find?.(scene.connection(), scene.post('Hi'), forgotten);
    await expect(search).rejects.toMatchObject({ name: 'OutcomeInDoubt', answer: { status: 404 } });
  });
});

describe('Pinterest', () => {
  it('tells pins of one board apart by title and description', async () => {
    const scene = new Scene('pinterest');
    const pin = scene.post('Same words', { title: 'First' });
    await scene.publish(pin);
    const other = scene.post('Same words', { title: 'Second' });
    expect(await scene.network.adapter.find?.(scene.connection(), other, {})).toBeNull();
    expect(await scene.network.adapter.find?.(scene.connection(), pin, {})).toMatchObject({ adopted: true });
  });

  it('demands a board', async () => {
    const scene = new Scene('pinterest');
    await expect(scene.publish(scene.post('Hi', { boardId: null }))).rejects.toMatchObject({
      code: 'option_invalid',
    });
  });
});
