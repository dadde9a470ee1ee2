import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleBytes } from '../../../../test/support/media/sample-bytes.js';
import { outgoingFiles, storeMedia } from '../../../../test/support/media/stored-media.js';
import { PublishingHarness } from '../../../../test/support/publishing-harness.js';
import { inClear } from '../../../../test/support/rows/in-clear.js';
import { MemoryStorage } from '../../files/memory-storage.js';
import { SignedUrls } from '../../files/signed-url.js';
import type { Wire } from '../../networks/wire.js';
import { simulatedGateway } from '../../simulators/simulated-gateway.js';
import { TIMINGS } from '../../work/timing.js';
import type { DeliveryStep } from './delivery.js';

let harness: PublishingHarness;
let storage: MemoryStorage;
let target: string;

beforeEach(async () => {
  harness = await PublishingHarness.open();
  storage = new MemoryStorage();
  const place = { store: harness.store, media: storage, workspaceId: 'ws_1', now: harness.clock.now() };
  const mediaUrls: string[] = [];
  for (const size of [100, 200]) {
    mediaUrls.push(await storeMedia(place, sampleBytes('image/jpeg', size), { contentType: 'image/jpeg' }));
  }
  target = await harness.schedule();
  const content = {
    text: 'Two',
    mediaUrls,
    altTexts: ['One', 'Two'],
    thread: [],
    options: {},
    disclosure: [],
  };
  await harness.store.write(async (trx) => {
    await trx
      .updateTable('accounts')
      .set({ credentials_json: inClear('{"accessToken":"open"}') })
      .execute();
    await trx
      .updateTable('targets')
      .set({ content_json: JSON.stringify(content) })
      .execute();
  });
});

afterEach(() => harness.close());

interface Hooks {
  readonly around?: (wire: Wire) => Wire;
  readonly reached?: (step: DeliveryStep) => Promise<void>;
}

function publisher({ around, reached }: Hooks = {}) {
  const urls = new SignedUrls('http://127.0.0.1', 'secret');
  const gateway = simulatedGateway(harness.store, {
    publicUrl: 'http://127.0.0.1',
    files: { storage, urls, clock: harness.clock },
    ...(around && { around }),
  });
  return harness.publisher(gateway, {
    media: outgoingFiles(harness.store, harness.clock, storage),
    ...(reached && { reached }),
  });
}

const rows = (table: 'network_posts' | 'network_uploads') =>
  harness.store.db.selectFrom(table).selectAll().execute();

describe('a publisher that dies', () => {
  it('after uploading media leaves them to the next one, which posts once', async () => {
    const dying = publisher({
      reached: async (step) => {
        if (step === 'prepared') throw new Error('killed');
      },
    });
    await dying.runDue();
    expect(await rows('network_uploads')).toHaveLength(2);
    expect(await rows('network_posts')).toHaveLength(0);

    harness.clock.advance(TIMINGS.lease + 1);
    await publisher().runDue();
    expect(await rows('network_uploads')).toHaveLength(2);
    const [post, ...more] = await rows('network_posts');
    expect(more).toEqual([]);
    expect(JSON.parse(post?.media_json ?? '')).toMatchObject([
      { contentType: 'image/jpeg', bytes: 100, altText: 'One' },
      { contentType: 'image/jpeg', bytes: 200, altText: 'Two' },
    ]);
    expect((await harness.target(target)).status).toBe('published');
  });

  it('between two uploads has saved the first, so only the second is uploaded again', async () => {
    let uploads = 0;
    let hung: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => {
      hung = resolve;
    });
    publisher({
      around: (wire) => ({
        ...wire,
        send(request, signal) {
          if (request.path === '/2/media/upload') uploads += 1;
          if (uploads < 2) return wire.send(request, signal);
          hung();
          return new Promise(() => undefined);
        },
      }),
    });
    await reached;
    expect(Object.keys(JSON.parse((await harness.target(target)).prepared_json))).toEqual(['media:0']);

    harness.clock.advance(TIMINGS.lease + 1);
    await publisher().runDue();
    expect(await rows('network_uploads')).toHaveLength(2);
    expect(await rows('network_posts')).toHaveLength(1);
    expect((await harness.target(target)).status).toBe('published');
  });
});
