import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ScriptedNetwork } from '../../../../test/support/networks/scripted-network.js';
import { PublishingHarness } from '../../../../test/support/publishing-harness.js';
import { createLog } from '../../base/log.js';
import type { NetworkGateway } from '../../networks/gateway.js';

it('a publisher that is stopped while a network does not answer logs what happens to the post, and no error', async () => {
  const harness = await PublishingHarness.open();
  const lines: { readonly level: string; readonly msg: string }[] = [];
  const log = createLog({ destination: { write: (line) => lines.push(JSON.parse(line)) } });
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const network = new ScriptedNetwork('key');
  const slow: NetworkGateway = {
    connect: network.connect,
    adapterOf: (platform) => {
      const adapter = network.adapterOf(platform);
      return { ...adapter, create: (...call) => held.then(() => adapter.create(...call)) };
    },
  };
  const id = await harness.schedule();
  const publisher = harness.publisher(slow, { log });
  publisher.wake();
  await expect.poll(async () => (await harness.target(id)).in_doubt).toBe(1);
  await publisher.stop();
  await harness.store.close();
  // The network answers after nobody can record the answer.
  answer();
  await expect.poll(() => network.seen).toEqual([id]);
  await pause(20);
  expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  expect(lines.map(({ msg }) => msg).join()).toContain('rescued when their leases run out');
});
