import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ScriptedNetwork } from '../../../../test/support/networks/scripted-network.js';
import { PublishingHarness } from '../../../../test/support/publishing-harness.js';
import type { NetworkGateway } from '../../networks/gateway.js';

/** How many slots each network has in this test, and how many posts are due on the network that hangs. */
const SLOTS = 4;
const HANGING = 30;
const OTHER = { accountId: 'acc_2', platform: 'bluesky' } as const;

/** X accepts requests and answers none until it is released; every other network works. */
class HangingNetwork implements NetworkGateway {
  readonly others = new ScriptedNetwork('none');
  readonly asked: string[] = [];
  recover: () => void = () => undefined;
  readonly #released = new Promise<void>((resolve) => {
    this.recover = resolve;
  });

  connect: NetworkGateway['connect'] = (account, time, signal) => this.others.connect(account, time, signal);

  adapterOf: NetworkGateway['adapterOf'] = (platform) => {
    const adapter = this.others.adapterOf(platform);
    if (platform !== 'x') return adapter;
    return {
      ...adapter,
      create: async (connection, post, prepared) => {
        this.asked.push(post.key);
        await this.#released;
        return adapter.create(connection, post, prepared);
      },
    };
  };
}

let harness: PublishingHarness;
let network: HangingNetwork;

beforeEach(async () => {
  harness = await PublishingHarness.open();
  await harness.addAccount(OTHER.accountId, OTHER.platform);
  network = new HangingNetwork();
});

afterEach(async () => {
  network.recover();
  await harness.close();
});

async function scheduleMany(amount: number): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < amount; count += 1) ids.push(await harness.schedule());
  return ids;
}

async function leased(): Promise<number> {
  const rows = await harness.store.db
    .selectFrom('targets')
    .select('id')
    .where('lease_until', 'is not', null)
    .execute();
  return rows.length;
}

describe('a network that accepts requests and never answers', () => {
  it('delays no other network, and has no more posts claimed than it has slots', async () => {
    await scheduleMany(HANGING);
    const late = await harness.schedule(0, [], OTHER);
    const publisher = harness.publisher(network, { maxPerNetwork: SLOTS });
    publisher.wake();
    await expect.poll(() => network.others.seen, { timeout: 5_000 }).toEqual([late]);

    // Posts that fall due while it has no free slots are sent as well.
    const later = await harness.schedule(1, [], OTHER);
    harness.clock.advance(1);
    publisher.wake();
    await expect.poll(() => network.others.seen, { timeout: 5_000 }).toEqual([late, later]);
    await expect.poll(leased).toBe(SLOTS);
    expect(network.asked).toHaveLength(SLOTS);
  });

  it('gets its next post as soon as one of its slots is free', async () => {
    const ids = await scheduleMany(HANGING);
    const publisher = harness.publisher(network, { maxPerNetwork: SLOTS });
    publisher.wake();
    await expect.poll(() => network.asked.length).toBe(SLOTS);
    network.recover();
    // With only the regular poll, once a second, it would take longer.
    await expect.poll(() => network.others.seen.length, { timeout: 5_000 }).toBe(HANGING);
    expect([...network.others.seen].sort()).toEqual([...ids].sort());
  });
});
