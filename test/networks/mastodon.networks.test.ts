import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ConnectedAccount } from '../../src/backend/networks/connection.js';
import { textAt } from '../../src/backend/networks/requests/json-answer.js';
import { type Difference, differences } from './compare.js';
import { formerDifferences, KNOWN_AT_MASTODON, unknownDifferences } from './known-differences.js';
import { takeMastodonSteps } from './mastodon-steps.js';
import { writeSteps } from './measured.js';
import { Snac, type SnacAccount } from './servers/start-snac.js';
import { World } from './world.js';

const { installed } = inject('servers').snac;

/** The version of the known differences. Debian's packages are not pinned: another version is only reported. */
const MEASURED_VERSION = '2.96';

describe.skipIf(installed === null)('a real server with Mastodon’s API', () => {
  let snac: Snac | null = null;
  let real: World;
  let measured: readonly Difference[];

  beforeAll(async () => {
    if (installed === null) return;
    snac = await Snac.start(installed);
    const own = connected(await snac.createAccount('fernhill'));
    const friend = connected(await snac.createAccount('alice'));
    real = World.real(snac.origin);
    await takeMastodonSteps(real, own, friend);
    const [simulatedOwn, simulatedFriend] = [
      simulatedAccount('fernhill', '109'),
      simulatedAccount('alice', '110'),
    ];
    const simulated = World.simulated([simulatedOwn, simulatedFriend]);
    await takeMastodonSteps(simulated, simulatedOwn, simulatedFriend);
    measured = differences(real.recorder.exchanges, simulated.recorder.exchanges, false);
    writeSteps('networks-mastodon', `snac2 ${installed.version}`, real, simulated);
  });

  afterAll(() => snac?.stop());

  it.each([
    'publish a link and a hashtag',
    'mention somebody',
    'mention nobody',
    'publish an image',
    'publish for followers',
    'publish with a warning',
    'start a thread',
    'continue the thread',
    'end the thread',
    'publish',
  ])('does this: %s', (step) => {
    const url = expect.stringContaining(`${snac?.origin}/fernhill/p/`);
    expect(real.outcomes.get(step)).toMatchObject({ returned: { url, adopted: false } });
  });

  it('publishes again under a key that it ignores, so a look-up comes first', () => {
    const [first, again] = [idOf('publish'), idOf('publish again with the same key')];
    expect(again).not.toBe(first);
    expect([first, again]).toContain(idOf('find the post'));
  });

  it('lets a look-up find what is there, and nothing else', () => {
    expect(idOf('find the last part')).toBe(idOf('end the thread'));
    expect(real.outcomes.get('find a post that is not there')).toEqual({ returned: null });
    expect(real.outcomes.get('find a part that is not there')).toEqual({ returned: null });
  });

  it.each([
    ['check a wrong token', 422],
    ['publish with a wrong token', 401],
    ['upload with a wrong token', 401],
    ['reply to a post that is gone', 404],
  ] as const)('refuses this without a reason: %s', (step, status) => {
    expect(real.outcomes.get(step)).toMatchObject({ status, error: null });
  });

  it('answers as the simulated network does, but for the known differences', () => {
    const found = [
      ...unknownDifferences(KNOWN_AT_MASTODON, measured),
      ...formerDifferences(KNOWN_AT_MASTODON, measured).map((former) => `no longer: ${former}`),
    ];
    if (installed?.version === MEASURED_VERSION) expect(found).toEqual([]);
    else console.warn(`snac2 ${installed?.version} differs from ${MEASURED_VERSION}:`, found);
  });

  function idOf(step: string): unknown {
    const outcome = real.outcomes.get(step);
    if (outcome && 'returned' in outcome) return textAt(outcome.returned, 'networkPostId');
    throw new Error(`“${step}” was refused.`);
  }
});

function connected({ name, id, token }: Pick<SnacAccount, 'name' | 'id' | 'token'>): ConnectedAccount {
  return {
    id: name,
    platform: 'mastodon',
    handle: name,
    displayName: name,
    networkUserId: id,
    credentials: { accessToken: token },
  };
}

function simulatedAccount(name: string, id: string): ConnectedAccount {
  return connected({ name, id, token: `token-${name}` });
}
