import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SIGN_INS } from '../../src/backend/simulators/over-http/sign-in/all.js';
import { instagram } from '../../src/backend/simulators/over-http/sign-in/instagram.js';
import { publishPreview } from '../../src/cli/commands/posts/publish-preview.js';
import type { Account } from '../../src/contract/accounts/accounts.js';
import type { Platform } from '../../src/contract/platforms.js';
import type { PostDraft } from '../../src/contract/posts/content.js';
import type { PostValidation } from '../../src/contract/posts/posts.js';
import { APP_PLATFORMS, appOf, withoutAddress } from '../../src/networks/access.js';
import { RULES } from '../../src/networks/rules.js';
import { inPipe } from '../cli/support/terminal.js';
import { sampleBytes } from '../support/media/sample-bytes.js';
import { storeMedia } from '../support/media/stored-media.js';
import { AppConnecting } from '../support/networks/sign-in/app-connecting.js';
import { callDirectly, clientOf } from '../support/tool-harness.js';
import { Visitor } from '../support/visitor.js';

/** Why a sentence about an account is not said of each of its posts. */
const NOT_OF_POSTS: Partial<Record<Platform, string>> = {
  linkedin: 'It is about what is read afterwards. Nothing about publishing is different.',
};

const FILES = {
  images: { contentType: 'image/jpeg' },
  videos: { contentType: 'video/mp4', width: 1080, height: 1920, duration_seconds: 20 },
} as const;

/** Each review of an app with which there is something to know, and the first one if the network fetches files. */
const SCENES = APP_PLATFORMS.flatMap((platform) => {
  const app = appOf(platform);
  const ids = app?.reviews.map(({ id }) => id) ?? [];
  const said = ids.filter((id) => app?.standing.some(({ reviews }) => reviews?.includes(id) ?? true));
  return (said.length === 0 && app?.fetches ? ids.slice(0, 1) : said).map((review) => ({ platform, review }));
});

it.each(SCENES)('knows how an account of $platform signs in', ({ platform }) => {
  expect(SIGN_INS).toHaveProperty(platform);
});

describe.each(SCENES)('$platform with the review $review, and no public address', ({ platform, review }) => {
  const app = appOf(platform);
  const standing = (app?.standing ?? []).filter(({ reviews }) => reviews?.includes(review) ?? true);
  const unreachable = withoutAddress(platform);
  const refusalOf = (privacy: string) =>
    standing.flatMap((one) => one.refuses?.({ text: '', thread: [], privacy }) ?? [])[0];
  const allowed = refusalOf('public') ? 'private' : 'public';
  const ofAccount = [...standing.map(({ account }) => account), ...(unreachable ? [unreachable] : [])];
  let place: AppConnecting;
  let account: Account;
  let person: Visitor;

  beforeAll(async () => {
    const data = SIGN_INS[platform];
    if (data === undefined) throw new Error(`There is no sign-in for ${platform}.`);
    place = await AppConnecting.start({ ...data, review }, { unreachable: true });
    place.signIn.app.redirects.push('https://localhost/connect/callback');
    const { body } = await place.allow(app?.redirect === 'https' ? { method: 'paste' } : {});
    const finished =
      body.status === 'choosing'
        ? (await place.finish(body, { choices: body.choices.slice(0, 1).map(({ id }) => id) })).body
        : body;
    if (finished.account === null) throw new Error(`${platform}: ${finished.problem}`);
    account = finished.account;
    person = await Visitor.signedIn(place.test);
  });
  afterAll(() => place?.close());

  const tool = async (name: 'list_accounts' | 'create_post', args: Record<string, unknown>) => {
    const client = clientOf(place.test.key, { baseUrl: place.test.backend.url });
    return (await callDirectly({ tool: `postrider_${name}`, args, client })).text;
  };

  /** What a terminal shows. */
  async function terminal(...command: string[]): Promise<string> {
    const env = { POSTRIDER_API_KEY: place.test.key, POSTRIDER_BASE_URL: place.test.backend.url };
    const { stdout, stderr } = await inPipe(command, env);
    return stdout + stderr;
  }

  async function terminalBefore(): Promise<string> {
    const shown = await terminal('accounts', 'connect', platform, '--method', 'paste');
    const [before = '', after] = shown.split('Open this address');
    expect(after).toBeDefined();
    return before;
  }

  /** A post with what the network requires. */
  async function postWith(kind: keyof typeof FILES | null, privacy = allowed) {
    const { services } = place.test.backend;
    const { contentType } = FILES[kind ?? 'images'];
    const at = {
      store: services.store,
      media: services.media,
      workspaceId: place.test.workspace.id,
      now: place.test.clock.now(),
    };
    const key = kind && (await storeMedia(at, sampleBytes(contentType, 200_000), FILES[kind]));
    const all = {
      title: 'Roasting day',
      privacy,
      madeForKids: false,
      boardId: account.boards?.list[0]?.id,
    };
    const { options } = RULES[platform];
    const required = Object.entries(all).filter(
      ([name]) => options[name as keyof typeof all]?.required.value === true,
    );
    return {
      text: 'See https://example.com',
      accountIds: [account.id],
      mediaUrls: key === null ? [] : [key],
      scheduleMode: 'now',
      ...(required.length > 0 && { overrides: [{ target: account.id, ...Object.fromEntries(required) }] }),
    } as PostDraft & { accountIds: string[]; mediaUrls: string[] };
  }

  const check = async (post: PostDraft) =>
    (await place.test.post<PostValidation>('/v1/posts/validate', post)).body;

  async function composer(post: Awaited<ReturnType<typeof postWith>>): Promise<string> {
    const [own = {}] = post.overrides ?? [];
    const options = Object.entries(own).filter(([name]) => name !== 'target');
    const fields = {
      text: post.text ?? '',
      account: [account.id],
      media: post.mediaUrls,
      ...Object.fromEntries(options.map(([name, value]) => [`o.${account.id}.${name}`, String(value)])),
    };
    return seen((await person.send('/posts/check', fields, { 'hx-request': 'true' })).html);
  }

  describe.runIf(ofAccount.length > 0)('says what holds for the account', () => {
    it.each<[string, () => Promise<string>]>([
      [
        'in the API’s begun connection',
        async () => JSON.stringify((await place.begin({ method: 'paste' })).standing),
      ],
      [
        'on the page that begins to connect',
        async () => seen((await person.open(`/channels/connect/${platform}`)).html),
      ],
      ['in the API’s accounts', async () => JSON.stringify((await place.test.get('/v1/accounts')).body)],
      ['in the terminal, before the address to open', () => terminalBefore()],
      ['in the terminal’s list of accounts', () => terminal('accounts', 'list')],
      ['in list_accounts', () => tool('list_accounts', {})],
      ['on the Channels page', async () => seen((await person.open('/channels')).html)],
    ])('%s', async (_, read) => {
      const text = await read();
      for (const sentence of ofAccount) expect(text).toContain(sentence);
    });
  });

  describe.runIf(standing.length > 0)('says what holds for one post', () => {
    it('in the check, the tool’s and the terminal’s preview, and the composer', async () => {
      const { forms, options } = RULES[platform];
      const kind = forms.feed.mediaRequired.value ? (forms.feed.videos ? 'videos' : 'images') : null;
      const post = await postWith(kind);
      const privacy = options.privacy?.required.value ? allowed : null;
      const facts = { text: post.text ?? '', thread: [], privacy };
      const sentences = standing.flatMap((one) => (one.post ? one.post(facts) : one.account) ?? []);
      if (sentences.length === 0) {
        expect(NOT_OF_POSTS).toHaveProperty(platform);
        return;
      }
      const checked = await check(post);
      expect(checked.targets.flatMap(({ errors }) => errors)).toEqual([]);
      const screen = { width: null, style: (_: unknown, words: string) => words };
      const places = {
        check: checked.targets.flatMap(({ warnings }) => warnings.map(({ message }) => message)).join('\n'),
        tool: await tool('create_post', post),
        terminal: publishPreview({ draft: post, check: checked }).preview(screen),
        composer: await composer(post),
      };
      for (const sentence of sentences) {
        for (const [name, text] of Object.entries(places)) {
          expect.soft(text, name).toContain(sentence);
        }
      }
    });
  });

  it.runIf(refusalOf('public'))('refuses a public post in the same places', async () => {
    const refused = refusalOf('public');
    const post = await postWith(RULES[platform].forms.feed.videos ? 'videos' : 'images', 'public');
    const { targets } = await check(post);
    expect(targets[0]?.errors.find(({ message }) => message === refused?.message)).toMatchObject({
      fix: refused?.fix,
    });
    for (const text of [await tool('create_post', post), await composer(post)]) {
      expect(text).toContain(refused?.message);
      expect(text).toContain(refused?.fix);
    }
  });

  it.runIf(app?.fetches)(
    'refuses files that the network cannot fetch, in the check, the tool and the composer',
    async () => {
      for (const kind of app?.fetches?.kinds ?? []) {
        const post = await postWith(kind);
        const { targets } = await check(post);
        const found = targets[0]?.errors.find(({ code }) => code === 'media_not_reachable');
        expect(found).toMatchObject({ source: app?.fetches?.source.where });
        for (const text of [await tool('create_post', post), await composer(post)]) {
          expect(text).toContain(found?.message);
        }
      }
    },
  );
});

it('says nothing of the address once there is a public one', async () => {
  const place = await AppConnecting.start(instagram);
  try {
    expect((await place.begin({ method: 'paste' })).standing).toEqual([]);
  } finally {
    await place.close();
  }
});

/** The text of a page. */
const seen = (html: string): string =>
  html.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');
