import { afterEach, beforeEach, expect, it } from 'vitest';
import { sampleBytes } from '../../../../test/support/media/sample-bytes.js';
import { outgoingFiles, storeMedia } from '../../../../test/support/media/stored-media.js';
import { PublishingHarness } from '../../../../test/support/publishing-harness.js';
import { inClear } from '../../../../test/support/rows/in-clear.js';
import { isRecord } from '../../../base/is-record.js';
import { MemoryStorage } from '../../files/memory-storage.js';
import { SignedUrls } from '../../files/signed-url.js';
import { listAt } from '../../networks/requests/json-answer.js';
import type { Wire } from '../../networks/wire.js';
import { simulatedGateway } from '../../simulators/simulated-gateway.js';
import { findPost } from '../posts/repository.js';
import { viewPost } from '../posts/view.js';

let harness: PublishingHarness;
let storage: MemoryStorage;

beforeEach(async () => {
  harness = await PublishingHarness.open();
  storage = new MemoryStorage();
  await harness.addAccount('acc_2', 'mastodon');
  await harness.store.write((trx) =>
    trx
      .updateTable('accounts')
      .set({ credentials_json: inClear('{"accessToken":"open"}') })
      .execute(),
  );
});

afterEach(() => harness.close());

/** Publishes a post with two images and a thread on a server that shows `shown` of the files. */
async function publishOn(shown: number | 'nothing said') {
  const place = { store: harness.store, media: storage, workspaceId: 'ws_1', now: harness.clock.now() };
  const mediaUrls: string[] = [];
  for (const size of [100, 200]) {
    mediaUrls.push(await storeMedia(place, sampleBytes('image/jpeg', size), { contentType: 'image/jpeg' }));
  }
  const id = await harness.schedule(0, ['thread'], { accountId: 'acc_2', platform: 'mastodon' });
  const content = {
    text: 'Two',
    mediaUrls,
    altTexts: ['One', 'Two'],
    thread: [],
    options: {},
    disclosure: [],
    privacy: null,
  };
  await harness.store.write((trx) =>
    trx
      .updateTable('targets')
      .set({ content_json: JSON.stringify(content) })
      .execute(),
  );
  const around = (wire: Wire): Wire => ({
    ...wire,
    send: async (request, signal) => {
      const response = await wire.send(request, signal);
      if (request.path !== '/api/v1/statuses' || !isRecord(response.body)) return response;
      const { media_attachments: _, ...body } = response.body;
      const attached = listAt(response.body, 'media_attachments');
      return shown === 'nothing said'
        ? { ...response, body }
        : { ...response, body: { ...body, media_attachments: attached.slice(0, shown) } };
    },
  });
  const files = { storage, urls: new SignedUrls('http://127.0.0.1', 'secret'), clock: harness.clock };
  const gateway = simulatedGateway(harness.store, {
    ...{ publicUrl: 'http://127.0.0.1', files, around },
    // The server takes its time to process files.
    timeFor: (_, time) => ({
      now: () => time.now(),
      pause: async (milliseconds) => harness.clock.advance(milliseconds),
    }),
  });
  const media = outgoingFiles(harness.store, harness.clock, storage);
  const publisher = harness.publisher(gateway, { media });
  for (let step = 0; step < 5; step += 1) {
    await publisher.runDue();
    harness.clock.advance(5000);
  }
  const { post_id } = await harness.target(id);
  const stored = await findPost(harness.store.db, 'ws_1', post_id);
  if (!stored) throw new Error('The post is gone.');
  return viewPost(stored, {
    now: harness.clock.now(),
    services: { publicUrl: 'http://127.0.0.1', rehearsal: null },
  });
}

it('says which files are missing from a published post, and what to do', async () => {
  const { status, targets } = await publishOn(1);
  expect(status).toBe('published');
  expect(targets[0]).toMatchObject({
    status: 'published',
    error: null,
    warnings: [
      {
        code: 'media_missing',
        message: 'Published without 1 of 2 images: the network accepted it, and does not show it.',
        action: expect.stringContaining('delete it at the network'),
      },
    ],
  });
  expect(targets[0]?.parts.map((part) => part.status)).toEqual(['published', 'published']);
});

it('says so if all files are missing', async () => {
  const { targets } = await publishOn(0);
  expect(targets[0]?.warnings?.[0]?.message).toMatch(
    /^Published without its 2 images: .* does not show them\.$/,
  );
});

it.each([2, 'nothing said'] as const)('says nothing if the server shows %s', async (shown) => {
  const { status, targets } = await publishOn(shown);
  expect(status).toBe('published');
  expect(targets[0]).not.toHaveProperty('warnings');
});
