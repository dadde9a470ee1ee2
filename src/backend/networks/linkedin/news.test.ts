import { expect, it } from 'vitest';
import { Scene } from '../../../../test/support/networks/network-scene.js';
import { json } from '../answers.js';
import type { Wire } from '../wire.js';
import { linkedinNews } from './news.js';

const POST = 'urn:li:share:7265112233445566000';
const urn = (number: number) => `urn:li:comment:(urn:li:activity:7265112233445566001,${number})`;

const notification = (id: number, action: string, number: number, at: number) => ({
  notificationId: id,
  organizationalEntity: 'urn:li:organization:90417326',
  action,
  sourcePost: POST,
  generatedActivity: urn(number),
  lastModifiedAt: at,
});

/** A network that notifies of this, and has comments with these numbers. */
function wireWith(scene: Scene, notifications: readonly object[], texts: Readonly<Record<number, string>>) {
  const asked: string[] = [];
  const wire: Wire = {
    ...scene.wire,
    send: async ({ path }) => {
      asked.push(path);
      if (path.includes('Notifications')) return json(200, { elements: notifications });
      const results = Object.fromEntries(
        Object.entries(texts).map(([number, text]) => [
          number,
          {
            ...{ id: number, $URN: urn(Number(number)), object: 'urn:li:activity:7265112233445566001' },
            ...{ actor: 'urn:li:person:mia', message: { text }, created: { time: scene.now } },
          },
        ]),
      );
      return json(200, { results });
    },
  };
  return { wire, asked };
}

it('names a comment once, with its text as it is now, and a deleted one without', async () => {
  const scene = new Scene('linkedin');
  const { now } = scene;
  const { wire, asked } = wireWith(
    scene,
    [
      notification(1, 'COMMENT', 11, now - 3000),
      notification(2, 'COMMENT_EDIT', 11, now - 2000),
      notification(3, 'COMMENT_DELETE', 12, now - 1000),
    ],
    { 11: 'Where, please?' },
  );
  const first = await linkedinNews.look(scene.connection(wire), null, 90);
  expect(first.comments).toMatchObject([
    { networkCommentId: urn(12), answers: POST },
    { networkCommentId: urn(11), answers: POST, comment: { text: 'Where, please?' } },
  ]);
  expect(first.comments[0]?.comment).toBeUndefined();
  // One for the notifications, and one for the thread.
  expect([first.units, asked.length]).toEqual([2, 2]);

  const second = await linkedinNews.look(scene.connection(wire), first.cursor, 90);
  expect(second.comments).toEqual([]);
  expect(asked.at(-1)).toContain(`timeRange=(start:${now - 1000 - 5 * 60_000},end:${now})`);
});
