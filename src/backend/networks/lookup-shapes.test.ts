import { describe, expect, it } from 'vitest';
import { medium, Scene } from '../../../test/support/networks/network-scene.js';
import { isRecord } from '../../base/is-record.js';
import type { Platform } from '../../contract/platforms.js';
import { personOf } from '../simulators/shared/people.js';
import { json } from './answers.js';
import type { Connection } from './connection.js';
import type { Delivered, OutgoingPost } from './outgoing-post.js';
import { valueAt } from './requests/json-answer.js';
import type { Wire, WireRequest, WireResponse } from './wire.js';

/**
 * Every look-up of every network, while what it searches for is there: whatever shape the answers have, it is found, or
 * it is not known. "Surely absent" would publish it a second time.
 */

type Find = (connection: Connection) => Promise<Delivered | null>;

/** A look-up of something that is there. */
interface LookUp {
  readonly scene: Scene;
  readonly find: Find;
}

const TEXT = 'We are open on Sunday: https://fernhill.example/menu, with a cake & tea';

async function ofPost(platform: Platform, post?: (scene: Scene) => OutgoingPost): Promise<LookUp> {
  const scene = new Scene(platform);
  const { adapter } = scene.network;
  const outgoing = post ? post(scene) : scene.post(TEXT);
  const prepared = (await adapter.prepare?.(scene.connection(), outgoing)) ?? {};
  await adapter.create(scene.connection(), outgoing, prepared);
  scene.now += 30_000;
  return { scene, find: async (connection) => required(adapter.find)(connection, outgoing, prepared) };
}

async function ofPart(platform: Platform, kind: 'thread' | 'first_comment'): Promise<LookUp> {
  const scene = new Scene(platform);
  const { adapter } = scene.network;
  const main = await scene.publish(scene.post('The main post'));
  scene.now += 2000;
  const part = scene.part(kind, TEXT, main);
  await required(adapter.createPart)(scene.connection(), part);
  scene.now += 30_000;
  return { scene, find: async (connection) => required(adapter.findPart)(connection, part) };
}

/** @param under whether it replies to a comment, not to the post */
async function ofReply(platform: 'instagram' | 'facebook', under: boolean): Promise<LookUp> {
  const scene = new Scene(platform);
  const main = await scene.publish(scene.post('The main post'));
  const comments = required(scene.network.adapter.comments);
  const to = {
    networkPostId: main.networkPostId,
    parentId: null,
    attachesTo: null,
    text: 'A question',
    since: scene.now,
    knownIds: [],
  };
  const asked = under ? (await comments.reply(scene.connection(), to)).networkPostId : null;
  const knownIds = asked === null ? [] : [asked];
  const reply = { ...to, parentId: asked, attachesTo: asked, text: TEXT, since: scene.now, knownIds };
  await comments.reply(scene.connection(), reply);
  scene.now += 30_000;
  return { scene, find: (connection) => comments.findReply(connection, reply) };
}

/** @param isKnown whether the id of the conversation is known */
async function ofMessage(platform: 'instagram' | 'facebook', isKnown: boolean): Promise<LookUp> {
  const scene = new Scene(platform);
  const messages = required(scene.network.adapter.messages);
  const person = personOf('mia.b');
  const { networkUserId } = scene.account;
  await scene.memory.conversationWith({
    conversationId: 't_1',
    networkUserId,
    person,
    updatedAt: scene.now,
  });
  await scene.memory.addMessage({
    conversationId: 't_1',
    messageId: 'm_1',
    text: 'Hello',
    attachments: [],
    answersComment: null,
    createdAt: scene.now,
    fromBusiness: false,
    fromAd: false,
  });
  const message = {
    networkConversationId: isKnown ? 't_1' : null,
    personId: person.networkUserId,
    answersComment: null,
    text: 'Good morning',
    media: [],
    humanAgent: false,
    since: scene.now,
    knownIds: [],
  };
  await messages.send(scene.connection(), message, {});
  scene.now += 30_000;
  return { scene, find: (connection) => messages.find(connection, message) };
}

function required<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('This network does not offer that.');
  return value;
}

const video = [medium('video/mp4')];
const story = { postType: 'story' } as const;

/** How each look-up is set up. A look-up that an adapter gains needs its row. */
const LOOK_UPS: Readonly<Record<string, () => Promise<LookUp>>> = {
  'a post on X': () => ofPost('x'),
  'a post on Instagram': () => ofPost('instagram'),
  'a video on TikTok': () => ofPost('tiktok'),
  'a video on YouTube': () => ofPost('youtube', (scene) => scene.post('A menu for spring')),
  'a post on Threads': () => ofPost('threads'),
  'a post on Bluesky': () => ofPost('bluesky'),
  'a post on Mastodon': () => ofPost('mastodon'),
  'a post with a picture on Mastodon': () =>
    ofPost('mastodon', (scene) => scene.post(TEXT, { privacy: 'followers' }, [medium('image/png')])),
  'a pin on Pinterest': () => ofPost('pinterest', (scene) => scene.post(TEXT, { title: 'Our menu' })),
  'a post on Facebook': () => ofPost('facebook'),
  'a video on Facebook': () => ofPost('facebook', (scene) => scene.post(TEXT, {}, video)),
  'a reel on Facebook': () => ofPost('facebook', (scene) => scene.post(TEXT, { postType: 'reel' }, video)),
  'a video story on Facebook': () => ofPost('facebook', (scene) => scene.post('', story, video)),
  'a photo story on Facebook': () =>
    ofPost('facebook', (scene) => scene.post('', story, [medium('image/jpeg')])),
  'a part on X': () => ofPart('x', 'thread'),
  'a part on Threads': () => ofPart('threads', 'thread'),
  'a part on Bluesky': () => ofPart('bluesky', 'thread'),
  'a part on Mastodon': () => ofPart('mastodon', 'thread'),
  'a first comment on Instagram': () => ofPart('instagram', 'first_comment'),
  'a first comment on YouTube': () => ofPart('youtube', 'first_comment'),
  'a first comment on Facebook': () => ofPart('facebook', 'first_comment'),
  'a reply to a post on Instagram': () => ofReply('instagram', false),
  'a reply to a comment on Instagram': () => ofReply('instagram', true),
  'a reply to a post on Facebook': () => ofReply('facebook', false),
  'a reply to a comment on Facebook': () => ofReply('facebook', true),
  'a message on Instagram': () => ofMessage('instagram', true),
  'a message on Facebook': () => ofMessage('facebook', true),
  'a message in a conversation without a known id': () => ofMessage('facebook', false),
};

const NAMES = Object.keys(LOOK_UPS);

type Path = readonly (string | number)[];

/** The paths of everything in a JSON body, the body itself included. */
function pathsIn(value: unknown, at: Path = []): Path[] {
  const below = Array.isArray(value)
    ? value.flatMap((one, index) => pathsIn(one, [...at, index]))
    : isRecord(value)
      ? Object.entries(value).flatMap(([key, one]) => pathsIn(one, [...at, key]))
      : [];
  return [at, ...below];
}

/** What can happen to one place of a body: `undefined` removes it, and `rename` changes the name of its key. */
const CHANGES: Readonly<Record<string, (value: unknown) => unknown>> = {
  'left out': () => undefined,
  null: () => null,
  'an object': () => ({}),
  'wrapped in a list': (value) => [value],
  'wrapped in an object': (value) => ({ value }),
  'an empty text': () => '',
};

function changed(value: unknown, path: Path, change: (value: unknown) => unknown, name?: string): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((one, index) => (index === step ? changed(one, rest, change, name) : one));
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      if (key !== step) return [[key, one]];
      const next = changed(one, rest, change, name);
      return next === undefined ? [] : [[rest.length === 0 && name ? name : key, next]];
    }),
  );
}

/** A wire that records the answers, and replaces the answer to one request. */
function changing(
  wire: Wire,
  place: number,
  change: (response: WireResponse) => WireResponse,
): { readonly wire: Wire; readonly answers: WireResponse[] } {
  const answers: WireResponse[] = [];
  return {
    answers,
    wire: {
      origin: wire.origin,
      webUrl: wire.webUrl,
      async send(request, signal) {
        const response = await wire.send(request, signal);
        answers.push(response);
        return answers.length - 1 === place ? change(response) : response;
      },
    },
  };
}

async function outcome(lookUp: LookUp, wire: Wire): Promise<'found' | 'not known' | 'absent'> {
  try {
    return (await lookUp.find(lookUp.scene.connection(wire))) === null ? 'absent' : 'found';
  } catch {
    return 'not known';
  }
}

/** Changes after which the answer says readably that what is listed is something else. */
const SAYS_ANOTHER: readonly RegExp[] = [
  // It has no text.
  /\.(text|caption|message|content|description|title|textOriginal) → an empty text/,
  /items\.0\.(title|description) → null/,
  // It replies to nothing.
  /in_reply_to_id → null/,
];

describe.each(NAMES)('%s', (name) => {
  it('is found', async () => {
    const lookUp = await required(LOOK_UPS[name])();
    const isStory = name.includes('story');
    const { wire } = lookUp.scene;
    expect(await outcome(lookUp, wire)).toBe('found');
    expect(isStory || lookUp.scene.memory.posts.length > 0 || lookUp.scene.memory.messages.length > 0).toBe(
      true,
    );
  });

  it('is never called absent because an answer has another shape', async () => {
    const lookUp = await required(LOOK_UPS[name])();
    const { scene } = lookUp;
    const whole = changing(scene.wire, -1, (response) => response);
    await outcome(lookUp, whole.wire);
    expect(whole.answers.length).toBeGreaterThan(0);

    const absent: string[] = [];
    let tried = 0;
    for (const [place, { body }] of whole.answers.entries()) {
      for (const path of pathsIn(body)) {
        const renamed = { 'called something else': (value: unknown) => value };
        for (const [words, change] of Object.entries({ ...CHANGES, ...renamed })) {
          const to = words === 'called something else' ? `${String(path.at(-1))}_v2` : undefined;
          const { wire } = changing(scene.wire, place, (response) => ({
            ...response,
            body: changed(response.body, path, change, to) ?? null,
          }));
          tried += 1;
          const label = `.${path.join('.')} → ${words}`;
          if ((await outcome(lookUp, wire)) === 'absent' && !SAYS_ANOTHER.some((one) => one.test(label))) {
            absent.push(label);
          }
        }
      }
    }
    expect(absent).toEqual([]);
    expect(tried).toBeGreaterThan(6);
  });

  it('is never called absent because a time cannot be read, and found if it has a zone', async () => {
    const lookUp = await required(LOOK_UPS[name])();
    const { scene } = lookUp;
    const whole = changing(scene.wire, -1, (response) => response);
    await outcome(lookUp, whole.wire);
    for (const [place, { body }] of whole.answers.entries()) {
      for (const path of pathsIn(body)) {
        const written = valueAt(body, ...path);
        if (typeof written !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(written)) continue;
        const at = Date.parse(/(z|[+-]\d\d:?\d\d)$/i.test(written) ? written : `${written}Z`);
        const iso = new Date(at).toISOString();
        const inParis = `${new Date(at + 3_600_000).toISOString().slice(0, 19)}+01:00`;
        const told = (time: string) =>
          outcome(
            lookUp,
            changing(scene.wire, place, (response) => ({
              ...response,
              body: changed(response.body, path, () => time),
            })).wire,
          );
        expect(await told('yesterday')).not.toBe('absent');
        expect(await told('')).not.toBe('absent');
        expect([iso, await told(iso)]).toEqual([iso, 'found']);
        expect([inParis, await told(inParis)]).toEqual([inParis, 'found']);
      }
    }
  });
});

/** The first page of a list, which does not contain what is sought. */
interface FirstPage {
  readonly lookUp: keyof typeof LOOK_UPS;
  readonly lists: (request: WireRequest) => boolean;
  readonly body: unknown;
  /** The query parameter of the next page. */
  readonly cursor: string;
  readonly outcome: 'found' | 'not known';
}

const listsPosts = ({ method, path }: WireRequest) =>
  method === 'GET' && /\/(tweets|pins|threads|replies|media|published_posts|stories)$/.test(path);
const listsComments = ({ method, path }: WireRequest) =>
  method === 'GET' && /\/(comments|commentThreads|replies)$/.test(path);
const listsMessages = ({ path }: WireRequest) => path.endsWith('/messages');

const GRAPH_NEXT = { next: 'https://graph.example/next' };
const GRAPH_PAGES = [
  { body: { data: [], paging: { ...GRAPH_NEXT, cursors: { after: 'more' } } }, outcome: 'found' },
  { body: { data: [], paging: GRAPH_NEXT }, outcome: 'not known' },
  { body: { data: [], paging: { ...GRAPH_NEXT, cursors: {} } }, outcome: 'not known' },
] as const;
const GRAPH_LISTS = [
  ['a post on Threads', listsPosts],
  ['a part on Threads', listsPosts],
  ['a post on Facebook', listsPosts],
  ['a first comment on Instagram', listsComments],
  ['a first comment on Facebook', listsComments],
  ['a reply to a post on Instagram', listsComments],
  ['a reply to a comment on Facebook', listsComments],
  ['a message on Instagram', listsMessages],
] as const;

const FIRST_PAGES: readonly FirstPage[] = [
  ...GRAPH_LISTS.flatMap(([lookUp, lists]) =>
    GRAPH_PAGES.map((page) => ({ lookUp, lists, cursor: 'after', ...page })),
  ),
  ...[
    { body: { meta: { result_count: 0, next_token: 'more' } }, outcome: 'found' } as const,
    { body: { meta: { result_count: 0, next_token: '' } }, outcome: 'not known' } as const,
    { body: { meta: { result_count: 0, next_token: {} } }, outcome: 'not known' } as const,
    { body: { data: [], meta: { result_count: 1 } }, outcome: 'not known' } as const,
    { body: { meta: { result_count: 1 } }, outcome: 'not known' } as const,
    { body: { data: [] }, outcome: 'not known' } as const,
    {
      body: { meta: { result_count: 0 }, errors: [{ title: 'Partial failure' }] },
      outcome: 'not known',
    } as const,
  ].map((page) => ({ lookUp: 'a post on X', lists: listsPosts, cursor: 'pagination_token', ...page })),
  ...[
    { body: { items: [], bookmark: 'more' }, outcome: 'found' } as const,
    { body: { items: [], bookmark: {} }, outcome: 'not known' } as const,
    { body: { items: [], bookmark: '' }, outcome: 'not known' } as const,
    {
      body: { items: Array(250).fill({ id: '1', title: 'x', description: 'y' }) },
      outcome: 'not known',
    } as const,
  ].map((page) => ({ lookUp: 'a pin on Pinterest', lists: listsPosts, cursor: 'bookmark', ...page })),
  ...[
    { body: { items: [], nextPageToken: 'more' }, outcome: 'found' } as const,
    { body: { items: [], nextPageToken: {} }, outcome: 'not known' } as const,
  ].map((page) => ({
    lookUp: 'a first comment on YouTube',
    lists: listsComments,
    cursor: 'pageToken',
    ...page,
  })),
  {
    lookUp: 'a photo story on Facebook',
    lists: listsPosts,
    cursor: 'after',
    body: { data: [], paging: GRAPH_NEXT },
    outcome: 'not known',
  },
];

describe('a first page that does not contain it', () => {
  it.each(FIRST_PAGES.map((page) => [page.lookUp, JSON.stringify(page.body).slice(0, 80), page] as const))(
    'of %s: %s',
    async (_name, _body, { lookUp: name, lists, body, cursor, outcome: expected }) => {
      const lookUp = await required(LOOK_UPS[name])();
      const { wire } = lookUp.scene;
      const paging: Wire = {
        origin: wire.origin,
        webUrl: wire.webUrl,
        async send(request, signal) {
          if (!lists(request)) return wire.send(request, signal);
          if (request.query?.[cursor] === undefined) return json(200, body);
          const query = Object.entries(request.query).filter(([key]) => key !== cursor);
          return wire.send({ ...request, query: Object.fromEntries(query) }, signal);
        },
      };
      expect(await outcome(lookUp, paging)).toBe(expected);
    },
  );
});

describe('the newer names of X', () => {
  it.each(['a post on X', 'a part on X'])('are read, for %s', async (name) => {
    const lookUp = await required(LOOK_UPS[name])();
    const renamed = changing(lookUp.scene.wire, 0, (response) => ({
      ...response,
      body: JSON.parse(
        JSON.stringify(response.body)
          .replaceAll('referenced_tweets', 'referenced_posts')
          .replaceAll('note_tweet', 'note_post'),
      ),
    }));
    expect(await outcome(lookUp, renamed.wire)).toBe('found');
  });
});

/** A video whose last bytes never arrived, and a look-up whose answer a test changes. */
async function incomplete(platform: 'tiktok' | 'youtube', change: (response: WireResponse) => WireResponse) {
  const scene = new Scene(platform);
  const { adapter } = scene.network;
  const post = scene.post('A menu for spring');
  const prepared = (await adapter.prepare?.(scene.connection(), post)) ?? {};
  scene.now += 30_000;
  const find: Find = async (connection) => required(adapter.find)(connection, post, prepared);
  return outcome({ scene, find }, changing(scene.wire, 0, change).wire);
}

describe('an upload without its last bytes', () => {
  it.each(['tiktok', 'youtube'] as const)('is absent on %s', async (platform) => {
    expect(await incomplete(platform, (response) => response)).toBe('absent');
  });

  it.each([
    ['TikTok does not say how many bytes it has', 'tiktok', {}],
    ['TikTok has all bytes', 'tiktok', { uploaded_bytes: 10 ** 9 }],
    ['TikTok counts in another form', 'tiktok', { uploaded_bytes: 'some' }],
  ] as const)('is not known to be absent if %s', async (_, platform, data) => {
    const body = { data: { status: 'PROCESSING_UPLOAD', ...data }, error: { code: 'ok' } };
    expect(await incomplete(platform, () => json(200, body))).toBe('not known');
  });

  it.each([
    ['has received a part of it', 'bytes=0-3', 'absent'],
    ['has received all of it', 'bytes=0-999999999', 'not known'],
    ['names what it has in another form', '4', 'not known'],
  ])('on YouTube whose session %s', async (_, range, expected) => {
    expect(await incomplete('youtube', () => ({ status: 308, headers: { range }, body: null }))).toBe(
      expected,
    );
  });
});

it('a video that YouTube rejected after its answer was lost is not called published', async () => {
  const lookUp = await required(LOOK_UPS['a video on YouTube'])();
  const rejected = { items: [{ status: { uploadStatus: 'rejected', rejectionReason: 'duplicate' } }] };
  expect(await outcome(lookUp, changing(lookUp.scene.wire, 1, () => json(200, rejected)).wire)).toBe(
    'absent',
  );
});

it('a post on Bluesky without the limit on replies that it was to have is not called published', async () => {
  const scene = new Scene('bluesky');
  const { find } = scene.network.adapter;
  const post = scene.post('For followers', { options: { replySettings: ['followers'] } });
  const open = { ...post, content: { ...post.content, options: {} } };
  await scene.publish(open);
  expect(await find?.(scene.connection(), open, {})).not.toBeNull();
  await expect(required(find)(scene.connection(), post, {})).rejects.toMatchObject({
    name: 'OutcomeInDoubt',
  });
  const limited = { ...post, key: 'limited' };
  await scene.publish(limited);
  expect(await find?.(scene.connection(), limited, {})).not.toBeNull();
});
