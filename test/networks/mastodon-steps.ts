import type { ConnectedAccount } from '../../src/backend/networks/connection.js';
import type { Delivered, OutgoingPart } from '../../src/backend/networks/outgoing-post.js';
import { NETWORKS } from '../../src/backend/networks/registry.js';
import { photo, type World } from './world.js';

const { adapter } = NETWORKS.mastodon;

/** Everything that the adapter does, and what it is refused for. */
export async function takeMastodonSteps(
  world: World,
  own: ConnectedAccount,
  friend: ConnectedAccount,
): Promise<void> {
  const publish = (text: string, ...rest: [Parameters<World['post']>[1]?, Parameters<World['post']>[2]?]) =>
    world.publish(own, world.post(text, ...rest));

  await world.step('check the token', () => adapter.checkToken(world.connection(own)));
  await world.step('publish a link and a hashtag', () =>
    publish('Open on Sunday: https://fernhill.example/menu #coffee'),
  );
  await world.step('mention somebody', () => publish(`Thanks, @${friend.handle}!`));
  await world.step('mention nobody', () => publish('Thanks, @nobody@nowhere.invalid!'));
  await world.step('publish an image', () => publish('The new cups', {}, [photo()]));
  await world.step('publish for followers', () => publish('For followers', { privacy: 'followers' }));
  await world.step('publish with a warning', () =>
    publish('The cat died', { options: { contentWarning: 'A sad story', language: 'en' } }),
  );

  await takeThreadSteps(world, own);

  const once = world.post('Said only once');
  await world.step('publish', () => world.publish(own, once));
  await world.step('publish again with the same key', () => world.publish(own, once));
  await world.step('find the post', async () => adapter.find?.(world.connection(own), once, {}));
  const never = world.post('Never sent');
  await world.step('find a post that is not there', async () =>
    adapter.find?.(world.connection(own), never, {}),
  );

  await world.step('publish nothing', () => publish(' '));
  await world.step('publish 501 characters', () => publish('a'.repeat(501)));
  const lost = world.post('A lost image', {}, [photo()]);
  await world.step('publish an image that was not uploaded', () =>
    adapter.create(world.connection(own), lost, { 'media:0': '112233445566778899' }),
  );
  const wrong = { ...own, credentials: { accessToken: 'wrong' } };
  await world.step('check a wrong token', () => adapter.checkToken(world.connection(wrong)));
  await world.step('publish with a wrong token', () => world.publish(wrong, world.post('Wrong token')));
  await world.step('upload with a wrong token', () =>
    world.publish(wrong, world.post('Wrong', {}, [photo()])),
  );
}

async function takeThreadSteps(world: World, own: ConnectedAccount): Promise<void> {
  const root = await world.step('start a thread', () => world.publish(own, world.post('One')));
  if (root === null) return;
  const part = (text: string, parent: Delivered): OutgoingPart => ({
    kind: 'thread',
    text,
    key: `part_${text}`,
    since: world.now,
    root,
    parent,
    knownPostIds: [root.networkPostId],
  });
  const two = part('Two', root);
  const second = await world.step('continue the thread', () => createPart(world, own, two));
  if (second === null) return;
  const three = part('Three', second);
  await world.step('end the thread', () => createPart(world, own, three));
  await world.step('find the last part', async () => adapter.findPart?.(world.connection(own), three));
  const never = part('Never sent', second);
  await world.step('find a part that is not there', async () =>
    adapter.findPart?.(world.connection(own), never),
  );
  const gone = { ...root, networkPostId: '112233445566778899' };
  await world.step('reply to a post that is gone', () => createPart(world, own, part('Lost', gone)));
}

function createPart(world: World, account: ConnectedAccount, part: OutgoingPart): Promise<Delivered> {
  if (!adapter.createPart) throw new Error('Mastodon has threads.');
  return adapter.createPart(world.connection(account), part);
}
