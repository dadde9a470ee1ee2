import { expect, it } from 'vitest';
import { Scene } from '../../../../test/support/networks/network-scene.js';
import { NetworkRefusal, OutcomeInDoubt } from '../adapter.js';
import { NETWORKS } from '../registry.js';
import type { Wire, WireRequest, WireResponse } from '../wire.js';
import { ask, commit } from './exchange.js';

const scene = new Scene('x');
const { errors } = NETWORKS.x;

/** Sends the request that publishes to a network that answers this. */
async function committed(response: WireResponse): Promise<unknown> {
  const wire: Wire = { origin: 'https://api.network.example', webUrl: '', send: async () => response };
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

it.each([301, 302, 303])('leaves the outcome in doubt after a redirect with %d', async (status) => {
  const redirect = { status, headers: { location: 'https://elsewhere.example/' }, body: null };
  expect(await committed(redirect)).toBeInstanceOf(OutcomeInDoubt);
  expect(await committed({ ...redirect, early: true })).toBeInstanceOf(NetworkRefusal);
});

it.each([307, 308])('is sure that a redirect with %d published nothing, and says so', async (status) => {
  const refusal = await committed({
    status,
    headers: { location: 'https://elsewhere.example/' },
    body: null,
  });
  expect(refusal).toBeInstanceOf(NetworkRefusal);
  expect(refusal).toMatchObject({
    message:
      'X redirected the request to another address, which Postrider does not follow. If the server has moved, connect the account at its new address.',
  });
});

it('marks the request that publishes, and no other', async () => {
  const sent: (true | undefined)[] = [];
  const wire: Wire = {
    origin: 'https://api.network.example',
    webUrl: '',
    send: async ({ irreversible }) => {
      sent.push(irreversible);
      return { status: 200, headers: {}, body: {} };
    },
  };
  const request: WireRequest = { method: 'POST', path: '/2/tweets', headers: {} };
  await commit(errors, scene.connection(wire), request);
  await ask(errors, scene.connection(wire), request);
  expect(sent).toEqual([true, undefined]);
});
