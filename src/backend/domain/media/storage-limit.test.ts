import { afterEach, expect, it } from 'vitest';
import { fixture } from '../../../../test/support/media/media-file.js';
import { filmOf, MediaHarness } from '../../../../test/support/media/media-harness.js';
import { picture } from '../../../../test/support/media/pictures.js';

let harness: MediaHarness;
afterEach(() => harness.close());

const raw = { 'content-type': 'application/octet-stream' };
const send = (body: Uint8Array) =>
  harness.request('POST', '/v1/media', { body: Buffer.from(body), headers: raw });

it('files beyond a workspace’s storage are refused with the use, and leave nothing behind', async () => {
  const [first, second] = await Promise.all([
    picture('png', { colour: '#7a4a2b' }),
    picture('png', { colour: '#2b4a7a' }),
  ]);
  const limit = first.length + second.length - 1;
  harness = await MediaHarness.open({ storageBytes: limit });
  const kept = await harness.upload(Buffer.from(first));
  const files = await harness.settled();

  const refused = await send(second);
  expect([refused.status, refused.body['code']]).toEqual([409, 'limit_reached']);
  expect(refused.body['errors']).toMatchObject([{ actual: first.length, limit, unit: 'bytes' }]);
  expect(refused.body['detail']).toContain('Delete files that no post uses.');
  expect(await harness.settled()).toEqual(files);
  expect(await harness.count('stray_files')).toBe(0);

  // The same bytes need no storage.
  expect((await harness.upload(Buffer.from(first))).key).toBe(kept.key);
  expect((await harness.request('DELETE', `/v1/media/${kept.key}`)).status).toBe(200);
  expect((await send(second)).status).toBe(201);
});

it('files that arrive at the same time cannot exceed the storage together', async () => {
  const colours = ['#100000', '#200000', '#300000', '#400000', '#500000', '#600000'];
  const pictures = await Promise.all(colours.map((colour) => picture('png', { colour })));
  const largest = Math.max(...pictures.map(({ length }) => length));
  harness = await MediaHarness.open({ storageBytes: largest * 2 });
  const answers = await Promise.all(pictures.map(send));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses.slice(0, 2)).toEqual([201, 201]);
  expect(statuses.slice(-3)).toEqual([409, 409, 409]);
  expect(await harness.count('media')).toBe(statuses.filter((status) => status === 201).length);
});

it('upload URLs count with the size of their files until they are used', async () => {
  harness = await MediaHarness.open({ storageBytes: 1_000_000 });
  await harness.address(600_000);
  const body = { filename: 'film.mp4', contentType: 'video/mp4', bytes: 500_000 };
  const refused = await harness.json('POST', '/v1/media', body);
  expect([refused.status, refused.body['code']]).toEqual([409, 'limit_reached']);
  expect(refused.body['detail']).toContain('unused upload URLs are for another 600 KB');
  expect((await harness.json('POST', '/v1/media', { ...body, bytes: 400_000 })).status).toBe(201);
});

it('a file is refused on its way once it exceeds the storage by more than a form', async () => {
  harness = await MediaHarness.open({ storageBytes: 500_000, formBytes: 500_000 });
  const before = await harness.settled();
  const film = filmOf(fixture('film.mp4'), 8_000_000);
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (sent >= film.length) return controller.close();
      controller.enqueue(film.subarray(sent, sent + 100_000));
      sent += 100_000;
    },
  });
  const { status, body: problem } = await harness.request('POST', '/v1/media', {
    body,
    headers: raw,
    duplex: 'half',
  });
  expect([status, problem['code']]).toEqual([409, 'limit_reached']);
  expect(await harness.settled()).toEqual(before);
});

it('without a limit, nothing is refused', async () => {
  harness = await MediaHarness.open({ storageBytes: null });
  expect((await send(await picture('png'))).status).toBe(201);
});
