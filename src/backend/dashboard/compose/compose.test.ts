import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../../../../test/support/media/pictures.js';
import { BackendUnderTest } from '../../../../test/support/running-backend.js';
import { Visitor } from '../../../../test/support/visitor.js';
import type { Account } from '../../../contract/accounts/accounts.js';
import { StoredMedia } from '../../../contract/media/media.js';
import type { Post } from '../../../contract/posts/posts.js';

let test: BackendUnderTest;
let person: Visitor;
let accounts: readonly Account[];
beforeAll(async () => {
  test = await BackendUnderTest.start();
  person = await Visitor.signedIn(test);
  accounts = (await test.request<{ data: Account[] }>('GET', '/v1/accounts?limit=100')).body.data;
});
afterAll(() => test.close());

const idOf = (platform: string) => accounts.find((account) => account.platform === platform)?.id ?? '';
const read = async (id: string) => (await test.request<Post>('GET', `/v1/posts/${id}`)).body;
const idIn = (location: string | null) => /^\/posts\/(post_\w+)$/.exec(location ?? '')?.[1] ?? '';

/** Uploads an image. */
async function uploaded(colour: string): Promise<string> {
  const form = new FormData();
  const bytes = new Uint8Array(await picture('png', { colour }));
  form.set('file', new File([bytes], `${colour.slice(1)}.png`, { type: 'image/png' }));
  const headers = { authorization: `Bearer ${test.key}` };
  const answer = await fetch(`${test.backend.url}/v1/media`, { method: 'POST', headers, body: form });
  return StoredMedia.parse(await answer.json()).key ?? '';
}

describe('a channel that needs attention', () => {
  it('is reconnected and leads back, or says what is wrong with it', async () => {
    const key = await test.newKey('sandbox');
    const connect = async (handle: string) =>
      (await test.request<Account>('POST', '/v1/test/accounts', { key, body: { platform: 'x', handle } }))
        .body.id;
    const [expired, limited] = [await connect('@gone'), await connect('@busy')];
    for (const [id, status] of [
      [expired, 'reconnect_required'],
      [limited, 'limited'],
    ] as const) {
      await test.backend.services.store.db
        .updateTable('accounts')
        .set({ health_status: status })
        .where('id', '=', id)
        .execute();
    }
    const { html } = await person.open('/posts/new');
    const repairOf = (id: string) =>
      /class="chip-repair" href="([^"]+)">\s*([^<]+)/
        .exec(html.slice(html.indexOf(`data-state-of="${id}"`)))
        ?.slice(1);
    expect(repairOf(expired)).toEqual([`/channels/${expired}/connect?next=%2Fposts%2Fnew`, 'Reconnect']);
    expect(repairOf(limited)).toEqual([`/channels#${limited}`, 'Limited']);
  });
});

describe('writing a post', () => {
  it('saves a draft with the options of each channel', async () => {
    const youtube = idOf('youtube');
    const { status, headers } = await person.send('/posts', {
      text: 'How we roast',
      account: [youtube, idOf('x')],
      mode: 'draft',
      [`o.${youtube}.title`]: 'Roasting day',
      [`o.${youtube}.privacy`]: 'unlisted',
      [`o.${youtube}.madeForKids`]: 'false',
      [`o.${youtube}.tags`]: 'coffee',
      [`o.${idOf('x')}.thread`]: ['First step', 'Second step', ' '],
    });
    expect(status).toBe(303);
    const post = await read(idIn(headers.get('location')));
    expect(post).toMatchObject({ status: 'draft', text: 'How we roast' });
    expect(post.overrides).toEqual([
      expect.objectContaining({
        target: youtube,
        title: 'Roasting day',
        privacy: 'unlisted',
        madeForKids: false,
        options: { tags: 'coffee' },
      }),
      { target: idOf('x'), thread: ['First step', 'Second step'] },
    ]);
    const { html } = await person.open(`/posts/${post.id}/edit`);
    expect(html).toContain('value="Roasting day"');
    expect(html).toContain('First step</textarea>');
    expect(html).toContain('Second step</textarea>');
  });

  it('creates one post if the button is pressed twice', async () => {
    const { html } = await person.open('/posts/new');
    const key = /name="key" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const form = { text: 'Only once', account: idOf('bluesky'), mode: 'now', key };
    const [one, two] = [await person.send('/posts', form), await person.send('/posts', form)];
    expect(one.headers.get('location')).toMatch(/^\/posts\/post_/);
    expect(two.headers.get('location')).toBe(one.headers.get('location'));
  });

  it('says which post is alike when it is refused as a duplicate, and keeps both if the user says so', async () => {
    const form = { text: 'Twice <on> purpose', account: idOf('bluesky'), when: 'now', mode: 'send' };
    const first = idIn((await person.send('/posts', { ...form, key: 'one' })).headers.get('location'));
    const refused = await person.send('/posts', { ...form, key: 'two' });
    expect(refused.status).toBe(409);
    expect(refused.html).toContain(`href="/posts/${first}"`);
    expect(refused.html).toMatch(/Twice &lt;on&gt; purpose.*?(due now|publish\w+) on Bluesky @/s);
    expect(refused.html).toMatch(
      /form="compose" name="allowDuplicate" value="yes">\s*Publish anyway\s*<\/button>/,
    );
    const { mode: _, ...again } = form;
    const sent = await person.send('/posts', { ...again, key: 'two', allowDuplicate: 'yes' });
    expect((await read(idIn(sent.headers.get('location')))).text).toBe(form.text);
  });

  it('schedules in the workspace’s time zone', async () => {
    const { headers } = await person.send('/posts', {
      text: 'On time',
      account: idOf('bluesky'),
      mode: 'schedule',
      scheduledAt: '2030-06-01T09:00',
    });
    const post = await read(idIn(headers.get('location')));
    expect(post.when?.local).toContain('2030-06-01 09:00');
    expect(post.when?.timezone).toBe(test.workspace.timezone);
  });

  it('shows a refused form again with its input', async () => {
    const text = 'x'.repeat(400);
    const { status, html } = await person.send('/posts', { text, account: idOf('bluesky'), mode: 'now' });
    expect(status).toBe(422);
    expect(html).toContain(text);
    expect(html).toContain('300');
    expect(html).toContain('Shorten the text');
  });

  it('counts as each network does while the user types', async () => {
    const { html } = await person.send(
      '/posts/check',
      { text: 'A family: 👩‍👩‍👧‍👦', account: [idOf('bluesky'), idOf('x')], mode: 'draft' },
      { 'hx-request': 'true' },
    );
    expect(html).not.toContain('<html');
    expect(html).toContain('11 of 300');
    expect(html).toContain('12 of 280');
  });

  it('publishes at the time that is chosen for the main button', async () => {
    const { headers } = await person.send('/posts', {
      text: 'At nine',
      account: idOf('bluesky'),
      mode: 'send',
      when: '2030-06-03T09:00',
      scheduledAt: '2030-01-01T00:00',
    });
    const post = await read(idIn(headers.get('location')));
    expect(post).toMatchObject({ status: 'scheduled' });
    expect(post.when?.local).toContain('2030-06-03 09:00');
  });

  it('names the act and the time on the main button, and counts the channels', async () => {
    const { html } = await person.send(
      '/posts/check',
      { text: 'Hello', account: [idOf('bluesky'), idOf('x')], when: 'own', scheduledAt: '2030-06-03T09:00' },
      { 'hx-request': 'true' },
    );
    expect(html).toContain('Schedule for Mon 3 Jun 2030, 09:00');
    expect(html).toContain('Publish now to 2');
  });

  it('lets an untouched tab follow the common text, without a script too', async () => {
    const [x, bluesky] = [idOf('x'), idOf('bluesky')];
    const { headers } = await person.send('/posts', {
      text: 'For all,\r\nchanged later',
      account: [x, bluesky],
      mode: 'draft',
      [`o.${x}.text`]: 'For all,\r\nas it was',
      [`b.${x}`]: 'For all,\r\nas it was',
      [`o.${bluesky}.text`]: 'For Bluesky alone',
      [`b.${bluesky}`]: 'For all,\r\nas it was',
    });
    const post = await read(idIn(headers.get('location')));
    expect(post.text).toBe('For all,\nchanged later');
    expect(post.overrides).toEqual([{ target: bluesky, text: 'For Bluesky alone' }]);
  });

  it('shows the tabs and previews without a script, and creates nothing', async () => {
    const x = idOf('x');
    const { status, html } = await person.send('/posts', {
      text: 'x'.repeat(300),
      account: x,
      mode: 'preview',
      tab: x,
    });
    expect(status).toBe(200);
    expect(html).toMatch(new RegExp(`id="tab-${x}" value="${x}" checked`));
    expect(html).toContain('X: 20 too long');
    expect(html).toContain('data-cut="280"');
    expect((await test.request<{ data: Post[] }>('GET', '/v1/posts?text=xxxxxxxx')).body.data).toEqual([]);
  });

  it('splits what is too long into a thread, and changes its order, without a script too', async () => {
    const x = idOf('x');
    const posts = (html: string) =>
      [...html.matchAll(/<textarea[^>]*name="o\.[^"]*\.(?:text|thread)"[^>]*>([^<]*)</g)].map(
        ([, text]) => text,
      );
    const first = { text: 'One sentence. '.repeat(19).trim(), account: x, mode: 'preview' };
    const long = { ...first, text: `${first.text}\n\n${first.text}` };
    const offered = (await person.send('/posts', long)).html;
    expect(offered).toContain('Split into 2 posts');
    const split = await person.send('/posts', { ...long, mode: `thread.split.${x}.0` });
    expect(split.status).toBe(200);
    expect(posts(split.html)).toEqual([first.text, first.text]);
    expect(split.html).toMatch(new RegExp(`id="tab-${x}" value="${x}" checked`));
    expect(split.html).not.toContain('too long');

    const fields = { ...first, [`o.${x}.text`]: 'A', [`o.${x}.thread`]: ['B', '', 'C and D'] };
    const pressed = async (act: string, caret = '') =>
      posts((await person.send('/posts', { ...fields, mode: `thread.${act}`, caret })).html);
    expect(await pressed(`add.${x}.0`)).toEqual(['A', 'B', '', 'C and D', '']);
    expect(await pressed(`up.${x}.1`)).toEqual(['B', 'A', '', 'C and D']);
    expect(await pressed(`down.${x}.2`)).toEqual(['A', 'B', 'C and D', '']);
    expect(await pressed(`remove.${x}.0`)).toEqual(['B', '', 'C and D']);
    expect(await pressed(`restore.${x}.1.New\n\none. `)).toEqual(['A', 'New\n\none.', 'B', '', 'C and D']);
    const removed = await person.send('/posts', { ...fields, mode: `thread.remove.${x}.3` });
    expect(removed.html).toContain(`value="thread.restore.${x}.3.C and D"`);
    const empty = await person.send('/posts', { ...fields, mode: `thread.remove.${x}.2` });
    expect(empty.html).not.toContain('thread.restore');
    expect(await pressed(`cut.${x}.3`, '1')).toEqual(['A', 'B', '', 'C', 'and D']);
    expect(await pressed('up.acc_none.1')).toEqual(['A', 'B', '', 'C and D']);
    const { headers } = await person.send('/posts', { ...fields, mode: 'draft' });
    expect((await read(idIn(headers.get('location')))).overrides).toEqual([
      { target: x, text: 'A', thread: ['B', 'C and D'] },
    ]);
  });

  it('chooses images from the library and orders them, without a script too', async () => {
    const [red, blue] = [await uploaded('#aa0000'), await uploaded('#0000aa')];
    const fields = { text: 'Two', media: [red], alt: ['Red'] };
    const opened = await person.send('/posts', { ...fields, mode: 'library.open', libraryText: '0000AA' });
    expect(opened.html).toContain(`value="media.add.${blue}"`);
    expect(opened.html).not.toContain(`value="media.add.${red}"`);
    expect(opened.html).toContain('Two</textarea>');
    const files = (html: string) =>
      [...html.matchAll(/name="media" value="(\w+)"[\s\S]*?name="alt" value="([^"]*)"/g)].map(
        ([, ...file]) => file,
      );
    const added = await person.send('/posts', { ...fields, mode: `media.add.${blue}`, libraryText: '' });
    expect(files(added.html)).toEqual([
      [red, 'Red'],
      [blue, ''],
    ]);
    expect(added.html).toContain('id="library-title"');
    const both = { text: 'Two', media: [red, blue], alt: ['Red', ''] };
    const pressed = async (mode: string) => files((await person.send('/posts', { ...both, mode })).html);
    expect(await pressed('media.up.1')).toEqual([
      [blue, ''],
      [red, 'Red'],
    ]);
    expect(await pressed('media.down.1')).toEqual([
      [red, 'Red'],
      [blue, ''],
    ]);
    expect(await pressed('media.remove.0')).toEqual([[blue, '']]);
  });

  it('shows and keeps the media that overrides of a network or an account give a channel', async () => {
    const [red, blue] = [await uploaded('#bb0000'), await uploaded('#0000bb')];
    const [x, bluesky, linkedin] = [idOf('x'), idOf('bluesky'), idOf('linkedin')];
    const { body: post } = await test.request<Post>('POST', '/v1/posts', {
      body: {
        text: 'Own media',
        accountIds: [x, bluesky, linkedin],
        mediaUrls: [red],
        altTexts: ['Red'],
        overrides: [
          { target: x, mediaUrls: [blue], altTexts: ['Blue'] },
          { target: 'x', mediaUrls: [] },
          { target: 'bluesky', altTexts: ['A red square'] },
        ],
        scheduleMode: 'draft',
      },
    });
    const { html } = await person.open(`/posts/${post.id}/edit`);
    const filesOf = (tray: string) =>
      [
        ...html.matchAll(
          new RegExp(`name="media.${tray}" value="(\\w+)"[\\s\\S]*?name="alt.${tray}" value="([^"]*)"`, 'g'),
        ),
      ].map(([, ...file]) => file);
    expect(filesOf(x)).toEqual([[blue, 'Blue']]);
    expect(filesOf(bluesky)).toEqual([[red, 'A red square']]);
    expect([...html.matchAll(/name="ownMedia" value="(\w+)"/g)].map(([, id]) => id).sort()).toEqual(
      [x, bluesky].sort(),
    );
    await person.send(`/posts/${post.id}/edit`, {
      text: 'Own media, changed',
      account: [x, bluesky, linkedin],
      media: [red],
      alt: ['Red'],
      ownMedia: [x, bluesky],
      [`media.${x}`]: [blue],
      [`alt.${x}`]: ['Blue'],
      version: String(post.version),
    });
    const { overrides } = await read(post.id);
    expect(overrides.find(({ target }) => target === x)).toEqual({
      target: x,
      mediaUrls: [blue],
      altTexts: ['Blue'],
    });
    // A tray that was emptied publishes without any.
    expect(overrides.find(({ target }) => target === bluesky)).toEqual({
      target: bluesky,
      mediaUrls: [],
      altTexts: [],
    });
    expect(overrides).toHaveLength(2);
  });

  it('asks for approval with the chosen time', async () => {
    const { headers } = await person.send('/posts', {
      text: 'May we?',
      account: idOf('bluesky'),
      mode: 'send',
      when: '2030-06-03T09:00',
      ask: 'yes',
    });
    const post = await read(idIn(headers.get('location')));
    expect(post).toMatchObject({ status: 'draft', proposed: { scheduleMode: 'schedule' } });
    expect(post.proposed?.when?.local).toContain('2030-06-03 09:00');
    expect((await person.open('/')).html).toContain('May we?');
  });

  it('attaches a link of the text as a card, without a script too', async () => {
    const url = 'https://fernhill.example/menu';
    const fields = { text: `Our menu: ${url}`, account: idOf('bluesky') };
    const offered = await person.send('/posts', { ...fields, mode: 'preview' });
    expect(offered.html).toContain('value="link.attach"');
    expect(
      (await person.send('/posts', { ...fields, account: idOf('x'), mode: 'preview' })).html,
    ).not.toContain('value="link.attach"');
    const attached = await person.send('/posts', { ...fields, mode: 'link.attach' });
    expect(attached.html).toContain(`name="link" value="${url}"`);
    expect(attached.html).toContain('value="link.remove"');
    const media = { ...fields, link: url, media: [await uploaded('#123321')], alt: [''], mode: 'preview' };
    expect((await person.send('/posts', media)).html).toContain('No card: the file takes its place.');
    const { headers } = await person.send('/posts', { ...fields, link: url, mode: 'draft' });
    const { id, version, link } = await read(idIn(headers.get('location')));
    expect(link).toBe(url);
    const removed = await person.send('/posts', { ...fields, link: url, mode: 'link.remove' });
    expect(removed.html).toContain('name="link" value=""');
    await person.send(`/posts/${id}/edit`, { ...fields, link: '', version: String(version) });
    expect((await read(id)).link).toBeNull();
  });

  it('counts each post of a thread', async () => {
    const x = idOf('x');
    const fields = { text: 'One', account: x, [`o.${x}.thread`]: ['', 'x'.repeat(300)] };
    const { html } = await person.send('/posts/check', fields, { 'hx-request': 'true' });
    expect(html).toMatch(new RegExp(`id="counters-${x}-2" data-cut="280"`));
    expect(html).toContain('data-field="thread/0"');
    expect(html).toContain('Split into 3 posts');
  });

  it('shows what a chosen channel requires', async () => {
    const { html } = await person.send(
      '/posts/options',
      { account: idOf('pinterest') },
      { 'hx-request': 'true' },
    );
    expect(html).toContain('requires board');
    expect(html).toContain(`name="o.${idOf('pinterest')}.boardId"`);
  });
});

describe('editing a post', () => {
  it('keeps fields that the form does not show, and an unchanged time', async () => {
    const { body } = await test.request<Post>('POST', '/v1/posts', {
      body: {
        text: 'Two times',
        accountIds: [idOf('bluesky'), idOf('mastodon')],
        scheduledAt: '2030-07-01T09:00:30Z',
        overrides: [{ target: 'mastodon', scheduledAt: '2030-07-02T10:00:00Z' }],
      },
    });
    const { html } = await person.open(`/posts/${body.id}/edit`);
    const { status } = await person.send(`/posts/${body.id}/edit`, {
      version: String(body.version),
      text: 'Two times, and better',
      account: [idOf('bluesky'), idOf('mastodon')],
      scheduledAt: /name="scheduledAt" value="([^"]*)"/.exec(html)?.[1] ?? '',
    });
    expect(status).toBe(303);
    const post = await read(body.id);
    expect(post.text).toBe('Two times, and better');
    expect(post.targets.map(({ scheduledAt }) => scheduledAt)).toEqual([
      '2030-07-01T09:00:30.000Z',
      '2030-07-02T10:00:00.000Z',
    ]);
  });

  it('previews the images of an override', async () => {
    const mediaUrls = [await uploaded('#00aaaa')];
    const { body } = await test.request<Post>('POST', '/v1/posts', {
      body: { text: 'Own', accountIds: [idOf('bluesky')], overrides: [{ target: 'bluesky', mediaUrls }] },
    });
    const { html } = await person.open(`/posts/${body.id}/edit`);
    expect(html.slice(html.indexOf('id="check"'))).toMatch(/<img[^>]*src="\/media\/files\//);
  });

  it('is refused if somebody else changed the post', async () => {
    const { body } = await test.request<Post>('POST', '/v1/posts', { body: { text: 'Mine' } });
    await test.request('PATCH', `/v1/posts/${body.id}`, { body: { version: 1, text: 'Theirs' } });
    const { status, html } = await person.send(`/posts/${body.id}/edit`, {
      version: '1',
      text: 'Mine again',
    });
    expect(status).toBe(409);
    expect(html).toContain('Somebody else saved changes while you were editing');
    expect(html).toContain('Mine again</textarea>');
    expect(html).toContain('name="version" value="2"');
    expect((await read(body.id)).text).toBe('Theirs');
  });
});
