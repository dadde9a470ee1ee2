import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Destination } from '../../../src/backend/fetching/connection.js';
import { FetchFailure } from '../../../src/backend/fetching/fetch-failure.js';
import { type GuardedRequest, guardedFetch } from '../../../src/backend/fetching/guarded-fetch.js';
import type { Webhook } from '../../../src/contract/webhooks/webhooks.js';
import { WatchedMachine } from '../../support/http/watched-machine.js';
import { BackendUnderTest } from '../../support/running-backend.js';
import { oddAmong, someOf } from '../support/tries.js';
import { ENTERED, REBOUND, REDIRECTED, RESOLVED } from './tries.js';

/** Nothing may connect to it. */
const machine = new WatchedMachine();
/** The public site of the attacker, at whatever name and address it is asked for. */
const site = new WatchedMachine();
let test: BackendUnderTest;
let webhook: Webhook;

beforeAll(async () => {
  await machine.start();
  await site.start();
  test = await BackendUnderTest.start();
  ({ body: webhook } = await test.post<Webhook>('/v1/webhooks', { url: 'https://shop.example/hook' }));
});
beforeEach(() => {
  machine.connections = 0;
});
afterAll(async () => {
  await test?.close();
  await machine.stop();
  await site.stop();
});

const placed = (url: string): string => url.replaceAll('PORT', String(machine.port));

/** Why nothing was fetched; null if something was. */
async function failureOf(url: string, options: Partial<GuardedRequest>): Promise<FetchFailure | null> {
  try {
    const answer = await guardedFetch(url, { maxBytes: 10_000, deadlineMs: 5_000, ...options });
    answer.discard();
    return null;
  } catch (error) {
    if (error instanceof FetchFailure) return error;
    throw error;
  }
}

const oddFailure = (failure: FetchFailure | null): string | null =>
  failure?.kind === 'refused' ? null : `not refused: ${failure?.code}`;

describe('an address of this machine or its network', () => {
  it('is refused wherever a request can name it', async () => {
    const before = machine.connections;
    const odd = await oddAmong(someOf(ENTERED), async ({ entry, url: written }) => {
      const url = placed(written);
      const [method, path, body] = {
        'sources.ingest': ['POST', '/v1/sources/ingest', { url, takeImage: true }] as const,
        'media.create': ['POST', '/v1/media', { url }] as const,
        'webhooks.create': ['POST', '/v1/webhooks', { url: url.replace(/^http:/, 'https:') }] as const,
        'webhooks.update': ['PATCH', `/v1/webhooks/${webhook.id}`, { url }] as const,
      }[entry];
      const { status, body: said } = await test.request(method, path, { body });
      const isRefused = ['url_refused', 'validation_failed', 'media_fetch_failed'].includes(
        String(said['code']),
      );
      // A connection that was tried would have failed in one of these ways.
      const wasTried = /did not answer|refused the connection|cannot be reached|returned/.test(
        JSON.stringify(said),
      );
      return isRefused && !wasTried ? null : `${status} ${JSON.stringify(said).slice(0, 300)}`;
    });
    expect(odd).toEqual([]);
    expect(machine.connections).toBe(before);
    expect((await test.get<{ data: object[] }>('/v1/webhooks')).body.data).toHaveLength(1);
  });

  it('is refused as the target of a redirect', async () => {
    site.answer = (request, response) =>
      response.writeHead(302, { location: decodeURIComponent(request.url?.slice(2) ?? '') }).end();
    const odd = await oddAmong(someOf(REDIRECTED), async ({ url }) => {
      // Only what a header can hold: other forms are percent-encoded by a browser, too.
      const target = new URL(placed(url)).href;
      return oddFailure(
        await failureOf(`http://site.example.org/?${encodeURIComponent(target)}`, {
          resolve: async () => ['93.184.215.14'],
          dial: () => connect(site.port, '127.0.0.1'),
        }),
      );
    });
    expect(odd).toEqual([]);
    expect(machine.connections).toBe(0);
  });

  it('is refused as the answer of a name server, also among public ones', async () => {
    const odd = await oddAmong(RESOLVED, async ({ addresses }) =>
      oddFailure(
        await failureOf(`http://site.example.org:${machine.port}/`, { resolve: async () => addresses }),
      ),
    );
    expect(odd).toEqual([]);
    expect(machine.connections).toBe(0);
  });

  it('is never dialled because a name server changes its answer', async () => {
    site.answer = (request, response) => {
      const left = Number(request.url?.slice(1));
      if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
      else response.end('there');
    };
    const odd = await oddAmong(REBOUND, async ({ publicAnswers, hops }) => {
      let asked = 0;
      const dialled: Destination[] = [];
      const failure = await failureOf(`http://site.example.org:${machine.port}/${hops}`, {
        resolve: async () => [asked++ < publicAnswers ? '93.184.215.14' : '127.0.0.1'],
        dial: (destination) => {
          dialled.push(destination);
          return connect(site.port, '127.0.0.1');
        },
      });
      if (dialled.some(({ addresses }) => addresses.includes('127.0.0.1'))) return 'dialled';
      // One look-up for each request: the first, and one for each redirect.
      return publicAnswers > hops ? (failure?.code ?? null) : oddFailure(failure);
    });
    expect(odd).toEqual([]);
    expect(machine.connections).toBe(0);
  });
});
