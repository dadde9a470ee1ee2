import type { ConnectedAccount } from '../../src/backend/networks/connection.js';
import type { Delivered, OutgoingPart } from '../../src/backend/networks/outgoing-post.js';
import { NETWORKS } from '../../src/backend/networks/registry.js';
import { ask } from '../../src/backend/networks/requests/exchange.js';
import { photo, type World } from './world.js';

const { adapter, errors, renewal } = NETWORKS.bluesky;

export interface BlueskyAccounts {
  readonly own: ConnectedAccount;
  /** An account of somebody else, who is mentioned. */
  readonly friend: ConnectedAccount;
  readonly takenDown: ConnectedAccount;
  readonly deactivated: ConnectedAccount;
  /** A handle under the server’s own domain that nobody has. */
  readonly nobody: string;
}

function withToken(account: ConnectedAccount, accessToken: string): ConnectedAccount {
  return { ...account, credentials: { ...account.credentials, accessToken } };
}

/** Everything that the adapter does, and what it is refused for. */
export async function takeBlueskySteps(world: World, accounts: BlueskyAccounts): Promise<void> {
  const { own, friend, nobody } = accounts;
  const publish = (text: string, ...rest: [Parameters<World['post']>[1]?, Parameters<World['post']>[2]?]) =>
    world.publish(own, world.post(text, ...rest));

  await world.step('check the token', () => adapter.checkToken(world.connection(own)));
  await world.step('publish a link and a hashtag', () =>
    publish('Open on Sunday: https://fernhill.example/menu #coffee'),
  );
  await world.step('mention somebody', () => publish(`Thanks, @${friend.handle}!`));
  await world.step('mention nobody', () => publish(`Thanks, @${nobody}!`));
  await world.step('mention nobody elsewhere', () => publish('Thanks, @nobody.example!'));
  await world.step('publish an image', () => publish('The new cups', {}, [photo()]));
  await world.step('publish a link card', () =>
    publish('The menu', { link: 'https://fernhill.example/menu', title: 'Menu' }),
  );
  await world.step('publish with languages and labels', () =>
    publish('Guten Morgen', { options: { languages: ['de'], labels: ['graphic-media'] } }),
  );
  await world.step('publish for followers’ replies', () =>
    publish('Who comes?', { options: { replySettings: ['following'] } }),
  );

  await takeThreadSteps(world, own, nobody);

  const once = world.post('Said only once');
  await world.step('publish', () => world.publish(own, once));
  await world.step('publish again with the same key', () => world.publish(own, once));
  const other = { ...once, content: { ...once.content, text: 'Another text' } };
  await world.step('publish another text with the same key', () => world.publish(own, other));
  await world.step('find the post', async () => adapter.find?.(world.connection(own), once, {}));
  const never = world.post('Never sent');
  await world.step('find a post that is not there', async () =>
    adapter.find?.(world.connection(own), never, {}),
  );

  await world.step('publish 301 characters', () => publish('a'.repeat(301)));
  await world.step('publish five images', () =>
    publish(
      'Five',
      {},
      ['1', '2', '3', '4', '5'].map((key) => photo(key)),
    ),
  );
  const lost = world.post('A lost image', {}, [photo()]);
  const cid = 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy';
  const blob = { $type: 'blob', ref: { $link: cid }, mimeType: 'image/png', size: 1 };
  await world.step('publish an image that was not uploaded', () =>
    adapter.create(world.connection(own), lost, { 'blob:photo': JSON.stringify(blob) }),
  );
  await takeAccountSteps(world, accounts);
}

async function takeThreadSteps(world: World, own: ConnectedAccount, nobody: string): Promise<void> {
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
  await world.step('continue again with the same key', () => createPart(world, own, two));
  await world.step('find the last part', async () => adapter.findPart?.(world.connection(own), three));
  const never = part('Never sent', second);
  await world.step('find a part that is not there', async () =>
    adapter.findPart?.(world.connection(own), never),
  );
  await world.step('continue with a mention of nobody', () =>
    createPart(world, own, part(`With @${nobody}`, second)),
  );
  const gone = { ...root, networkPostId: `${root.networkPostId.slice(0, -3)}222` };
  await world.step('reply to a post that is gone', () => createPart(world, own, part('Lost', gone)));
}

function createPart(world: World, account: ConnectedAccount, part: OutgoingPart): Promise<Delivered> {
  if (!adapter.createPart) throw new Error('Bluesky has threads.');
  return adapter.createPart(world.connection(account), part);
}

async function takeAccountSteps(world: World, accounts: BlueskyAccounts): Promise<void> {
  const { own, takenDown, deactivated } = accounts;
  const check = (account: ConnectedAccount) => adapter.checkToken(world.connection(account));
  const wrong = withToken(own, 'eyJhbGciOiJIUzI1NiJ9.e30.wrong');
  await world.step('check a wrong token', () => check(wrong));
  await world.step('publish with a wrong token', () => world.publish(wrong, world.post('Wrong token')));
  await world.step('check a token of a taken down account', () => check(takenDown));
  await world.step('publish on a taken down account', () =>
    world.publish(takenDown, world.post('Taken down')),
  );
  await world.step('check a token of a deactivated account', () => check(deactivated));
  await world.step('publish on a deactivated account', () =>
    world.publish(deactivated, world.post('Deactivated')),
  );

  const renew = (account: ConnectedAccount) => () => {
    const request = renewal?.request(account.credentials);
    if (!request) throw new Error('Bluesky renews access with a refresh token.');
    return ask(errors, world.connection(account), request);
  };
  await world.step('renew access', renew(own));
  await world.step('renew access again with the same refresh token', renew(own));
  const unknown = {
    ...own,
    credentials: { ...own.credentials, refreshToken: 'eyJhbGciOiJIUzI1NiJ9.e30.wrong' },
  };
  await world.step('renew access with a wrong refresh token', renew(unknown));
}
