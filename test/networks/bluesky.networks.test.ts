import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ConnectedAccount } from '../../src/backend/networks/connection.js';
import { SERVER_ORIGIN } from '../../src/backend/simulators/bluesky/video-server.js';
import { type BlueskyAccounts, takeBlueskySteps } from './bluesky-steps.js';
import { type Difference, differences } from './compare.js';
import { formerDifferences, KNOWN_AT_BLUESKY, unknownDifferences } from './known-differences.js';
import { writeSteps } from './measured.js';
import { Pds, type PdsAccount } from './servers/start-pds.js';
import { World } from './world.js';

const { installed } = inject('servers').pds;

describe.skipIf(installed === null)('a real Bluesky server', () => {
  let pds: Pds | null = null;
  let real: World;
  let measured: readonly Difference[];

  beforeAll(async () => {
    if (installed === null) return;
    pds = await Pds.start(installed);
    const accounts = await realAccounts(pds);
    real = World.real(pds.origin);
    await takeBlueskySteps(real, accounts);
    const simulated = World.simulated([
      SIMULATED.own,
      SIMULATED.friend,
      SIMULATED.takenDown,
      SIMULATED.deactivated,
    ]);
    await takeBlueskySteps(simulated, SIMULATED);
    measured = differences(real.recorder.exchanges, simulated.recorder.exchanges, true);
    writeSteps('networks-bluesky', `Bluesky PDS ${installed.version}`, real, simulated);
  });

  afterAll(() => pds?.stop());

  it.each([
    'publish a link and a hashtag',
    'mention somebody',
    'mention nobody elsewhere',
    'publish an image',
    'publish a link card',
    'publish with languages and labels',
    'publish for followers’ replies',
    'start a thread',
    'continue the thread',
    'end the thread',
    'publish',
  ])('does this: %s', (step) => {
    const networkPostId = expect.stringMatching(/^at:\/\/did:plc:\w+\/app\.bsky\.feed\.post\/\w{13}$/);
    expect(real.outcomes.get(step)).toMatchObject({ returned: { networkPostId, adopted: false } });
  });

  it('publishes a post and a part once, however often they are sent with one key', () => {
    expect(returned('publish again with the same key')).toEqual({ ...returned('publish'), adopted: true });
    const again = returned('continue again with the same key');
    expect(again).toEqual({ ...returned('continue the thread'), adopted: true });
  });

  it('lets a look-up find what is there, and nothing else', () => {
    expect(returned('find the post')).toEqual({ ...returned('publish'), adopted: true });
    expect(returned('find the last part')).toEqual({ ...returned('end the thread'), adopted: true });
    expect(real.outcomes.get('find a post that is not there')).toEqual({ returned: null });
    expect(real.outcomes.get('find a part that is not there')).toEqual({ returned: null });
  });

  it.each([
    ['publish another text with the same key', 'service_error', 400, 'InvalidSwap'],
    ['publish 301 characters', 'text_too_long', 400, 'InvalidRequest'],
    ['publish five images', 'media_invalid', 400, 'InvalidRequest'],
    ['publish an image that was not uploaded', 'media_processing_failed', 400, 'BlobNotFound'],
    ['reply to a post that is gone', 'content_refused', null, null],
    ['check a wrong token', 'account_reconnect_required', 400, 'InvalidToken'],
    ['publish with a wrong token', 'account_reconnect_required', 400, 'InvalidToken'],
  ] as const)('refuses this, and the refusal is understood: %s', (step, refused, status, error) => {
    expect(real.outcomes.get(step)).toEqual({ refused, status, error });
  });

  it.each([
    ['publish on a taken down account', 401, 'AccountTakedown'],
    ['publish on a deactivated account', 401, 'AccountDeactivated'],
  ] as const)('refuses this: %s', (step, status, error) => {
    expect(real.outcomes.get(step)).toMatchObject({ status, error });
  });

  it('lets a restored account publish again', async () => {
    if (pds === null) return;
    const account = await pds.createAccount('restored');
    const connected = await signedIn(pds, account);
    await pds.takeDown(account.did);
    await expect(real.publish(connected, real.post('Taken down'))).rejects.toThrow();
    await pds.restore(account.did);
    await real.publish(connected, real.post('Restored'));
    expect(pds.requests.at(-1)?.path).toBe('/xrpc/com.atproto.repo.putRecord');
  });

  it('answers as the simulated network does, but for the known differences', () => {
    expect(unknownDifferences(KNOWN_AT_BLUESKY, measured)).toEqual([]);
    expect(formerDifferences(KNOWN_AT_BLUESKY, measured)).toEqual([]);
  });

  function returned(step: string): object {
    const outcome = real.outcomes.get(step);
    if (outcome && 'returned' in outcome && typeof outcome.returned === 'object' && outcome.returned)
      return outcome.returned;
    throw new Error(`“${step}” returned nothing.`);
  }
});

async function signedIn(pds: Pds, { did, handle, appPassword }: PdsAccount): Promise<ConnectedAccount> {
  const credentials = { ...(await pds.signIn(did, appPassword)) };
  return {
    id: handle,
    platform: 'bluesky',
    handle,
    displayName: handle,
    networkUserId: did,
    credentials,
  };
}

async function realAccounts(pds: Pds): Promise<BlueskyAccounts> {
  const account = async (name: string) => signedIn(pds, await pds.createAccount(name));
  const takenDown = await account('restricted');
  const deactivated = await account('paused');
  await pds.takeDown(takenDown.networkUserId);
  await pds.deactivate(deactivated.networkUserId);
  return {
    own: await account('fernhill'),
    friend: await account('alice'),
    takenDown,
    deactivated,
    nobody: 'nobody.test',
  };
}

function simulatedAccount(name: string): ConnectedAccount {
  return {
    id: name,
    platform: 'bluesky',
    handle: `${name}.test`,
    displayName: name,
    networkUserId: `did:plc:${name.replace(/[^a-z]/g, '').padEnd(24, 'a')}`,
    credentials: { accessToken: `token-${name}`, refreshToken: `refresh-${name}` },
  };
}

const SIMULATED = {
  own: simulatedAccount('fernhill'),
  friend: simulatedAccount('alice'),
  takenDown: simulatedAccount('account_restricted'),
  deactivated: simulatedAccount('account_deactivated'),
  nobody: `nobody.${new URL(SERVER_ORIGIN).hostname}`,
};
