import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { RawRequest } from '../../../../../test/support/http/raw-request.js';
import { fixture } from '../../../../../test/support/media/media-file.js';
import { filmOf, MediaHarness } from '../../../../../test/support/media/media-harness.js';

const film = fixture('film.mp4');

let made = 0;
/** A video that no other test uploads. */
function newFilm(): Buffer<ArrayBuffer> {
  made += 1;
  return filmOf(film, film.length + 1000 + made);
}

describe('a restart on the same folder', () => {
  it('keeps media and URLs, and resumes incomplete uploads', async () => {
    const first = await MediaHarness.open();
    const bytes = newFilm();
    const media = await first.upload(bytes);
    const other = newFilm();
    const sha256 = createHash('sha256').update(other).digest('hex');
    const path = new URL(await first.address(other.length)).pathname;
    await first.request('PUT', path, { body: other.subarray(0, 1000) });
    await first.close({ keep: true });

    const second = await MediaHarness.open({}, { folder: first.folder });
    expect((await second.request('GET', path)).body).toMatchObject({ status: 'waiting', offset: 1000 });
    const rest = await second.request('PUT', `${path}?offset=1000`, { body: other.subarray(1000) });
    expect(rest.body).toMatchObject({ status: 'complete', media: { sha256 } });
    expect(second.files().filter((name) => name.startsWith('incoming'))).toEqual([]);
    const address = new URL(media.url);
    const answer = await fetch(second.url + address.pathname + address.search);
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    await second.close();
  });

  it('resumes an upload that was in progress when the backend closed', async () => {
    const first = await MediaHarness.open();
    const bytes = filmOf(film, 400_000);
    const address = await first.address(bytes.length);
    const sending = await RawRequest.open(first.url, [
      `PUT ${new URL(address).pathname} HTTP/1.1`,
      `Content-Length: ${bytes.length}`,
    ]);
    sending.write(bytes.subarray(0, 300_000));
    await expect.poll(async () => (await first.request('GET', address)).body['offset']).toBe(300_000);
    await first.close({ keep: true });

    const second = await MediaHarness.open({}, { folder: first.folder });
    const path = new URL(address).pathname;
    expect((await second.request('GET', path)).body).toMatchObject({ offset: 300_000 });
    const rest = await second.request('PUT', `${path}?offset=300000`, { body: bytes.subarray(300_000) });
    expect(rest.body).toMatchObject({ status: 'complete', media: { bytes: bytes.length } });
    await second.close();
  });

  it('removes an upload that nobody resumes', async () => {
    const first = await MediaHarness.open();
    const bytes = newFilm();
    const path = new URL(await first.address(bytes.length)).pathname;
    await first.request('PUT', path, { body: bytes.subarray(0, 1000) });
    await first.close({ keep: true });

    const second = await MediaHarness.open({}, { folder: first.folder });
    await second.backend.media.sweep();
    const incoming = () => second.files().filter((name) => name.startsWith('incoming'));
    expect(incoming().map((name) => name.split('.').at(-1))).toEqual(['marks', 'part']);
    second.clock.advance(3_600_000);
    await second.backend.media.sweep();
    expect(incoming()).toEqual([]);
    await second.close();
  });
});
