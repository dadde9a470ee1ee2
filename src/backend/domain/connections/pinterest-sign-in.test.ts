import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppConnecting } from '../../../../test/support/networks/sign-in/app-connecting.js';
import { json } from '../../networks/answers.js';
import type { WireResponse } from '../../networks/wire.js';
import { pinterest } from '../../simulators/over-http/sign-in/pinterest.js';

const SANDBOX = 'https://api-sandbox.pinterest.com';

let place: AppConnecting;
/** Where the API was asked: null outside the sandbox. */
let asked: (string | null)[];
/** The boards that Pinterest lists; null: those of every simulated account. */
let listed: readonly { readonly id: string; readonly name: string }[] | null;

beforeEach(async () => {
  asked = [];
  listed = null;
  place = await AppConnecting.start({
    ...pinterest,
    first: ({ url, standsFor }): WireResponse | null => {
      if (url.pathname.startsWith('/v5/')) asked.push(standsFor);
      if (url.pathname === '/v5/boards' && listed !== null)
        return json(200, { items: listed, bookmark: null });
      return null;
    },
  });
});
afterEach(() => place.close());

const tokenRequest = () => {
  const requests = place.signIn.network.requests.filter(({ url }) => url.pathname === '/v5/oauth/token');
  const last = requests.at(-1);
  return { standsFor: last?.standsFor, form: new URLSearchParams(last?.body.toString()) };
};

describe('an app with Trial access', () => {
  it('connects an account at the sandbox, with tokens of the sandbox, and says so', async () => {
    const { handle } = place.signIn.network.scene.account;
    expect(await place.connect()).toMatchObject({
      handle: `@${handle}`,
      profileUrl: `https://www.pinterest.com/${handle}/`,
      standing: ['Your app has Trial access: pins go to the sandbox of Pinterest, where only you see them.'],
    });
    expect(new Set(asked)).toEqual(new Set([SANDBOX]));
    const { standsFor, form } = tokenRequest();
    expect([standsFor, form.get('continuous_refresh')]).toEqual([SANDBOX, 'true']);
  });

  it('renews access at the sandbox', async () => {
    const account = await place.connect();
    await place.signIn.expireAccess();
    expect([(await place.check(account)).status, place.signIn.renewals]).toEqual(['healthy', 1]);
    expect([tokenRequest().standsFor, tokenRequest().form.get('grant_type')]).toEqual([
      SANDBOX,
      'refresh_token',
    ]);
  });

  it('warns of each pin that only its owner sees it', async () => {
    const { id } = await place.connect();
    const { body } = await place.test.post('/v1/posts/validate', {
      ...{ accountIds: [id], text: 'Fresh bread.', scheduleMode: 'now' },
    });
    expect(JSON.stringify(body)).toContain('Pinterest will show this pin only to you');
  });
});

describe('the default board of a new account', () => {
  const old = { id: '1', name: 'Old' };

  it('is its only one', async () => {
    listed = [old];
    expect((await place.connect()).boards).toEqual({ list: [old], defaultId: '1' });
  });

  it.each([[0], [2]])('is none where it has %i', async (count) => {
    listed = [old, { id: '2', name: 'Other' }].slice(0, count);
    expect((await place.connect()).boards).toEqual({ list: listed, defaultId: null });
  });

  it('is left as it was chosen when the account signs in again', async () => {
    const { id } = await place.connect();
    await place.test.request('PATCH', `/v1/accounts/${id}`, { body: { board: 'Recipes' } });
    expect((await place.connect()).boards?.defaultId).toBe('549755885176');
    listed = [old];
    expect((await place.connect()).boards).toEqual({ list: [old], defaultId: null });
  });
});

describe('an app with Standard access', () => {
  it('connects the same account again outside the sandbox', async () => {
    const trial = await place.connect();
    asked.length = 0;
    await place.setApp({ review: 'standard' });
    const account = await place.connect();
    expect([account.id, account.standing]).toEqual([trial.id, []]);
    expect(new Set(asked)).toEqual(new Set([null]));
    expect(tokenRequest().standsFor).toBeNull();
  });
});

describe('a sign-in at Pinterest', () => {
  it('is refused without a permission that pins need', async () => {
    place.signIn.withheld = ['boards:write'];
    expect(await place.refusal()).toContain('boards:write (to pin to your boards)');
  });

  it('is refused with another secret', async () => {
    await place.setApp({ clientSecret: 'wrong' });
    expect(await place.refusal()).toContain('does not accept your app');
  });

  it('cannot be ended at the network, which is said', async () => {
    const { id } = await place.connect();
    const { body } = await place.test.request('DELETE', `/v1/accounts/${id}`);
    expect(body).toMatchObject({ removed: true, revoked: false });
  });
});
