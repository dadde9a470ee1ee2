import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixture } from '../../../../test/support/media/media-file.js';
import { picture } from '../../../../test/support/media/pictures.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import type { MediaPage } from '../../../contract/media/media.js';
import type { Post } from '../../../contract/posts/posts.js';

let test: BackendUnderTest;
let person: Visitor;
let token: string;
beforeAll(async () => {
  test = await BackendUnderTest.start({ mediaLimits: { imageBytes: 200_000, videoBytes: 300_000 } });
  person = await Visitor.signedIn(test);
  token = await person.csrfToken();
});
afterAll(() => test.close());

interface Sending {
  readonly type?: string;
  readonly name?: string;
  readonly csrf?: string;
  readonly cookie?: string | null;
}

/** Sends a file like the page's script. */
async function send(bytes: Uint8Array, sending: Sending = {}) {
  const { type = 'image/jpeg', name = 'beans.jpg', csrf = token, cookie = person.cookie } = sending;
  const answer = await fetch(`${test.backend.url}/media`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie: cookie ?? '',
      'content-type': type,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      'x-csrf-token': csrf,
      'hx-request': 'true',
    },
    body: new Uint8Array(bytes),
  });
  const html = await answer.text();
  const key = /value="(med_\w+)"/.exec(html)?.[1] ?? '';
  return { status: answer.status, headers: answer.headers, html, key };
}

const stored = async () => (await test.get<MediaPage>('/v1/media')).body.data;

/** Sends the library's form like a browser without scripts. */
async function sendForm(fields: readonly (readonly [name: string, value: string | Blob])[]) {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  const { status, headers } = await fetch(`${test.backend.url}/media/add`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: person.cookie ?? '' },
    body,
  });
  return { status, location: headers.get('location') };
}

describe('the form of the media library without scripts', () => {
  const beans = async (colour: string) =>
    new File([new Uint8Array(await picture('png', { colour }))], `${colour}.png`);

  it('uploads files, and leads back to the library', async () => {
    const [red, blue] = [await beans('red'), await beans('blue')];
    const answer = await sendForm([
      ['csrf', token],
      ['file', red],
      ['file', blue],
    ]);
    expect(answer).toEqual({ status: 303, location: '/media' });
    expect((await stored()).map(({ filename }) => filename)).toEqual(
      expect.arrayContaining(['red.png', 'blue.png']),
    );
  });

  it.each<[string, (file: File) => [string, string | Blob][], number]>([
    ['without the session’s token', (file) => [['file', file]], 403],
    [
      'with another token',
      (file) => [
        ['csrf', 'x'.repeat(43)],
        ['file', file],
      ],
      403,
    ],
    [
      'with the token after the file',
      (file) => [
        ['file', file],
        ['csrf', token],
      ],
      403,
    ],
    [
      'with the token twice',
      (file) => [
        ['csrf', token],
        ['csrf', token],
        ['file', file],
      ],
      422,
    ],
    [
      'with another field',
      (file) => [
        ['csrf', token],
        ['note', 'x'],
        ['file', file],
      ],
      422,
    ],
    ['without a file', () => [['csrf', token]], 422],
  ])('is refused %s, and stores nothing', async (_, fieldsOf, status) => {
    const before = (await stored()).length;
    expect((await sendForm(fieldsOf(await beans('lime')))).status).toBe(status);
    expect((await stored()).length).toBe(before);
  });
});

describe('a file for a post', () => {
  it('is uploaded like in the API, and returns an item of the form', async () => {
    const { status, html, key } = await send(await picture('jpeg', { width: 640, height: 360 }));
    expect(status).toBe(200);
    expect(html).toContain('beans.jpg');
    expect(html).toContain('640 × 360');
    expect(html).toContain('name="alt"');
    expect((await stored()).map((medium) => medium.key)).toContain(key);
    const source = /<img class="thumb" src="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(source).toMatch(/^\//);
    const shown = await fetch(`${test.backend.url}${source}`);
    expect(shown.headers.get('content-type')).toMatch(/^image\//);
  });

  it('lists the networks that do not accept it', async () => {
    const { html } = await send(await picture('jpeg', { width: 2000, height: 100, colour: '#334455' }));
    expect(html).toMatch(/Not accepted by \d of 10 networks/);
  });

  it('has an escaped name', async () => {
    const name = '"><img src=x onerror=alert(1)>.png';
    const { html } = await send(await picture('png', { colour: '#123456' }), { name });
    expect(html).not.toContain('<img src=x');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it.each<[string, () => Promise<Uint8Array> | Uint8Array, Sending, number]>([
    ['is not an image', () => new TextEncoder().encode('<script>alert(1)</script>'), {}, 415],
    ['is too large', () => new Uint8Array(400_000), {}, 413],
    ['has another content type', () => new Uint8Array(9), { type: 'text/html' }, 415],
    ['lacks the session’s CSRF token', () => picture('webp'), { csrf: '' }, 403],
  ])('is rejected if it %s', async (_, bytes, sending, status) => {
    const before = (await stored()).length;
    const answer = await send(await bytes(), sending);
    expect(answer.status).toBe(status);
    expect(answer.html).toContain('notice bad');
    expect((await stored()).length).toBe(before);
  });

  it('requires a session', async () => {
    const answer = await send(await picture('webp'), { cookie: null });
    expect(answer.headers.get('hx-redirect')).toBe('/sign-in');
  });

  it('is part of the post, in order and with its alt text', async () => {
    const one = await send(await picture('jpeg', { colour: '#aa0000' }), { name: 'red.jpg' });
    const two = await send(await picture('jpeg', { colour: '#00aa00' }), { name: 'green.jpg' });
    const { data } = (await test.get<{ data: Account[] }>('/v1/accounts?limit=100')).body;
    const { headers } = await person.send('/posts', {
      text: 'Two colours',
      account: data.find(({ platform }) => platform === 'bluesky')?.id ?? '',
      mode: 'draft',
      media: [two.key, one.key],
      alt: ['Green <b>beans</b>', ''],
    });
    const path = headers.get('location') ?? '';
    const post = (await test.get<Post>(`/v1${path}`)).body;
    expect(post.mediaUrls).toEqual([two.key, one.key]);
    expect(post.altTexts[0]).toBe('Green <b>beans</b>');
    const { html } = await person.open(path);
    expect(html.indexOf('green.jpg')).toBeLessThan(html.indexOf('red.jpg'));
    expect(html).toContain('Green &lt;b&gt;beans&lt;/b&gt;');
    const edit = (await person.open(`${path}/edit`)).html;
    expect(edit).toContain(`value="${two.key}"`);
    expect(edit).toContain('value="Green &lt;b&gt;beans&lt;/b&gt;"');
  });

  it('is found in the library, used again, and deleted once nothing uses it', async () => {
    const used = await send(await picture('jpeg', { colour: '#0000aa' }), { name: 'harbour <b>.jpg' });
    const spare = await send(await picture('jpeg', { colour: '#00aaaa' }), { name: 'spare.jpg' });
    const post = await test.post<Post>('/v1/posts', {
      text: 'The harbour at <i>six</i>',
      mediaUrls: [used.key],
    });
    const library = async (query = '') => (await person.open(`/media${query}`)).html;
    const both = await library();
    expect(both).toContain('harbour &lt;b&gt;.jpg');
    expect(both).toContain('In 1 post');
    expect(both).toContain(`/posts/new?media=${spare.key}`);
    expect(await library('?text=SPARE')).not.toContain(used.key);
    expect(await library('?use=unused')).not.toContain(used.key);
    expect(await library('?use=used')).not.toContain(spare.key);
    expect(await library('?kind=video')).toContain('No file matches');

    const file = (await person.open(`/media/${used.key}`)).html;
    expect(file).toContain(`/posts/${post.body.id}`);
    expect(file).toContain('The harbour at &lt;i&gt;six&lt;/i&gt;');
    expect(file).not.toContain(`/media/${used.key}/delete`);
    expect((await person.send(`/media/${used.key}/delete`)).status).toBe(409);
    expect((await person.open(`/media/${spare.key}`)).html).toContain(`/media/${spare.key}/delete`);
    expect((await person.send(`/media/${spare.key}/delete`)).headers.get('location')).toBe('/media');
    expect((await person.open(`/media/${spare.key}`)).status).toBe(404);
    expect((await person.open(`/posts/new?media=${used.key}`)).html).toContain(`value="${used.key}"`);
  });

  it('is described once in the library, and begins with that in every post', async () => {
    const file = await send(await picture('jpeg', { colour: '#334400' }), { name: 'field.jpg' });
    const other = await send(await picture('jpeg', { colour: '#443300' }), { name: 'plain.jpg' });
    const missing = async () => (await person.open('/media?alt=missing')).html;
    expect(await missing()).toContain(`action="/media/${file.key}/alt"`);
    const altText = 'A field <b>at dusk</b>';
    const saved = await person.send(`/media/${file.key}/alt`, { altText, back: 'missing' });
    expect(saved.headers.get('location')).toBe('/media?alt=missing');
    const [after, library] = [await missing(), (await person.open('/media')).html];
    expect([after.includes(file.key), after.includes(other.key)]).toEqual([false, true]);
    expect(library).toContain('A field &lt;b&gt;at dusk&lt;/b&gt;');
    const begun = 'name="alt" value="A field &lt;b&gt;at dusk&lt;/b&gt;"';
    expect((await person.open(`/posts/new?media=${file.key}`)).html).toContain(begun);
    const added = await person.send('/posts/library/add', { mode: `media.add.${file.key}` });
    expect(added.html).toContain(begun);
    const plain = await person.send('/posts', { text: 'x', mode: `media.add.${file.key}` });
    expect(plain.html).toContain(begun);

    const made = await test.post<Post>('/v1/posts', { text: 'y', mediaUrls: [other.key, file.key] });
    expect(made.body.altTexts).toEqual(['', altText]);
    const own = await test.post<Post>('/v1/posts', { text: 'z', mediaUrls: [file.key], altTexts: [''] });
    expect(own.body.altTexts).toEqual(['']);
    await test.request('PATCH', `/v1/media/${file.key}`, { body: { altText: ' ' } });
    expect(await missing()).toContain(file.key);
  });

  it('is marked if it no longer exists', async () => {
    const media = ['med_gone'];
    const { headers } = await person.send('/posts', { text: 'x', mode: 'draft', media, alt: [''] });
    const path = headers.get('location') ?? '';
    expect((await person.open(path)).html).toContain('is no longer available');
    expect((await person.open(`${path}/edit`)).html).toContain('File no longer available');
  });
});

describe('a crop', () => {
  const part = { from: 'file', left: '10', top: '20', width: '100', height: '80' };

  it('is a new file in the library, and keeps the original', async () => {
    const bytes = await picture('png', { width: 300, height: 200, colour: '#550033' });
    const original = await send(bytes, { name: 'wide.png' });
    await test.request('PATCH', `/v1/media/${original.key}`, { body: { altText: 'A field' } });
    const dialog = await person.open(`/media/${original.key}/crop?from=post`);
    expect(dialog.html).toContain('data-width="300" data-height="200"');
    const saved = await person.send(`/media/${original.key}/crop`, part);
    const key = (saved.headers.get('location') ?? '').replace('/media/', '');
    expect((await test.get(`/v1/media/${key}`)).body).toMatchObject({
      filename: 'wide-100x80.png',
      contentType: 'image/png',
      width: 100,
      height: 80,
      altText: 'A field',
    });
    expect((await test.get(`/v1/media/${original.key}`)).status).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ['outside the image', { left: '250' }],
    ['below it', { top: '121' }],
    ['without a width', { width: '' }],
    ['of no height', { height: '0' }],
    ['with a negative side', { left: '-1' }],
  ])('%s is refused', async (_, change) => {
    const { key } = await send(await picture('png', { width: 300, height: 200, colour: '#005533' }));
    const before = (await stored()).length;
    const refused = await person.send(`/media/${key}/crop`, { ...part, ...change });
    expect(refused.status).toBe(422);
    expect(refused.headers.get('hx-retarget')).toBe('#crop-problem');
    expect((await stored()).length).toBe(before);
  });

  it('of a video or of a missing file is refused', async () => {
    expect((await person.open('/media/med_gone/crop')).status).toBe(404);
    expect((await person.send('/media/med_gone/crop', part)).status).toBe(404);
    const { key } = await send(fixture('film.mp4'), { type: 'video/mp4', name: 'film.mp4' });
    expect((await person.open(`/media/${key}/crop`)).status).toBe(422);
  });
});
