import { expect, it } from 'vitest';
import { Scene } from '../../../../test/support/networks/network-scene.js';
import { NetworkRefusal, OutcomeInDoubt } from '../adapter.js';
import { NETWORKS } from '../registry.js';
import type { Wire, WireResponse } from '../wire.js';
import { commit } from './exchange.js';

const scene = new Scene('x');
const { errors } = NETWORKS.x;

/** Sends the request that publishes to a network that answers this. */
async function committed(response: WireResponse): Promise<unknown> {
  const wire: Wire = { webUrl: '', send: async () => response };
  return commit(errors, scene.connection(wire), { method: 'POST', path: '/2/tweets', headers: {} }).catch(
    (error: unknown) => error,
  );
}

const unavailable: WireResponse = { status: 503, headers: { 'retry-after': '120' }, body: '<html>' };

it('leaves the outcome in doubt after a 503, whatever its headers say: proxies answer so after sending', async () => {
  expect(await committed(unavailable)).toBeInstanceOf(OutcomeInDoubt);
});

it('is sure that nothing was posted if the response came before the request was sent', async () => {
  const refusal = await committed({ ...unavailable, early: true });
  expect(refusal).toBeInstanceOf(NetworkRefusal);
  expect(refusal).toMatchObject({ code: 'network_unavailable', retryAt: scene.now + 120_000 });
});
