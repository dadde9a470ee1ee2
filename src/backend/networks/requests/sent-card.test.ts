import { expect, it } from 'vitest';
import type { Delivered } from '../outgoing-post.js';
import { Steps } from './progress.js';
import { prepareCard, sentCard, withCardWarnings } from './sent-card.js';

const MADE: Delivered = { networkPostId: '1', url: 'https://network.example/1', adopted: false };
const content = { title: null, link: 'https://mill.example/' };

it('says why a picture that cannot be sent was left out', async () => {
  const steps = new Steps();
  const card = { title: 'Mill', description: null, image: null, imageProblem: 'It is no picture.' };
  await prepareCard(steps, { content, card }, () => Promise.reject(new Error('never')));
  expect(sentCard({ content }, steps.done)).toMatchObject({ title: 'Mill', image: null });
  expect(withCardWarnings(MADE, steps.done).warnings).toEqual([
    {
      code: 'link_picture_left_out',
      message:
        'The picture of the linked page could not be used, so the link card has none. It is no picture.',
      action: expect.any(String),
    },
  ]);
});

it('says nothing of a card that an earlier version prepared', () => {
  const card = JSON.stringify({ title: 'Mill', description: '', image: null, isUnread: false });
  expect(withCardWarnings(MADE, { card })).toBe(MADE);
});
