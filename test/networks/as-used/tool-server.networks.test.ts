import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { listAt, textAt } from '../../../src/backend/networks/requests/json-answer.js';
import type { Connection } from '../../../src/contract/accounts/connections.js';
import { ManualClock } from '../../support/manual-clock.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { BreakingProxy, LOSSES } from '../breaking-proxy.js';
import { writeToolLosses } from '../measured.js';
import { Pds, type PdsAccount } from '../servers/start-pds.js';
import { Snac, type SnacAccount } from '../servers/start-snac.js';
import { Home } from './programs.js';
import { recordsAt, statusesAt } from './read-back.js';
import { ToolUser } from './tool-user.js';

const { pds: ensuredPds, snac: ensuredSnac } = inject('servers');
const canRun = ensuredPds.installed !== null && ensuredSnac.installed !== null;
const PHOTO = join(import.meta.dirname, '../../fixtures/media/photo.png');
const PLATFORMS = ['bluesky', 'mastodon'] as const;
type Platform = (typeof PLATFORMS)[number];
/** A lost answer is looked up after 5 s, and again after pauses, for each post of a thread. */
const SETTLED_WITHIN_MS = 150_000;
const LOOK_MS = 10 * 60_000;
const MAX_LOOKS = 60;
const SETTLED = /^(published|partially_published|failed|unknown|missed|cancelled|deleted)$/;

/** A post as a server has it. */
interface Seen {
  readonly text: string;
  readonly images: number;
  /** The text of the post that it replies to; null: it replies to none. */
  readonly answers: string | null;
}

/** An account of a real server, behind a proxy that loses answers. */
interface Site {
  readonly accountId: string;
  readonly proxy: BreakingProxy;
  seen(): Promise<readonly Seen[]>;
  takeDown(): Promise<void>;
  restore(): Promise<void>;
  /** Postrider’s words for what the server then says. */
  readonly takenDown: { readonly code: string; readonly health: string; readonly reason: string };
}

let pds: Pds;
let snac: Snac;
let proxies: Readonly<Record<Platform, BreakingProxy>>;

beforeAll(async () => {
  if (ensuredPds.installed === null || ensuredSnac.installed === null) return;
  [pds, snac] = await Promise.all([Pds.start(ensuredPds.installed), Snac.start(ensuredSnac.installed)]);
  proxies = {
    bluesky: await BreakingProxy.before(pds.origin, ({ url = '' }) => /\.(put|delete)Record$/.test(url)),
    mastodon: await BreakingProxy.before(
      snac.origin,
      ({ url = '', method }) =>
        (method === 'POST' && url === '/api/v1/statuses') ||
        (method === 'DELETE' && url.startsWith('/api/v1/statuses/')),
    ),
  };
}, 120_000);

afterAll(async () => {
  await Promise.all([proxies?.bluesky.close(), proxies?.mastodon.close()]);
  await Promise.all([pds?.stop(), snac?.stop()]);
});

/** @param accountIds of the accounts at the proxies */
function sitesOf(
  owner: PdsAccount,
  tooter: SnacAccount,
  accountIds: Readonly<Record<Platform, string>>,
): Readonly<Record<Platform, Site>> {
  return {
    bluesky: {
      accountId: accountIds.bluesky,
      proxy: proxies.bluesky,
      takeDown: () => pds.takeDown(owner.did),
      restore: () => pds.restore(owner.did),
      takenDown: {
        code: 'account_restricted',
        health: 'disabled',
        reason: 'Bluesky has taken the account down',
      },
      seen: async () => {
        const records = await recordsAt(pds, owner);
        return [...records.values()].map((value) => {
          const parent = textAt(value, 'reply', 'parent', 'uri')?.split('/').at(-1);
          return {
            text: textAt(value, 'text') ?? '',
            images: listAt(value, 'embed', 'images').length,
            answers: parent === undefined ? null : textAt(records.get(parent), 'text'),
          };
        });
      },
    },
    mastodon: {
      accountId: accountIds.mastodon,
      proxy: proxies.mastodon,
      takeDown: () => snac.takeDown(tooter),
      restore: () => snac.restore(tooter),
      takenDown: {
        code: 'account_reconnect_required',
        health: 'reconnect_required',
        reason: 'no longer accepts the account’s access token',
      },
      seen: async () => {
        const statuses = await statusesAt(snac, tooter);
        const textOf = (status: unknown) => (textAt(status, 'content') ?? '').replace(/<[^>]*>/g, '').trim();
        return statuses.map((status) => {
          const parent = textAt(status, 'in_reply_to_id');
          const answered = statuses.find((one) => textAt(one, 'id') === parent);
          return {
            text: textOf(status),
            images: listAt(status, 'media_attachments').length,
            answers: parent === null ? null : textOf(answered),
          };
        });
      },
    },
  };
}

/** A call of the API. */
type Api = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Connects an account of Mastodon’s API at the proxy before its server. @returns its id */
async function connectMastodon(api: Api, tooter: SnacAccount): Promise<string> {
  const begun = await api('POST', '/v1/connections', {
    platform: 'mastodon',
    server: proxies.mastodon.origin,
  });
  const callbackUrl = await snac.allow(textAt(begun, 'authorizeUrl') ?? '', tooter);
  const done = await api('POST', `/v1/connections/${textAt(begun, 'id')}/finish`, { callbackUrl });
  const id = textAt(done, 'account', 'id');
  if (id === null) throw new Error(JSON.stringify(done));
  return id;
}

const countOf = (seen: readonly Seen[], text: string) => seen.filter((one) => one.text === text).length;

/** The one target of a post that a tool has returned. */
const targetOf = (structured: unknown): unknown => listAt(structured, 'targets')[0];

describe.skipIf(!canRun)('the built tool server with a built backend', { timeout: 240_000 }, () => {
  let home: Home;
  let url: string;
  let key: string;
  let sites: Readonly<Record<Platform, Site>>;
  let tools: ToolUser;
  const measured: (readonly (string | number)[])[] = [];

  beforeAll(async () => {
    if (!canRun) return;
    const [owner, tooter] = [await pds.createAccount('fernhill'), await snac.createAccount('fernhill')];
    home = new Home();
    mkdirSync(join(home.folder, 'Pictures'));
    cpSync(PHOTO, join(home.folder, 'Pictures/photo.png'));
    ({ url } = await home.serve());
    key = (await home.run(['keys', 'create', '--label', 'my agent', '--preset', 'full', '--quiet'])).trim();
    await home.run(['login', '--key', '-', '--base-url', url], key);
    const connect = ['accounts', 'connect', 'bluesky', owner.handle, '--server', proxies.bluesky.origin];
    const bluesky = await home.run([...connect, '--app-password', '-', '--quiet'], owner.appPassword);
    const accountIds = { bluesky: bluesky.trim(), mastodon: await connectMastodon(api, tooter) };
    sites = sitesOf(owner, tooter, accountIds);
  }, 120_000);

  beforeEach(async () => {
    tools = await ToolUser.open({ ...home.env, POSTRIDER_API_KEY: key, POSTRIDER_BASE_URL: url });
  });

  afterAll(async () => {
    writeToolLosses('networks-tool-losses', measured);
    await home?.remove();
  });

  const api: Api = async (method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return response.json();
  };

  /** Publishes after a yes. @returns the id of the accepted post */
  async function publish(site: Site, text: string, more: object = {}): Promise<string> {
    const post = { accountIds: [site.accountId], text, scheduleMode: 'now', ...more };
    const { structured } = await tools.call('create_post', post);
    return textAt(structured, 'id') ?? '';
  }

  /** Reads a post until its outcome is settled. @returns the settled answer */
  async function settled(id: string): Promise<Readonly<Record<string, unknown>>> {
    let last: Readonly<Record<string, unknown>> = {};
    for (const until = Date.now() + SETTLED_WITHIN_MS; Date.now() < until; ) {
      last = (await tools.call('get_post', { id, waitSeconds: 15 })).structured;
      if (SETTLED.test(String(last['status']))) return last;
    }
    throw new Error(`${id} is not settled: ${JSON.stringify(last)}`);
  }

  describe.each(PLATFORMS)('on %s', (platform) => {
    let site: Site;
    beforeAll(() => {
      if (canRun) site = sites[platform];
    });

    it('loses nothing and publishes nothing twice when answers are lost before and after each call', async () => {
      const forms = LOSSES.map((loss) => ({
        loss,
        alone: `A post on ${platform} [${loss}]`,
        pictured: `With an image on ${platform} [${loss}]`,
        thread: ['One', 'Two', 'Three'].map((part) => `${part} on ${platform} [${loss}]`),
      }));
      const image = await tools.call('upload_media', { path: join(home.folder, 'Pictures/photo.png') });
      const pictured = { mediaUrls: [image.structured['key']], altTexts: ['A cup of coffee'] };
      const before = site.proxy.losses;
      const made: string[] = [];
      const early: Readonly<Record<string, unknown>>[] = [];
      for (const { alone, pictured: withImage, thread } of forms) {
        const [first = '', ...rest] = thread;
        const id = await publish(site, alone);
        early.push((await tools.call('get_post', { id, waitSeconds: 2 })).structured);
        made.push(id, await publish(site, withImage, pictured));
        made.push(await publish(site, first, { overrides: [{ target: platform, thread: rest }] }));
      }
      expect(tools.asked).toHaveLength(made.length);

      const outcomes: unknown[] = [];
      for (const id of made) outcomes.push((await settled(id))['status']);
      expect(outcomes).toEqual(made.map(() => 'published'));
      // While nobody knows, no answer says that it is there or that it is not. A slow machine reads some of them later.
      const doubtful = early.filter((answer) => textAt(targetOf(answer), 'phase') === 'reconciling');
      expect(doubtful).not.toEqual([]);
      for (const answer of doubtful) {
        expect(answer).toMatchObject({
          status: 'publishing',
          message: expect.stringContaining('did not respond after it was sent'),
          targets: [{ posted: 'not known yet', code: 'outcome_unknown' }],
        });
      }

      const seen = await site.seen();
      for (const { loss, alone, pictured: withImage, thread } of forms) {
        const texts = [alone, withImage, ...thread];
        const counts = texts.map((text) => countOf(seen, text));
        const how = [1, 2, 0].map(
          (times) => counts.filter((n) => (times === 2 ? n > 1 : n === times)).length,
        );
        measured.push([`${platform}: ${loss}`, texts.length, ...how]);
        expect(counts).toEqual(texts.map(() => 1));
        expect(seen.find(({ text }) => text === withImage)).toMatchObject({ images: 1, answers: null });
        const parents = thread.map((text) => seen.find((one) => one.text === text)?.answers ?? null);
        expect(parents).toEqual([null, ...thread.slice(0, -1)]);
      }
      expect(site.proxy.losses - before).toBe(forms.length * 5);
    });

    it('deletes what is published after a yes, with its thread, also when the answer is lost', async () => {
      const thread = [`Gone in part on ${platform}`, `Gone at the end on ${platform}`];
      const id = await publish(site, `Gone soon on ${platform}`, {
        overrides: [{ target: platform, thread }],
      });
      const texts = [`Gone soon on ${platform}`, ...thread];
      expect(await settled(id)).toMatchObject({ status: 'published' });
      expect((await site.seen()).filter(({ text }) => texts.includes(text))).toHaveLength(texts.length);

      site.proxy.nextLoss = 'lost after';
      const lost = await tools.call('cancel_post', { id, published: true });
      expect(tools.asked.at(-1)).toContain('Delete the published post');
      expect(tools.asked.at(-1)).toContain('This cannot be undone');
      expect(lost.text).toContain('It may be deleted or not: repeat the deletion, which is safe.');
      const doubtful = await tools.call('get_post', { id });
      expect(doubtful.text).toContain('began and is not finished');
      expect(targetOf(doubtful.structured)).toMatchObject({ phase: 'deleting', posted: 'not known' });
      expect(doubtful.structured['next']).toContain('postrider_cancel_post');
      expect((await tools.try('retry_post', { id })).text).toMatch(/deleted|Nothing/);

      const done = await tools.call('cancel_post', { id, published: true });
      expect(done.structured).toMatchObject({ status: 'deleted', targets: [{ posted: 'deleted' }] });
      expect((await site.seen()).filter(({ text }) => texts.includes(text))).toEqual([]);
    });

    it('deletes from a terminal what the tools have published', async () => {
      const text = `Deleted from a terminal on ${platform}`;
      const id = await publish(site, text);
      expect(await settled(id)).toMatchObject({ status: 'published' });
      await expect(home.run(['posts', 'delete-published', id])).rejects.toThrow('--yes');
      expect(countOf(await site.seen(), text)).toBe(1);
      await home.run(['posts', 'delete-published', id, '--yes']);
      expect(countOf(await site.seen(), text)).toBe(0);
      expect((await tools.call('get_post', { id })).structured).toMatchObject({ status: 'deleted' });
    });

    it('says that the account is taken down and what to do, and publishes when it is restored', async () => {
      const { takenDown, accountId } = site;
      const [text, other] = [`Nobody reads this on ${platform}`, `Nor this on ${platform}`];
      await site.takeDown();
      const id = await publish(site, text);
      const failed = await tools.call('get_post', { id, waitSeconds: 30 });
      expect(failed.structured).toMatchObject({
        status: 'failed',
        targets: [{ posted: 'no', code: takenDown.code }],
      });
      expect(failed.text).toContain(takenDown.reason);
      expect(failed.structured['next']).toMatch(/A person has to (sign in|reconnect)/);

      const listed = await tools.call('list_accounts', { platform });
      expect(listed.structured).toMatchObject({
        message: expect.stringContaining('1 needs attention'),
        accounts: [
          { id: accountId, health: takenDown.health, actionUrl: `${url}/channels/${accountId}/connect` },
        ],
      });
      expect(listed.text).toContain(takenDown.reason);

      const refused = await tools.try('create_post', {
        accountIds: [accountId],
        text: other,
        scheduleMode: 'now',
      });
      expect(refused).toMatchObject({ isError: true });
      expect(refused.text).toContain(takenDown.reason);
      expect(refused.text).toMatch(/check it on the Channels page|reconnect it at/);
      const early = await tools.try('retry_post', { id });
      expect(early.isError).toBe(true);
      expect(early.text).toMatch(/when its network has restored it|A person has to reconnect/);
      await site.restore();
      expect((await site.seen()).filter((one) => [text, other].includes(one.text))).toEqual([]);

      // A retry asks the network how the account is before it refuses.
      await tools.call('retry_post', { id });
      const well = await tools.call('list_accounts', { platform });
      expect(well.structured).toMatchObject({ accounts: [{ id: accountId, health: 'healthy' }] });
      expect(await settled(id)).toMatchObject({ status: 'published' });
      expect(countOf(await site.seen(), text)).toBe(1);
    });
  });
});

describe.skipIf(!canRun)('the built tool server when a server stays away', { timeout: 240_000 }, () => {
  let test: BackendUnderTest;
  let sites: Readonly<Record<Platform, Site>>;

  beforeAll(async () => {
    if (!canRun) return;
    const [owner, tooter] = [await pds.createAccount('northwind'), await snac.createAccount('northwind')];
    // A clock that the test moves: Postrider asks a server that is away for a long time.
    test = await BackendUnderTest.startOn(new ManualClock(Date.now()), ':memory:', {
      live: true,
      demo: false,
      networkTesting: { allowLoopback: true },
    });
    const api: Api = async (method, path, body) => (await test.request<unknown>(method, path, { body })).body;
    const begun = await test.post<Connection>('/v1/connections', {
      platform: 'bluesky',
      server: proxies.bluesky.origin,
    });
    const done = await api('POST', `/v1/connections/${begun.body.id}/finish`, {
      identifier: owner.handle,
      appPassword: owner.appPassword,
    });
    const bluesky = textAt(done, 'account', 'id') ?? '';
    sites = sitesOf(owner, tooter, { bluesky, mastodon: await connectMastodon(api, tooter) });
  }, 120_000);
  afterAll(() => test?.close());

  it.each(PLATFORMS.flatMap((platform) => LOSSES.slice(0, 2).map((loss) => [platform, loss] as const)))(
    'says that nobody knows the outcome, and resolves it once the server is back: %s, %s',
    async (platform, loss) => {
      const { proxy, accountId, seen } = sites[platform];
      const tools = await ToolUser.open({
        POSTRIDER_API_KEY: test.key,
        POSTRIDER_BASE_URL: test.backend.url,
      });
      const text = `Away on ${platform} [${loss}]`;
      proxy.goesAwayWithLoss = true;
      try {
        const made = await tools.call('create_post', {
          accountIds: [accountId],
          text,
          scheduleMode: 'now',
        });
        const id = textAt(made.structured, 'id') ?? '';
        const look = async () => {
          test.clock.advance(LOOK_MS);
          await test.backend.runDue();
          return (await tools.call('get_post', { id })).structured;
        };
        await test.backend.runDue();
        expect(proxy.isAway).toBe(true);
        // While Postrider still checks, nothing can be resolved by hand, and no answer says that it is known.
        const early = await tools.try('resolve_post', { id, outcome: 'check' });
        expect(early).toMatchObject({ isError: true, text: expect.stringContaining('still checking') });
        let post = await look();
        for (let looks = 0; post['status'] === 'publishing' && looks < MAX_LOOKS; looks += 1)
          post = await look();
        expect(post).toMatchObject({
          status: 'unknown',
          message: expect.stringContaining('It is not known whether it was published'),
          targets: [{ posted: 'not known' }],
        });
        proxy.isAway = false;

        await tools.call('resolve_post', { id, outcome: 'check' });
        await test.backend.runDue();
        post = (await tools.call('get_post', { id })).structured;
        if (loss === 'lost before') {
          // It was looked for and is not there. As it is late by now, a person decides whether it is sent.
          expect(post).toMatchObject({
            status: 'failed',
            targets: [{ posted: 'no', code: 'not_delivered' }],
          });
          expect(countOf(await seen(), text)).toBe(0);
          await tools.call('retry_post', { id });
          await test.backend.runDue();
          post = (await tools.call('get_post', { id })).structured;
        }
        expect(post).toMatchObject({ status: 'published' });
        expect(countOf(await seen(), text)).toBe(1);
      } finally {
        proxy.goesAwayWithLoss = false;
        proxy.isAway = false;
      }
    },
  );
});
