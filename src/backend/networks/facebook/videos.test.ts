import { expect, it } from 'vitest';
import { medium, Scene } from '../../../../test/support/networks/network-scene.js';
import { personOf } from '../../simulators/shared/people.js';
import { json } from '../answers.js';
import { textAt } from '../requests/json-answer.js';
import type { Wire } from '../wire.js';
import { facebookNews } from './news.js';

const MIA = personOf('mia');

/** A Page, and a wire that changes what Facebook says of a video. */
function scene(change: (body: object) => object): { readonly page: Scene; readonly wire: Wire } {
  const page = new Scene('facebook');
  const { wire } = page;
  const send: Wire['send'] = async (request, signal) => {
    const response = await wire.send(request, signal);
    const { body } = response;
    const isVideo = textAt(request.query, 'fields') === 'permalink_url,post_id';
    return isVideo && typeof body === 'object' && body !== null ? json(200, change(body)) : response;
  };
  return { page, wire: { ...wire, send } };
}

const publish = ({ page, wire }: ReturnType<typeof scene>) =>
  page.publish(page.post('How we roast.', {}, [medium('video/mp4')]), page.connection(wire));

it('a video is known by the id of its post, which Facebook says when the video is read', async () => {
  const here = scene((body) => body);
  const { networkPostId, url } = await publish(here);
  expect(networkPostId).toBe(here.page.memory.posts[0]?.networkPostId);
  expect(url).toContain('/videos/');
});

it('gets the address and the id in full where Facebook leaves out the host and the Page', async () => {
  const here = scene((body) => ({
    ...body,
    permalink_url: '/fernhill/videos/1234/',
    post_id: textAt(body, 'post_id')?.split('_').at(-1),
  }));
  const { networkPostId, url } = await publish(here);
  expect(networkPostId).toBe(here.page.memory.posts[0]?.networkPostId);
  expect(url).toBe(new URL('/fernhill/videos/1234/', here.page.webUrl).href);
});

it('comments on a video whose post was not made yet are found under the id of the video', async () => {
  const here = scene(({ ...body }) => ({ ...body, post_id: undefined }));
  const { page } = here;
  const { networkPostId: videoId } = await publish(here);
  const { networkPostId = '', mediaIds } = page.memory.posts[0] ?? {};
  expect([videoId]).toEqual(mediaIds);
  const { networkUserId } = MIA;
  await page.memory.addComment({
    ...{ commentId: '1_2', networkPostId, parentId: null, networkUserId, author: MIA },
    ...{ text: 'Which beans?', createdAt: page.now },
  });
  const { comments } = await facebookNews.look(page.connection(), null, Number.POSITIVE_INFINITY);
  expect(comments).toEqual([
    { networkCommentId: '1_2', answers: networkPostId, isPost: true, alsoPosts: [videoId] },
  ]);
});
