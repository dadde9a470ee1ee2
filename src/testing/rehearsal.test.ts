import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PostriderClient } from '../client/client.js';
import { isRehearsed } from '../contract/accounts/rehearsal.js';
import { PLATFORM_NAMES, type Platform } from '../contract/platforms.js';
import { APP_PLATFORMS } from '../networks/access.js';
import { type Rehearsal, startRehearsal } from './rehearsal.js';

let rehearsal: Rehearsal;
let client: PostriderClient;
beforeAll(async () => {
  rehearsal = await startRehearsal({
    ...{ platforms: APP_PLATFORMS, port: 0, logLevel: 'silent' },
    entriesFor: () => [],
  });
  client = new PostriderClient({ apiKey: rehearsal.apiKey, baseUrl: rehearsal.url });
});
afterAll(async () => {
  await client.close();
  await rehearsal.stop();
});

function networkOf(platform: Platform) {
  const found = rehearsal.networks.find((network) => network.platform === platform);
  if (found === undefined) throw new Error(`${platform} is not rehearsed.`);
  return found;
}

/** Sets the app that the rehearsal names, and begins to connect. @returns the address of the consent page */
async function begin(platform: Platform, review?: string) {
  const { clientId, clientSecret } = networkOf(platform);
  await client.apps.set(platform, { clientId, clientSecret, ...(review !== undefined && { review }) });
  const { id, authorizeUrl } = await client.connections.start({ platform, method: 'paste' });
  return { id, consent: authorizeUrl ?? '' };
}

const sendForm = (url: string, fields: readonly (readonly [string, string])[], headers = {}) =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])),
    redirect: 'manual',
    headers,
  });

/** What the boxes of a consent page grant. */
const scopesIn = (html: string) =>
  Array.from(html.matchAll(/name="scope" value="([^"]+)"/g), ([, name = '']) => ['scope', name] as const);

async function allow(platform: Platform, review?: string, without: readonly string[] = []) {
  const { id, consent } = await begin(platform, review);
  const html = await (await fetch(consent)).text();
  expect(html).toContain(`Postrider simulates ${PLATFORM_NAMES[platform]} on this machine.`);
  const scopes = scopesIn(html).filter(([, name]) => !without.includes(name));
  const answer = await sendForm(consent, [['do', 'allow'], ...scopes]);
  return client.connections.finish(id, { callbackUrl: answer.headers.get('location') ?? '' });
}

/** Publishes a text. @returns its address at the network */
async function publish(platform: Platform, accountId: string | undefined, text: string): Promise<string> {
  const { id } = await client.posts.create({ accountIds: [accountId ?? ''], text, scheduleMode: 'now' });
  await expect.poll(async () => (await client.posts.get(id)).status, { timeout: 10_000 }).toBe('published');
  const { targets } = await client.posts.get(id);
  const address = targets[0]?.url ?? '';
  expect(new URL(address).origin).toBe(new URL(networkOf(platform).url).origin);
  return address;
}

describe('a rehearsal', () => {
  it.each(APP_PLATFORMS)(
    'connects %s with the app that it names, with every review of it',
    async (platform) => {
      const { reviews } = await client.apps.get(platform);
      for (const { id: review } of reviews) {
        const { status, choices, id, account } = await allow(platform, review);
        const [first] = choices;
        const connected =
          status === 'choosing'
            ? (await client.connections.finish(id, { choices: [first?.id ?? ''] })).account
            : account;
        expect(connected?.health.status).toBe('healthy');
      }
    },
  );

  it('shows at the network what is published, and what somebody answers, as text', async () => {
    const { account } = await allow('x');
    const address = await publish('x', account?.id, 'One <b> a day');
    const { url } = networkOf('x');
    expect(await (await fetch(address)).text()).toContain('One &lt;b&gt; a day');

    const shown = await (await fetch(url)).text();
    expect(shown).toContain('One &lt;b&gt; a day');
    const [, postId = ''] = /name="post" value="([^"]+)"/.exec(shown) ?? [];
    const comment = [
      ['do', 'comment'],
      ['post', postId],
      ['name', '<i>'],
      ['text', '<script>'],
    ] as const;
    expect((await sendForm(url, comment)).status).toBe(303);
    const after = await (await fetch(url)).text();
    expect(after).toContain('&lt;script&gt;');
    expect(after).not.toContain('<script');
    expect(after).not.toContain('<i>');
  });

  it('publishes to the Page that was chosen, and reads what somebody comments there at once', async () => {
    const { id, choices } = await allow('facebook');
    const roastery = choices.find(({ name }) => name === 'Fernhill Roastery');
    const { account } = await client.connections.finish(id, { choices: [roastery?.id ?? ''] });
    await publish('facebook', account?.id, 'We roast on Monday.');
    const { url } = networkOf('facebook');
    const shown = await (await fetch(url)).text();
    expect(shown).toContain('Post by Fernhill Roastery');
    const [, postId = ''] = /name="post" value="(330000000000003_[^"]+)"/.exec(shown) ?? [];
    const comment = [
      ['do', 'comment'],
      ['post', postId],
      ['text', 'Until when?'],
    ] as const;
    await sendForm(url, comment);
    const texts = async () => (await client.comments.list()).data.map(({ text }) => text);
    await expect.poll(texts, { timeout: 10_000 }).toContain('Until when?');
    const [read] = (await client.comments.list()).data;
    expect(read?.simulated).toBe(true);
  });

  it('says of every account and post that the network is simulated', async () => {
    const { account } = await allow('pinterest');
    if (account === null) throw new Error('Not connected.');
    expect([account.simulated, isRehearsed(account)]).toEqual([false, true]);
    const content = { accountIds: [account.id], text: 'Autumn' };
    const draft = { ...content, scheduleMode: 'draft' } as const;
    const { targets } = await client.posts.validate(draft);
    const post = await client.posts.create(draft);
    expect([...targets, ...post.targets].map(({ simulated }) => simulated)).toEqual([true, true]);
  });

  it('ends access as the settings of the network would', async () => {
    const { account } = await allow('tiktok');
    if (account === null) throw new Error('Not connected.');
    const { id } = account;
    const { url } = networkOf('tiktok');
    await sendForm(url, [['do', 'expire']]);
    expect((await client.accounts.check(id)).health.status).toBe('healthy');
    await sendForm(url, [['do', 'end']]);
    expect((await client.accounts.check(id)).health.status).toBe('reconnect_required');
  });

  it('lets the person leave out a permission', async () => {
    const without = ['instagram_business_content_publish'];
    await expect(allow('instagram', undefined, without)).rejects.toThrow(
      /instagram_business_content_publish/,
    );
  });

  it('says at the network why an app or an address is refused', async () => {
    const { consent } = await begin('linkedin');
    const wrong = new URL(consent);
    wrong.searchParams.set('redirect_uri', 'https://elsewhere.example/');
    const answer = await fetch(wrong);
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('This redirect is not registered.'),
    ]);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('sends nothing from this machine', async () => {
    await expect(client.sources.ingest({ url: 'https://example.com/article' })).rejects.toThrow(
      /nothing leaves/,
    );
    await expect(client.sources.ingest({ url: 'https://93.184.215.14/' })).rejects.toThrow(/nothing leaves/);
    const elsewhere = { platform: 'mastodon', server: 'mastodon.social' } as const;
    await expect(client.connections.start(elsewhere)).rejects.toThrow(
      /nothing leaves this machine. Mastodon needs no app of your own; a sandbox .*simulates every network/,
    );
  });

  it('answers no other web site', async () => {
    const { url } = networkOf('x');
    expect((await sendForm(url, [['do', 'end']], { origin: 'https://elsewhere.example' })).status).toBe(403);
    const status = await new Promise((resolve, reject) => {
      const call = request(url, { headers: { host: 'elsewhere.example' } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      call.on('error', reject).end();
    });
    expect(status).toBe(403);
  });
});
