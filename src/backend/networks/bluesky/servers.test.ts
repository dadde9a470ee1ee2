import { describe, expect, it } from 'vitest';
import { sampleBytes } from '../../../../test/support/media/sample-bytes.js';
import { medium, Scene, START } from '../../../../test/support/networks/network-scene.js';
import { conversionFor } from '../../../networks/conversion.js';
import type { MediaFacts } from '../../../networks/media-facts.js';
import { RULES } from '../../../networks/rules.js';
import { failingAccount } from '../../simulators/failing-account.js';
import { json } from '../answers.js';
import { valueAt } from '../requests/json-answer.js';
import type { Wire, WireRequest, WireResponse } from '../wire.js';

const VIDEO_SERVICE = 'https://video.bsky.app';
const MINUTE = 60_000;

/** A wire that records the requests, and answers some of them in the place of the network. */
function watched(scene: Scene, answered: (request: WireRequest) => WireResponse | null = () => null) {
  const sent: WireRequest[] = [];
  const wire: Wire = {
    ...scene.wire,
    send: async (request, signal) => {
      sent.push(request);
      return answered(request) ?? (await scene.wire.send(request, signal));
    },
  };
  return { sent, wire };
}

const to = (name: string) => (request: WireRequest) => request.path.endsWith(name);

describe('a mention of nobody stays plain text', () => {
  it('in a post and in a later post of its thread', async () => {
    const scene = new Scene('bluesky');
    const main = await scene.publish(scene.post('With @nobody.example and @fernhill.example'));
    await scene.network.adapter.createPart?.(
      scene.connection(),
      scene.part('thread', 'Thanks, @nobody.example', main),
    );
    const facets = scene.memory.posts.map(({ rawCall }) => valueAt(rawCall, 'record', 'facets'));
    expect(facets).toEqual([
      [
        expect.objectContaining({
          features: [expect.objectContaining({ did: scene.account.networkUserId })],
        }),
      ],
      undefined,
    ]);
  });

  it.each(['HandleNotFound', 'InvalidRequest'])('where the server answers 400 %s', async (error) => {
    const scene = new Scene('bluesky');
    const { wire } = watched(scene, (request) =>
      to('resolveHandle')(request) ? json(400, { error, message: 'Unable to resolve handle' }) : null,
    );
    await scene.publish(scene.post('With @nobody.example'), scene.connection(wire));
    expect(scene.memory.posts).toHaveLength(1);
  });

  it('on the simulated network, which answers as a server does', async () => {
    const scene = new Scene('bluesky');
    const ask = (handle: string) =>
      scene.wire.send(
        {
          method: 'GET',
          path: '/xrpc/com.atproto.identity.resolveHandle',
          query: { handle },
          headers: { authorization: `Bearer ${scene.account.credentials['accessToken']}` },
        },
        AbortSignal.timeout(1000),
      );
    // Measured on PDS 0.5.35: under the server's own domain the handle is surely nobody's.
    expect(await ask('nobody.bsky.social')).toMatchObject({ status: 400, body: { error: 'HandleNotFound' } });
    expect(await ask('nobody.example')).toMatchObject({
      status: 400,
      body: { error: 'InvalidRequest', message: 'Unable to resolve handle' },
    });
    expect(await ask('mia.brews')).toMatchObject({
      status: 200,
      body: { did: expect.stringMatching(/^did:plc:[a-z2-7]{24}$/) },
    });
  });
});

describe('a video', () => {
  const withVideo = (scene: Scene) => scene.post('The roaster', {}, [medium('video/mp4')]);
  const isVideoService = ({ path }: WireRequest) => path.startsWith(VIDEO_SERVICE);

  it('goes to the video service with a token for the account’s own server that lasts half an hour', async () => {
    const scene = new Scene('bluesky');
    const { sent, wire } = watched(scene);
    await scene.publish(withVideo(scene), scene.connection(wire));
    expect(sent.find(to('getServiceAuth'))?.query).toEqual({
      aud: 'did:web:bsky.social',
      lxm: 'com.atproto.repo.uploadBlob',
      exp: String((START + 30 * MINUTE) / 1000),
    });
    expect(scene.memory.posts[0]?.media).toMatchObject([{ contentType: 'video/mp4' }]);
  });

  it('never shows the account’s token to the video service', async () => {
    const scene = new Scene('bluesky');
    const { sent, wire } = watched(scene);
    await scene.publish(withVideo(scene), scene.connection(wire));
    const shown = sent.filter(isVideoService).map(({ path, headers }) => [path, headers['authorization']]);
    expect(shown[0]).toEqual([
      expect.stringMatching(/uploadVideo$/),
      expect.not.stringContaining(String(scene.account.credentials['accessToken'])),
    ]);
    expect(shown.slice(1).map(([, authorization]) => authorization)).toEqual(
      shown.slice(1).map(() => undefined),
    );
  });

  it.each(['uploadVideo', 'getJobStatus'])(
    'refused by %s does not end the account’s access',
    async (name) => {
      const scene = new Scene('bluesky');
      const { sent, wire } = watched(scene, (request) =>
        to(name)(request) ? json(401, { error: 'BadJwtAudience', message: 'Wrong audience' }) : null,
      );
      await expect(scene.publish(withVideo(scene), scene.connection(wire))).rejects.toMatchObject({
        code: 'media_processing_failed',
        message: expect.stringContaining('Wrong audience'),
      });
      expect(sent.filter(to('refreshSession'))).toEqual([]);
    },
  );

  it('that the service has already processed is published again', async () => {
    const scene = new Scene('bluesky');
    await scene.publish(withVideo(scene));
    const uploads: WireResponse[] = [];
    const wire: Wire = {
      ...scene.wire,
      async send(request, signal) {
        const response = await scene.wire.send(request, signal);
        if (to('uploadVideo')(request)) uploads.push(response);
        return response;
      },
    };
    const again = { ...withVideo(scene), key: 'another', since: scene.now };
    await scene.publish(again, scene.connection(wire));
    expect(uploads).toMatchObject([{ status: 409, body: { error: 'already_exists' } }]);
    expect(scene.memory.posts.map(({ media }) => media?.length)).toEqual([1, 1]);
  });

  it('is refused by the simulated service for another audience, as by the real one', async () => {
    const scene = new Scene('bluesky');
    const signal = AbortSignal.timeout(1000);
    const granted = await scene.wire.send(
      {
        method: 'GET',
        path: '/xrpc/com.atproto.server.getServiceAuth',
        query: { aud: 'did:web:video.bsky.app', lxm: 'com.atproto.repo.uploadBlob' },
        headers: { authorization: `Bearer ${scene.account.credentials['accessToken']}` },
      },
      signal,
    );
    const video = medium('video/mp4');
    const upload = (token: unknown) =>
      scene.wire.send(
        {
          method: 'POST',
          path: `${VIDEO_SERVICE}/xrpc/app.bsky.video.uploadVideo`,
          query: { did: scene.account.networkUserId, name: 'one.mp4' },
          headers: { authorization: `Bearer ${token}`, 'content-length': String(video.bytes) },
          body: video.open(),
        },
        signal,
      );
    expect(await upload(valueAt(granted.body, 'token'))).toMatchObject({
      status: 401,
      body: { error: 'BadJwtAudience' },
    });
    expect((await upload(scene.account.credentials['accessToken'])).status).toBe(401);
  });
});

describe('an account that the server does not serve', () => {
  it.each([
    ['AccountTakedown', 'Account has been taken down', /taken the account down/],
    ['AccountDeactivated', 'Account is deactivated', /deactivated/],
    ['AccountSuspended', 'Account is suspended', /suspended/],
  ])('401 %s is restricted, not signed out', async (error, message, words) => {
    const scene = new Scene('bluesky');
    const { sent, wire } = watched(scene, (request) =>
      to('putRecord')(request) ? json(401, { error, message }) : null,
    );
    await expect(scene.publish(scene.post('Hello'), scene.connection(wire))).rejects.toMatchObject({
      code: 'account_restricted',
      message: expect.stringMatching(words),
    });
    expect(sent.filter(to('refreshSession'))).toEqual([]);
  });

  it('says so in its health, with what to do', async () => {
    const { adapter } = new Scene('bluesky').network;
    const health = async (answer: WireResponse) => {
      const scene = new Scene('bluesky');
      const { wire } = watched(scene, (request) => (to('getSession')(request) ? answer : null));
      return adapter.checkToken(scene.connection(wire));
    };
    const session = (status: string) => json(200, { did: 'did:plc:a', active: false, status });
    for (const [answer, reason, action] of [
      [session('deactivated'), /deactivated/, /reactivate/i],
      [session('suspended'), /suspended/, /appeal/],
      [session('takendown'), /taken the account down/, /appeal/],
      [session('deleted'), /deleted/, /another account/],
      [session('throttled'), /“throttled”/, /sign in/i],
      [
        json(400, { error: 'InvalidRequest', message: 'Could not find user info for account: did:plc:a' }),
        /taken the account down/,
        /appeal/,
      ],
      [json(401, { error: 'AccountTakedown', message: 'Account has been taken down' }), /taken/, /appeal/],
    ] as const) {
      expect(await health(answer)).toEqual({
        status: 'disabled',
        reason: expect.stringMatching(reason),
        action: expect.stringMatching(action),
        expiresAt: null,
      });
    }
  });

  it('is answered by the simulated server as by a real one', async () => {
    const scene = new Scene('bluesky', failingAccount('account_restricted', 'bluesky'));
    const { sent, wire } = watched(scene);
    await expect(scene.publish(scene.post('Hello'), scene.connection(wire))).rejects.toMatchObject({
      answer: { status: 401, code: 'AccountTakedown' },
    });
    expect(sent).toHaveLength(1);
    expect(await scene.network.adapter.checkToken(scene.connection())).toMatchObject({ status: 'disabled' });
  });
});

it('a link that is not a URL is refused before anything is sent, in words', async () => {
  const scene = new Scene('bluesky');
  const { sent, wire } = watched(scene);
  const post = scene.post('Our menu', { link: 'fernhill menu' });
  await expect(scene.publish(post, scene.connection(wire))).rejects.toMatchObject({
    code: 'option_invalid',
    message: expect.stringContaining('fernhill menu'),
  });
  expect(sent).toEqual([]);
});

it('access is renewed before the time that the access token itself states', async () => {
  const scene = new Scene('bluesky');
  await scene.publish(scene.post('Before the end'));
  scene.now += 2 * 60 * MINUTE;
  await scene.publish(scene.post('After the end'));
  const { expiresAt } = scene.account.credentials;
  expect(expiresAt).toBe(new Date(scene.now + 2 * 60 * MINUTE).toISOString());
  scene.now += 2 * 60 * MINUTE - 1000;
  const { sent, wire } = watched(scene);
  await scene.network.adapter.checkToken(scene.connection(wire));
  expect(sent.map(({ path }) => path.split('.').at(-1))).toEqual(['refreshSession', 'getSession']);
});

it.each([
  ['healthy', 4],
  ['expiring', 2],
])('a sign-in is %s if it ends in %d days', async (status, days) => {
  const scene = new Scene('bluesky');
  const connection = scene.connection();
  const sessionEndsAt = new Date(scene.now + days * 24 * 60 * MINUTE).toISOString();
  const credentials = { ...connection.account.credentials, sessionEndsAt };
  const account = { ...connection.account, credentials };
  const health = await scene.network.adapter.checkToken({ ...connection, now: scene.now, account });
  expect(health).toMatchObject({ status, expiresAt: Date.parse(sessionEndsAt) });
  if (status === 'expiring') expect(health.reason).toContain(`on ${sessionEndsAt.slice(0, 10)}`);
});

it('an image is fitted to what every server accepts, not only the newest ones', async () => {
  const scene = new Scene('bluesky');
  const image = { ...medium('image/jpeg'), bytes: 1_000_001 };
  const bytes = sampleBytes('image/jpeg', 1_000_001);
  const post = scene.post('Look', {}, [{ ...image, open: () => new Blob([bytes]).stream() }]);
  await expect(scene.publish(post)).rejects.toMatchObject({
    code: 'media_invalid',
    answer: { message: 'blob too big (maximum 1000000, got 1000001) at $.record.embed.images[0].image' },
  });
  const facts: MediaFacts = {
    key: 'file-1',
    kind: 'image',
    contentType: 'image/jpeg',
    bytes: 1_000_001,
    width: 1080,
    height: 1080,
    durationSeconds: null,
    framesPerSecond: null,
    codecs: [],
  };
  const rules = RULES.bluesky.forms.feed.images;
  expect(rules && conversionFor(facts, rules)).toMatchObject({ maxBytes: 1_000_000, reasons: ['bytes'] });
});

describe('a post is deleted', () => {
  const gated = (scene: Scene) => scene.post('Open on Sunday', { options: { replySettings: ['nobody'] } });

  it('with its threadgate, and deleted again without an error', async () => {
    const scene = new Scene('bluesky');
    const post = gated(scene);
    const { networkPostId } = await scene.publish(post);
    const { sent, wire } = watched(scene);
    await scene.network.adapter.remove?.(scene.connection(wire), networkPostId);
    expect(sent.map(({ body }) => valueAt(body, 'collection'))).toEqual([
      'app.bsky.feed.post',
      'app.bsky.feed.threadgate',
    ]);
    expect(scene.memory.posts).toEqual([]);
    expect(await scene.network.adapter.find?.(scene.connection(), post, {})).toBeNull();
    await scene.network.adapter.remove?.(scene.connection(), networkPostId);

    // A post under the same key that everybody can reply to shows that the threadgate is gone, too.
    await scene.publish({ ...post, content: { ...post.content, options: {} } });
    await expect(scene.network.adapter.find?.(scene.connection(), post, {})).rejects.toThrow();
  });

  it('only if it is the account’s own', async () => {
    const scene = new Scene('bluesky');
    const { sent, wire } = watched(scene);
    const strange = 'at://did:plc:somebodyelse/app.bsky.feed.post/3kabc';
    await expect(scene.network.adapter.remove?.(scene.connection(wire), strange)).rejects.toMatchObject({
      code: 'network_refused',
    });
    expect(sent).toEqual([]);
  });
});

it('a token that the simulated server never gave out is invalid, not expired', async () => {
  const scene = new Scene('bluesky');
  const headers = { authorization: 'Bearer forged' };
  const request = { method: 'GET', path: '/xrpc/com.atproto.server.getSession', headers } as const;
  expect(await scene.wire.send(request, AbortSignal.timeout(1000))).toMatchObject({
    status: 400,
    body: { error: 'InvalidToken' },
  });
});
