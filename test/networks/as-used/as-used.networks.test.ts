import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { shownPrefixOf } from '../../../src/backend/domain/access/key-text.js';
import { loadSharp } from '../../../src/backend/domain/media/convert/sharp.js';
import { listAt, textAt, valueAt } from '../../../src/backend/networks/requests/json-answer.js';
import { OPERATIONS } from '../../../src/contract/operations.js';
import { RULES } from '../../../src/networks/rules.js';
import { launchBrowser, noBrowser } from '../../full/support/browser.js';
import { openSession, YES } from '../../support/mcp-session.js';
import { writeForms } from '../measured.js';
import { Pds, type PdsAccount } from '../servers/start-pds.js';
import { Snac, type SnacAccount } from '../servers/start-snac.js';
import { VIDEO_SERVICE, VideoStandIn } from '../video-stand-in.js';
import { Home, type Program, type Said } from './programs.js';
import { blobAt, facetsIn, recordAt, recordsAt, statusAt, statusesAt } from './read-back.js';
import { sealedSecrets } from './sealed-secrets.js';
import { SecretSearch } from './secret-search.js';

const { pds: ensuredPds, snac: ensuredSnac } = inject('servers');
const MEDIA = join(import.meta.dirname, '../../fixtures/media');
const WEBHOOK_URL = 'https://hooks.fernhill.example/postrider';
const canRun = ensuredPds.installed !== null && ensuredSnac.installed !== null && !noBrowser;

/** The whole program as people use it: built, in its own processes, with a browser and an MCP client. */
describe.skipIf(!canRun)('Postrider as it is used, at real servers', { timeout: 120_000 }, () => {
  let pds: Pds;
  let videos: VideoStandIn;
  let snac: Snac;
  let blueskyOwner: PdsAccount;
  let otherBluesky: PdsAccount;
  let friend: PdsAccount;
  let mastodonOwner: SnacAccount;
  let otherMastodon: SnacAccount;
  let home: Home;
  let url: string;
  let serving: Program;
  let key: string;
  let browser: Browser;
  let page: Page;
  /** Everything that came out of Postrider, except standard output and error. */
  const said: Said[] = [];
  /** Answers that show a secret once, on purpose. */
  const shownOnce: Said[] = [];
  const signInLinks: string[] = [];
  const tried: (readonly string[])[] = [];

  beforeAll(async () => {
    if (ensuredPds.installed === null || ensuredSnac.installed === null) return;
    [pds, snac] = await Promise.all([Pds.start(ensuredPds.installed), Snac.start(ensuredSnac.installed)]);
    blueskyOwner = await pds.createAccount('fernhill');
    otherBluesky = await pds.createAccount('northwind');
    friend = await pds.createAccount('alice');
    mastodonOwner = await snac.createAccount('fernhill');
    otherMastodon = await snac.createAccount('northwind');
    videos = await VideoStandIn.before(pds.origin);
    home = new Home({ POSTRIDER_TEST_LOOPBACK_NETWORKS: `${VIDEO_SERVICE}=${videos.origin}` });
    mkdirSync(join(home.folder, 'Pictures'));
    for (const name of ['photo.png', 'film.mp4']) cpSync(join(MEDIA, name), pictureFile(name));
    ({ url, program: serving } = await home.serve());
    browser = await launchBrowser();
  }, 120_000);

  afterAll(async () => {
    writeForms('networks-forms', tried);
    await browser?.close();
    await home?.remove();
    await Promise.all([pds?.stop(), snac?.stop(), videos?.close()]);
  });

  /** A file where the tool server may read. */
  const pictureFile = (name: string) => join(home.folder, 'Pictures', name);

  async function api(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const secretIsShown = method === 'POST' && path === '/v1/webhooks';
    (secretIsShown ? shownOnce : said).push({ where: `${method} ${path}`, text });
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  }

  /** The account that was connected with this handle. */
  async function accountOf(handle: string): Promise<string> {
    const accounts = listAt(await api('GET', '/v1/accounts'), 'data');
    const account = accounts.find((one) => textAt(one, 'handle') === handle);
    expect(account).toMatchObject({ simulated: false, health: { status: 'healthy' } });
    return textAt(account, 'id') ?? '';
  }

  const handleAtSnac = ({ name }: SnacAccount) => `@${name}@${new URL(snac.origin).host}`;

  /** What a person does at the sign-in page of the server. */
  async function allowAccess(signIn: Page, { name, password }: SnacAccount): Promise<void> {
    await signIn.locator('input[name=login]').fill(name);
    await signIn.locator('input[name=passwd]').fill(password);
    await signIn.locator('input[type=submit]').click();
  }

  /** Publishes through the built tool server, over standard input and output, after the person’s yes in a form. */
  async function publish(
    form: string,
    platform: 'bluesky' | 'mastodon',
    post: Record<string, unknown>,
    reality = 'Real network: what is published is public.',
  ): Promise<string> {
    const owner = platform === 'bluesky' ? `@${blueskyOwner.handle}` : handleAtSnac(mastodonOwner);
    const asked: string[] = [];
    const session = await openSession({
      env: { ...home.env, POSTRIDER_API_KEY: key, POSTRIDER_BASE_URL: url },
      reply: (message) => {
        asked.push(message);
        return YES;
      },
    });
    const call = async (name: string, args: Record<string, unknown>) => {
      const answer = await session.call(name, args);
      said.push({
        where: `tool ${name}: ${form}`,
        text: `${answer.text}\n${JSON.stringify(answer.structured)}`,
      });
      if (answer.isError) throw new Error(answer.text);
      return answer.structured;
    };
    const mediaUrls: string[] = [];
    for (const path of listAt(post, 'files')) {
      mediaUrls.push(textAt(await call('postrider_upload_media', { path }), 'key') ?? '');
    }
    const { files: _, ...content } = post;
    const made = await call('postrider_create_post', {
      accountIds: [await accountOf(owner)],
      scheduleMode: 'now',
      ...(mediaUrls.length > 0 && { mediaUrls }),
      ...content,
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain(reality);
    said.push({ where: `question: ${form}`, text: asked[0] ?? '' });
    const done = await call('postrider_get_post', {
      id: made['id'],
      waitSeconds: 30,
      response_format: 'detailed',
    });
    said.push({ where: `standard error of the tool server: ${form}`, text: session.errors() });
    expect(done).toMatchObject({ status: 'published', targets: [{ status: 'published' }] });
    return String(made['id']);
  }

  const noteForm = (form: string, bluesky: string, mastodon: string) => tried.push([form, bluesky, mastodon]);

  describe('from a terminal', () => {
    it('makes a key and logs in', async () => {
      key = (await home.run(['keys', 'create', '--label', 'my agent', '--preset', 'full', '--quiet'])).trim();
      await home.run(['login', '--key', '-', '--base-url', url], key);
    });

    it('connects Bluesky with an app password', async () => {
      const connect = ['accounts', 'connect', 'bluesky', blueskyOwner.handle, '--server', pds.origin];
      const told = await home.run([...connect, '--app-password', '-'], `${blueskyOwner.appPassword}\n`);
      expect(told).toContain(`Connected Bluesky @${blueskyOwner.handle}`);
      await accountOf(`@${blueskyOwner.handle}`);
    });

    it('connects Mastodon in a browser', async () => {
      const connect = home.start(['accounts', 'connect', 'mastodon', snac.origin]);
      const signIn = await browser.newPage();
      await signIn.goto(await connect.prints(/http:\/\/localhost:\d+\/oauth\/authorize\?\S+/));
      await allowAccess(signIn, mastodonOwner);
      await signIn.getByText('You can close this page').waitFor();
      expect(await connect.succeeds()).toContain(`Connected Mastodon ${handleAtSnac(mastodonOwner)}`);
      await signIn.close();
      await accountOf(handleAtSnac(mastodonOwner));
    });
  });

  describe('in the dashboard', () => {
    it('signs in', async () => {
      const link = (await home.run(['dashboard', '--quiet'])).trim();
      signInLinks.push(new URL(link).searchParams.get('token') ?? '');
      page = await (await browser.newContext({ baseURL: url })).newPage();
      page.on('response', async (response) => {
        const isPage =
          response.url().startsWith(url) && /html/.test(response.headers()['content-type'] ?? '');
        if (!isPage || response.status() === 303) return;
        const text = await response.text().catch(() => '');
        said.push({ where: `page ${new URL(response.url()).pathname}`, text });
      });
      await page.goto(link);
      await page.goto('/channels');
      await page.getByText(blueskyOwner.handle).first().waitFor();
    });

    it('connects Bluesky', async () => {
      await page.goto('/channels/connect/bluesky');
      await page.getByLabel('Handle').fill(otherBluesky.handle);
      await page.getByLabel('App password').fill(otherBluesky.appPassword);
      await page.getByText('My account is on a server of its own').click();
      await page.getByLabel('Server (PDS)').fill(pds.origin);
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await page.getByText(`Connected @${otherBluesky.handle} on Bluesky.`).waitFor();
      await accountOf(`@${otherBluesky.handle}`);
    });

    it('connects Mastodon at its server', async () => {
      await page.goto('/channels/connect/mastodon');
      await page.getByLabel('Server').fill(snac.origin);
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await page.getByRole('link', { name: /^Continue to/ }).click();
      await allowAccess(page, otherMastodon);
      await page.getByText(`Connected ${handleAtSnac(otherMastodon)} on Mastodon.`).waitFor();
      await accountOf(handleAtSnac(otherMastodon));
    });
  });

  describe('through the tool server', () => {
    it('publishes links, hashtags, and mentions of somebody and of nobody', async () => {
      const text =
        'Grüße ☕ an @alice.test, @nobody.test und @nobody.example: https://fernhill.example/menü #kaffee';
      await publish('text', 'bluesky', { text });
      const { value } = await recordAt(pds, blueskyOwner, 'Grüße');
      expect(value).toMatchObject({ text });
      expect(facetsIn(value)).toEqual([
        ['@alice.test', friend.did],
        ['https://fernhill.example/menü', 'https://fernhill.example/menü'],
        ['#kaffee', 'kaffee'],
      ]);
      const toot =
        'Grüße ☕ an @northwind und @nobody@nowhere.invalid: https://fernhill.example/menu #kaffee';
      await publish('text', 'mastodon', { text: toot });
      const content = textAt(await statusAt(snac, mastodonOwner, 'Grüße'), 'content');
      for (const link of [
        `${snac.origin}/northwind`,
        'https://fernhill.example/menu',
        `${snac.origin}?t=kaffee`,
      ])
        expect(content).toContain(`href="${link}"`);
      expect(content).toContain('@nobody@nowhere.invalid');
      noteForm(
        'text with links, hashtags and mentions',
        'facets by their bytes; nobody stays text',
        'links in the content; nobody stays text',
      );
    });

    it('publishes large images below the server’s limit, with alt texts', async () => {
      const files = [await noise('first.jpg'), pictureFile('photo.png')];
      const altTexts = ['A noisy field', `${'a'.repeat(1499)}z`];
      await publish('images', 'bluesky', { text: 'Two images', files, altTexts });
      const { value } = await recordAt(pds, blueskyOwner, 'Two images');
      const images = listAt(value, 'embed', 'images');
      expect(images.map((image) => textAt(image, 'alt'))).toEqual(altTexts);
      const max = RULES.bluesky.forms.feed.images?.maxBytes?.value ?? 0;
      for (const [place, image] of images.entries()) {
        const cid = textAt(image, 'image', 'ref', '$link') ?? '';
        const blob = await blobAt(pds, blueskyOwner, cid);
        expect(blob.length).toBe(valueAt(image, 'image', 'size'));
        expect(blob.length).toBeLessThanOrEqual(max);
        if (place === 0) expect(readFileSync(files[0] ?? '').length).toBeGreaterThan(2 * max);
      }
      await publish('images', 'mastodon', { text: 'Two images', files, altTexts });
      const status = await statusAt(snac, mastodonOwner, 'Two images');
      const attached = listAt(status, 'media_attachments');
      expect(attached.map((one) => textAt(one, 'description'))).toEqual(altTexts);
      for (const one of attached) expect((await fetch(textAt(one, 'url') ?? '')).status).toBe(200);
      noteForm('images with alt texts', 'made smaller than 1,000,000 bytes', 'as they are');
    });

    it('does not publish an alt text that is longer than the server allows', async () => {
      const files = [pictureFile('photo.png')];
      const long = { text: 'Too much to say', files, altTexts: ['a'.repeat(5001)] };
      await expect(publish('alt text', 'mastodon', long)).rejects.toThrow(/altTexts/);
      expect(
        (await statusesAt(snac, mastodonOwner)).filter((one) => textAt(one, 'content')?.includes('Too much')),
      ).toEqual([]);
    });

    it('publishes a video', async () => {
      const files = [pictureFile('film.mp4')];
      await publish('video', 'bluesky', { text: 'A film', files, altTexts: ['A cup turns'] });
      const { value } = await recordAt(pds, blueskyOwner, 'A film');
      expect(value).toMatchObject({ embed: { $type: 'app.bsky.embed.video', alt: 'A cup turns' } });
      const cid = textAt(value, 'embed', 'video', 'ref', '$link') ?? '';
      expect(readFileSync(files[0] ?? '').equals(await blobAt(pds, blueskyOwner, cid))).toBe(true);
      await publish('video', 'mastodon', { text: 'A film', files, altTexts: ['A cup turns'] });
      const [video] = listAt(await statusAt(snac, mastodonOwner, 'A film'), 'media_attachments');
      expect(video).toMatchObject({ type: 'video', description: 'A cup turns' });
      const kept = await fetch(textAt(video, 'url') ?? '');
      expect(Buffer.from(await kept.arrayBuffer()).equals(readFileSync(files[0] ?? ''))).toBe(true);
      noteForm('video', 'with a stand-in for the video service, see below', 'byte for byte');
    });

    it('publishes threads', async () => {
      const thread = ['Two of the series', 'Three of the series'];
      await publish('thread', 'bluesky', {
        text: 'One of the series',
        overrides: [{ target: 'bluesky', thread }],
      });
      const [one, two, three] = await Promise.all(
        ['One of the series', ...thread].map((text) => recordAt(pds, blueskyOwner, text)),
      );
      expect(one?.value).not.toHaveProperty('reply');
      for (const [part, parent] of [
        [two, one],
        [three, two],
      ] as const)
        expect(part?.value).toMatchObject({
          reply: { root: { uri: one?.uri }, parent: { uri: parent?.uri } },
        });
      await publish('thread', 'mastodon', {
        text: 'One of the series',
        overrides: [{ target: 'mastodon', thread }],
      });
      const [first, second, third] = await Promise.all(
        ['One of the series', ...thread].map((text) => statusAt(snac, mastodonOwner, text)),
      );
      expect(textAt(second, 'in_reply_to_id')).toBe(textAt(first, 'id'));
      expect(textAt(third, 'in_reply_to_id')).toBe(textAt(second, 'id'));
      noteForm('threads', 'each part replies to the one before', 'each part replies to the one before');
    });

    it('publishes with reply settings', async () => {
      const options = { replySettings: ['mentioned', 'following'] };
      await publish('replies', 'bluesky', {
        text: 'Who comes?',
        overrides: [{ target: 'bluesky', options }],
      });
      const { key: recordKey, uri } = await recordAt(pds, blueskyOwner, 'Who comes?');
      const gates = await recordsAt(pds, blueskyOwner, 'app.bsky.feed.threadgate');
      const rules = ['mentionRule', 'followingRule'].map((rule) => ({
        $type: `app.bsky.feed.threadgate#${rule}`,
      }));
      expect(gates.get(recordKey)).toMatchObject({ post: uri, allow: rules });
      noteForm('who can reply', 'a threadgate under the post’s key', 'not a setting of Mastodon');
    });

    it('publishes with labels, content warnings and languages', async () => {
      const options = { labels: ['graphic-media'], languages: ['de', 'en'] };
      await publish('labels', 'bluesky', {
        text: 'Der Kater starb.',
        overrides: [{ target: 'bluesky', options }],
      });
      expect((await recordAt(pds, blueskyOwner, 'Der Kater')).value).toMatchObject({
        labels: { values: [{ val: 'graphic-media' }] },
        langs: ['de', 'en'],
      });
      const warned = { contentWarning: 'A sad story', sensitive: true, language: 'de' };
      await publish('warning', 'mastodon', {
        text: 'Der Kater starb.',
        overrides: [{ target: 'mastodon', options: warned }],
      });
      expect(await statusAt(snac, mastodonOwner, 'Der Kater')).toMatchObject({
        spoiler_text: 'A sad story',
        sensitive: true,
      });
      noteForm('labels, content warning', 'self-labels', 'warning and sensitive');
      noteForm('languages', 'the record’s languages', 'sent; snac2 says `en` of every post');
    });

    it.each([
      ['public', 'public'],
      ['unlisted', 'unlisted'],
      ['followers', 'private'],
      ['private', 'direct'],
    ])('publishes for this audience: %s', async (privacy, visibility) => {
      const text = `For this audience: ${privacy}`;
      const post = { text, overrides: [{ target: 'mastodon', privacy }] };
      // Only what everybody sees is said to be public.
      const reality = privacy === 'public' ? undefined : 'Real network: this is not a simulation.';
      await publish('visibility', 'mastodon', post, reality);
      expect(await statusAt(snac, mastodonOwner, text)).toMatchObject({ visibility });
      if (privacy === 'private')
        noteForm('visibility', 'all posts are public', 'public, unlisted, followers, direct');
    });

    it('publishes a link card', async () => {
      const link = 'https://fernhill.example/card';
      await publish('card', 'bluesky', {
        text: 'Our menu',
        overrides: [{ target: 'bluesky', link, title: 'Menu' }],
      });
      expect((await recordAt(pds, blueskyOwner, 'Our menu')).value).toMatchObject({
        embed: { external: { uri: link, title: 'Menu' } },
      });
      noteForm('link card', 'an external embed', 'made by Mastodon itself');
    });

    it('has published each form once', async () => {
      const texts = [...(await recordsAt(pds, blueskyOwner))].map(([, value]) => textAt(value, 'text'));
      expect(new Set(texts).size).toBe(texts.length);
      const statuses = (await statusesAt(snac, mastodonOwner)).map((one) => textAt(one, 'content'));
      expect(new Set(statuses).size).toBe(statuses.length);
    });
  });

  describe('afterwards', () => {
    it('shows nothing of a secret in any answer, page, file, log or backup', async () => {
      // A wrong password and a refused sign-in, for the errors that they cause.
      const connect = [
        'accounts',
        'connect',
        'bluesky',
        friend.handle,
        '--server',
        pds.origin,
        '--app-password',
        '-',
      ];
      await expect(home.run(connect, friend.password)).rejects.toThrow('app password');
      await api('POST', '/v1/webhooks', { url: WEBHOOK_URL, label: 'hook' });
      await pds.moveClock(3 * 60 * 60_000);
      for (const account of listAt(await api('GET', '/v1/accounts'), 'data')) {
        const checked = await api('POST', `/v1/accounts/${textAt(account, 'id')}/check`, {});
        expect(checked).toMatchObject({ health: { status: 'healthy' } });
      }
      await readEverything();
      const backup = join(home.folder, 'backup.tar.gz');
      await home.run(['backup', backup]);
      await page.close();
      await serving.stop();

      const sealed = await sealedSecrets({ dataFolder: home.data }, { file: join(home.data, 'secret.key') });
      const secrets = new Map(sealed);
      for (const token of pds.granted) secrets.set(token, 'granted by Bluesky’s server');
      for (const token of await snac.granted()) secrets.set(token, 'granted by Mastodon’s server');
      for (const { password, appPassword } of [blueskyOwner, otherBluesky, friend]) {
        secrets.set(appPassword, 'an app password');
        secrets.set(password, 'a password');
      }
      for (const { password } of [mastodonOwner, otherMastodon]) secrets.set(password, 'a password');
      // Its beginning is shown, so that keys can be told apart.
      secrets.set(key.slice(shownPrefixOf(key).length), 'the API key');
      for (const token of signInLinks) secrets.set(token, 'the sign-in link');
      const keyFile = readFileSync(join(home.data, 'secret.key'), 'utf8').trim();
      secrets.set(keyFile, 'the secret key');

      // What is sealed is what the servers granted: the search knows the real tokens.
      const known = new Set([...pds.granted, ...(await snac.granted())]);
      const tokens = [...sealed].filter(([, purpose]) => purpose.startsWith('account:'));
      expect(tokens).toHaveLength(2 * 2 + 2);
      expect(tokens.filter(([token]) => !known.has(token))).toEqual([]);
      expect([...sealed.values()].map((purpose) => purpose.split(':')[0])).toEqual(
        expect.arrayContaining(['account', 'network_app', 'secret', 'webhook']),
      );
      expect(pds.granted.length).toBeGreaterThan(12);

      const search = new SecretSearch(secrets);
      expect(search.in(Buffer.from(shownOnce.map(({ text }) => text).join()))).toHaveLength(1);
      const found: string[] = [];
      let looked = 0;
      const look = (where: string, bytes: Uint8Array, allowed: readonly string[] = []) => {
        looked += bytes.length;
        found.push(
          ...search
            .in(bytes)
            .filter((name) => !allowed.includes(name))
            .map((name) => `${where}: ${name}`),
        );
      };
      for (const { where, text } of said) look(where, Buffer.from(text));
      for (const { where, text } of home.said) {
        const isShown =
          /^postrider (?:keys create|dashboard)/.test(where) && where.endsWith('standard output');
        look(where, Buffer.from(text), isShown ? ['the API key', 'the sign-in link'] : []);
      }
      for (const path of filesIn(home.data)) {
        look(path, readFileSync(join(home.data, path)), path === 'secret.key' ? ['the secret key'] : []);
      }
      look('the backup', gunzipSync(readFileSync(backup)));
      expect(found).toEqual([]);
      expect(looked).toBeGreaterThan(1_000_000);
    });
  });

  /** Reads everything that the API and the dashboard show. */
  async function readEverything(): Promise<void> {
    const ids: Record<string, readonly string[]> = {};
    for (const name of ['accounts', 'posts', 'webhooks', 'media', 'events']) {
      const listed = listAt(await api('GET', `/v1/${name}?limit=100`), 'data');
      ids[name] = listed.map((one) => textAt(one, 'id') ?? textAt(one, 'key') ?? '');
    }
    for (const { method, path } of Object.values(OPERATIONS)) {
      if (method !== 'GET' || path.startsWith('/v1/test/')) continue;
      const [, name = ''] = /^\/v1\/([a-z]+)\/\{[^}]+\}/.exec(path) ?? [];
      const paths = path.includes('{')
        ? (ids[name] ?? []).map((id) => path.replace(/\{[^}]+\}/, id))
        : [path];
      for (const one of paths.filter((other) => !other.includes('{'))) {
        await api('GET', one).catch((error: unknown) => said.push({ where: one, text: String(error) }));
      }
    }
    const open = new Set([
      '/',
      '/channels',
      '/posts',
      '/activity',
      '/settings',
      '/settings/keys',
      '/settings/webhooks',
    ]);
    for (const id of ids['accounts'] ?? []) open.add(`/channels/${id}/connect`);
    for (const id of ids['posts'] ?? []) open.add(`/posts/${id}`);
    for (const id of ids['webhooks'] ?? []) open.add(`/settings/webhooks/${id}`);
    for (const path of open) {
      const response = await page.request.get(path);
      said.push({ where: `page ${path}`, text: await response.text() });
    }
  }

  /** An image that does not get small by compression. */
  async function noise(name: string): Promise<string> {
    const library = await loadSharp();
    if (!library) throw new Error('This test needs sharp.');
    const grains = { type: 'gaussian' as const, mean: 128, sigma: 60 };
    const field = { width: 2400, height: 1800, channels: 3 as const, background: '#7a4a2b', noise: grains };
    const path = pictureFile(name);
    writeFileSync(path, await library.default({ create: field }).jpeg({ quality: 90 }).toBuffer());
    return path;
  }
});

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
