import { createHash, createPublicKey, generateKeyPairSync, type JsonWebKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answerOf, onRequests, rawNetwork, wireTo } from '../../../../test/support/networks/raw-network.js';
import { ConnectionFailed, type WireRequest } from '../wire.js';

const LIMIT = () => AbortSignal.timeout(10_000);
const KEY = JSON.stringify(
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
);
const REQUEST: WireRequest = {
  method: 'POST',
  path: '/xrpc/com.atproto.repo.putRecord?lang=en',
  headers: { authorization: 'Bearer bound-token' },
  body: { text: 'Hello' },
  irreversible: true,
};

interface Proof {
  readonly header: { readonly typ: string; readonly alg: string; readonly jwk: JsonWebKey };
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Reads a proof and checks its signature as a server does. */
function verified(head: string): Proof {
  const proof = /^dpop: (.*)$/im.exec(head)?.[1]?.trim() ?? '';
  const [header = '', claims = '', signature = ''] = proof.split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const { jwk } = read(header);
  const isGood = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(isGood).toBe(true);
  return { header: read(header), claims: read(claims) };
}

/** A server that accepts only proofs with its nonce. */
async function nonceServer(nonce: string, { date = new Date(), status = 401 } = {}) {
  const heads: string[] = [];
  const said = [`dpop-nonce: ${nonce}`, `date: ${date.toUTCString()}`];
  const network = await rawNetwork((socket) =>
    onRequests(socket, (head) => {
      heads.push(head);
      const isGood = verified(head).claims['nonce'] === nonce;
      const refusal =
        status === 401
          ? answerOf(401, '{"error":"invalid"}', [...said, 'www-authenticate: DPoP error="use_dpop_nonce"'])
          : answerOf(400, '{"error":"use_dpop_nonce"}', said);
      socket.write(isGood ? answerOf(200, '{"ok":true}', said) : refusal);
    }),
  );
  return { network, heads };
}

const bound = (more: Readonly<Record<string, string>> = {}) => ({
  credentials: () => ({ accessToken: 'bound-token', dpopKey: KEY, ...more }),
});

describe('a token that is bound to a key', () => {
  it('is sent with a proof that the server can verify, and with its nonce', async () => {
    const { network, heads } = await nonceServer('nonce-1');
    const { wire } = wireTo(network.origin, bound());
    expect((await wire.send(REQUEST, LIMIT())).body).toEqual({ ok: true });
    // The nonce is known from then on.
    await wire.send(REQUEST, LIMIT());
    expect(heads).toHaveLength(3);
    const proofs = heads.map(verified);
    for (const [index, { header, claims }] of proofs.entries()) {
      expect(header).toMatchObject({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty: 'EC', crv: 'P-256' } });
      expect(header.jwk).not.toHaveProperty('d');
      expect(claims).toMatchObject({
        htm: 'POST',
        htu: `${network.origin}/xrpc/com.atproto.repo.putRecord`,
        ath: createHash('sha256').update('bound-token').digest('base64url'),
        jti: expect.stringMatching(/^[\w-]{20,}$/),
      });
      expect(claims['nonce']).toBe(index === 0 ? undefined : 'nonce-1');
      expect(heads[index]).toMatch(/authorization: DPoP bound-token/i);
    }
    expect(new Set(proofs.map(({ claims }) => claims['jti'])).size).toBe(3);
  });

  it('is signed with the time of a server whose clock is ahead', async () => {
    const date = new Date(Date.now() + 3_600_000);
    const { network, heads } = await nonceServer('nonce-1', { date });
    await wireTo(network.origin, bound()).wire.send(REQUEST, LIMIT());
    const [first, second] = heads.map((head) => Number(verified(head).claims['iat']));
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThan(3_590);
  });

  it('is refused for good if the server refuses its own nonce', async () => {
    let asked = 0;
    const network = await rawNetwork((socket) =>
      onRequests(socket, () => {
        asked += 1;
        socket.write(answerOf(400, '{"error":"use_dpop_nonce"}', [`dpop-nonce: n${asked}`]));
      }),
    );
    expect((await wireTo(network.origin, bound()).wire.send(REQUEST, LIMIT())).status).toBe(400);
    expect(asked).toBe(2);
  });

  it('was not used if a streamed body would have to be sent again', async () => {
    const { network } = await nonceServer('nonce-1');
    const { wire } = wireTo(network.origin, bound());
    const send = () =>
      wire.send(
        {
          ...REQUEST,
          headers: { ...REQUEST.headers, 'content-length': '2' },
          body: new Blob(['ok']).stream(),
        },
        LIMIT(),
      );
    await expect(send()).rejects.toSatisfy((error) => error instanceof ConnectionFailed && !error.sent);
    expect((await send()).status).toBe(200);
  });

  it('is not sent to other hosts, and no proof either', async () => {
    const network = await rawNetwork((socket) =>
      onRequests(socket, (head) => socket.write(answerOf(200, JSON.stringify({ head })))),
    );
    const { wire } = wireTo('https://pds.example', {
      ...bound(),
      reroute: { 'https://video.example': network.origin },
    });
    const { body } = await wire.send({ ...REQUEST, path: 'https://video.example/up' }, LIMIT());
    expect((body as { head: string }).head).not.toMatch(/dpop|bound-token/i);
  });

  it('is renewed at its issuer with a proof that names no token', async () => {
    const { network, heads } = await nonceServer('nonce-2', { status: 400 });
    const { wire } = wireTo('https://pds.example', {
      ...bound({ issuer: 'https://issuer.example' }),
      reroute: { 'https://issuer.example': network.origin },
    });
    const request: WireRequest = {
      method: 'POST',
      path: 'https://issuer.example/oauth/token',
      headers: {},
      body: new URLSearchParams({ grant_type: 'refresh_token' }),
    };
    expect((await wire.send(request, LIMIT())).status).toBe(200);
    expect(verified(heads[1] ?? '').claims).not.toHaveProperty('ath');
  });
});

it('a token that is not bound to a key is sent as it is', async () => {
  const network = await rawNetwork((socket) =>
    onRequests(socket, (head) => socket.write(answerOf(200, JSON.stringify({ head })))),
  );
  const { wire } = wireTo(network.origin, { credentials: () => ({ accessToken: 'bound-token' }) });
  const { body } = await wire.send(REQUEST, LIMIT());
  expect((body as { head: string }).head).toMatch(/authorization: Bearer bound-token/i);
  expect((body as { head: string }).head).not.toMatch(/dpop/i);
});
