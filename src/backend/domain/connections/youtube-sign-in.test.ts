import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppConnecting } from '../../../../test/support/networks/sign-in/app-connecting.js';
import { youtube as access } from '../../../networks/access/youtube.js';
import { json } from '../../networks/answers.js';
import type { WireResponse } from '../../networks/wire.js';
import { YOUTUBE_ERRORS, youtubeErrors } from '../../networks/youtube/errors.js';
import { youtube } from '../../simulators/over-http/sign-in/youtube.js';

/** The name of a permission that Google writes as an address. */
const scope = (end: string): string => access.app.scopes.find(({ name }) => name.endsWith(end))?.name ?? '';
const WEEK_SECONDS = 7 * 24 * 3600 - 1;

let place: AppConnecting;
/** What YouTube answers when it is asked for channels; null: the simulator answers. */
let channels: WireResponse | null;
/** Whether the consent screen of the project is in testing. */
let isTesting: boolean;

beforeEach(async () => {
  channels = null;
  isTesting = false;
  place = await AppConnecting.start({
    ...youtube,
    get tokenFields() {
      return isTesting ? { refresh_token_expires_in: WEEK_SECONDS } : {};
    },
    first: ({ url }) => (url.pathname === '/youtube/v3/channels' ? channels : null),
  });
});
afterEach(() => place.close());

const channel = (id: string, title: string) => ({ id, snippet: { title, customUrl: `@${id}` } });

describe('connecting a channel', () => {
  it('stores it, and says that videos stay private', async () => {
    const { handle, displayName } = place.signIn.network.scene.account;
    expect(await place.connect()).toMatchObject({
      handle: `@${handle}`,
      displayName,
      profileUrl: `https://www.youtube.com/@${handle}`,
      health: { status: 'healthy', expiresAt: null },
      standing: ['YouTube keeps videos private until Google has audited your project.'],
    });
  });

  it('says nothing of it once the project is audited', async () => {
    await place.setApp({ review: 'audited' });
    expect((await place.connect()).standing).toEqual([]);
  });

  it.each([
    ['an empty list', json(200, { kind: 'youtube#channelListResponse', pageInfo: { totalResults: 0 } })],
    ['an error', youtubeErrors.answer(YOUTUBE_ERRORS.noChannel)],
  ])('says how to create a channel if there is none, which YouTube says with %s', async (_how, answer) => {
    channels = answer;
    const detail = await place.refusal();
    expect(detail).toContain('has no YouTube channel. Create one at https://www.youtube.com/create_channel');
  });

  it('says that the API is not enabled', async () => {
    channels = youtubeErrors.answer(YOUTUBE_ERRORS.apiDisabled);
    const detail = await place.refusal();
    expect(detail).toContain('https://console.cloud.google.com/apis/library/youtube.googleapis.com');
  });

  it('offers the channels if there are several', async () => {
    channels = json(200, { items: [channel('bakery', 'The bakery'), channel('cakes', 'Our cakes')] });
    const { status, choices } = (await place.allow()).body;
    expect([status, choices.map(({ name }) => name)]).toEqual(['choosing', ['The bakery', 'Our cakes']]);
  });

  it('refuses a sign-in without permission to upload, but not one without comments', async () => {
    place.signIn.withheld = [scope('youtube.upload')];
    expect(await place.refusal()).toContain('youtube.upload (to upload videos');
    place.signIn.withheld = [scope('youtube.force-ssl')];
    expect((await place.allow()).body.status).toBe('connected');
  });
});

describe('a connected channel', () => {
  it('has an end if the project is in testing, of which is told in time', async () => {
    isTesting = true;
    const account = await place.connect();
    const end = Date.parse(account.health.expiresAt ?? '');
    expect(Math.round((end - place.test.clock.now()) / 1000 / 3600)).toBe(7 * 24);
    expect((await place.check(account)).status).toBe('healthy');
    isTesting = false;
    const again = await place.connect();
    expect([again.id, again.health.expiresAt]).toEqual([account.id, null]);
  });

  it.each([YOUTUBE_ERRORS.accountSuspended, YOUTUBE_ERRORS.accountClosed])(
    'is said to be restricted: $sentence',
    async (row) => {
      const account = await place.connect();
      channels = youtubeErrors.answer(row);
      const health = await place.check(account);
      expect([health.status, health.reason]).toEqual(['disabled', expect.stringContaining(row.sentence)]);
    },
  );

  it('loses all access at Google with one token, and Google is not told the secret', async () => {
    const { id } = await place.connect();
    const { body } = await place.test.request('DELETE', `/v1/accounts/${id}`);
    expect(body).toMatchObject({ removed: true, revoked: true });
    expect(place.signIn.revoked).toHaveLength(1);
    const revocation = place.signIn.network.requests.find(({ url }) => url.pathname === '/revoke');
    expect([...new URLSearchParams(revocation?.body.toString())]).toEqual([
      ['token', place.signIn.revoked[0]],
    ]);
  });

  it.each([
    ['public', true],
    ['private', false],
  ])('is warned about a %s video: %s', async (privacy, isWarned) => {
    const { id } = await place.connect();
    const { body } = await place.test.post('/v1/posts/validate', {
      ...{ accountIds: [id], text: 'How we bake.', scheduleMode: 'now' },
      overrides: [{ target: id, title: 'At the bakery', privacy, madeForKids: false }],
    });
    expect(JSON.stringify(body).includes('will keep this video private')).toBe(isWarned);
  });
});
