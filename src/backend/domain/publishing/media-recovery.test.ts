import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PublishingRoom } from '../../../../test/support/publishing-room.js';
import { sampleBytes } from '../../../../test/support/sample-bytes.js';
import { outgoingFiles, storeMedia } from '../../../../test/support/stored-media.js';
import { MemoryStorage } from '../../files/memory-storage.js';
import { SignedUrls } from '../../files/signed-url.js';
import type { Wire } from '../../networks/wire.js';
import { simulatedGateway } from '../../simulators/simulated-gateway.js';
import { TIMINGS } from '../../work/timing.js';
import type { DeliveryStep } from './delivery-ports.js';

let room: PublishingRoom;
let storage: MemoryStorage;
let target: string;

beforeEach(async () => {
  room = await PublishingRoom.open();
  storage = new MemoryStorage();
  const place = { store: room.store, media: storage, workspaceId: 'ws_1', now: room.clock.now() };
  const mediaUrls: string[] = [];
  for (const size of [100, 200]) {
    mediaUrls.push(await storeMedia(place, sampleBytes('image/jpeg', size), { contentType: 'image/jpeg' }));
  }
  target = await room.schedule();
  const content = {
    text: 'Two',
    mediaUrls,
    altTexts: ['One', 'Two'],
    thread: [],
    options: {},
    disclosure: [],
  };
  await room.store.write(async (trx) => {
    await trx.updateTable('accounts').set({ credentials_json: '{"accessToken":"open"}' }).execute();
    await trx
      .updateTable('targets')
      .set({ content_json: JSON.stringify(content) })
      .execute();
  });
});

afterEach(() => room.close());

interface Hooks {
  readonly around?: (wire: Wire) => Wire;
  readonly reached?: (step: DeliveryStep) => Promise<void>;
}

function publisher({ around, reached }: Hooks = {}) {
  const urls = new SignedUrls('http://127.0.0.1', 'secret');
  const gateway = simulatedGateway(room.store, {
    publicUrl: 'http://127.0.0.1',
    files: { storage, urls, clock: room.clock },
    ...(around && { around }),
  });
  return room.publisher(gateway, {
    media: outgoingFiles(room.store, room.clock, storage),
    ...(reached && { reached }),
  });
}

const rows = (table: 'network_posts' | 'network_uploads') =>
  room.store.db.selectFrom(table).selectAll().execute();

describe('a publisher that dies', () => {
  it('after its media went up leaves them to the next one, which posts once', async () => {
    const dying = publisher({
      reached: async (step) => {
        if (step === 'prepared') throw new Error('killed');
      },
    });
    await dying.runDue();
    expect(await rows('network_uploads')).toHaveLength(2);
    expect(await rows('network_posts')).toHaveLength(0);

    room.clock.advance(TIMINGS.lease + 1);
    await publisher().runDue();
    expect(await rows('network_uploads')).toHaveLength(2);
    const [post, ...more] = await rows('network_posts');
    expect(more).toEqual([]);
    expect(JSON.parse(post?.media_json ?? '')).toMatchObject([
      { contentType: 'image/jpeg', bytes: 100, altText: 'One' },
      { contentType: 'image/jpeg', bytes: 200, altText: 'Two' },
    ]);
    expect((await room.target(target)).status).toBe('published');
  });

  it('between two uploads has kept the first: only the second goes up again', async () => {
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
    expect(Object.keys(JSON.parse((await room.target(target)).prepared_json))).toEqual(['media:0']);

    room.clock.advance(TIMINGS.lease + 1);
    await publisher().runDue();
    expect(await rows('network_uploads')).toHaveLength(2);
    expect(await rows('network_posts')).toHaveLength(1);
    expect((await room.target(target)).status).toBe('published');
  });
});
