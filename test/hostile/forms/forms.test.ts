import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csrfSecretOf, maskedToken } from '../../../src/backend/domain/access/csrf-token.js';
import { OPERATIONS } from '../../../src/contract/operations.js';
import { Visitor } from '../../support/visitor.js';
import { BareClient } from '../support/bare-client.js';
import { oddAmong, someOf } from '../support/tries.js';
import { CANARY, Victim } from '../support/victim.js';
import { FOREIGN_PAGES, FORGED_FORMS, REBOUND_HOSTS } from './tries.js';

let victim: Victim;
let client: BareClient;
let person: Visitor;
let before: Readonly<Record<string, string>>;
const tokens = new Map<string, string>();

beforeAll(async () => {
  victim = await Victim.start();
  client = new BareClient(victim.test.backend.port);
  const visitors = [
    Visitor.signedIn(victim.test),
    Visitor.signedIn(victim.test),
    Visitor.signedIn(victim.test),
  ];
  const [own, other, ended] = await Promise.all(visitors);
  if (!own || !other || !ended) throw new Error('Nobody signed in.');
  person = own;
  const tokenOf = ({ cookie }: Visitor) => maskedToken(csrfSecretOf(cookie?.split('=')[1] ?? ''));
  const right = tokenOf(own);
  tokens.set('right', right).set('other session', tokenOf(other)).set('ended session', tokenOf(ended));
  tokens.set('altered', `${right.slice(0, 60)}${right[60] === 'A' ? 'B' : 'A'}${right.slice(61)}`);
  tokens.set('cut', right.slice(0, -2)).set('none', '');
  await ended.send('/sign-out');
  before = await victim.contents();
});
afterAll(async () => {
  client?.close();
  await victim?.close();
});

const placed = (text: string): string => text.replaceAll('PORT', String(victim.test.backend.port));
const cookieOf = (visitor: Visitor) => ['cookie', visitor.cookie ?? ''] as const;

describe('a request that a page of somebody else makes a browser send', () => {
  it('is really refused for its forgery: the same form with the right token is not', async () => {
    const { status } = await client.send({
      method: 'POST',
      path: '/posts/check',
      headers: [cookieOf(person), ['content-type', 'application/x-www-form-urlencoded']],
      body: new URLSearchParams({ csrf: tokens.get('right') ?? '' }).toString(),
    });
    expect(status).toBe(200);
  });

  it('cannot use a form of the dashboard', async () => {
    const odd = await oddAmong(someOf(FORGED_FORMS), async ({ route, forgery }) => {
      const { token, place = 'body', contentType = 'application/x-www-form-urlencoded' } = forgery;
      const csrf = typeof token === 'string' ? (tokens.get(token) ?? '') : token.text;
      const fields = new URLSearchParams({ ...(token !== 'none' && { csrf }), version: '1', text: 'x' });
      const path = victim.placed(route.path);
      const cookie =
        place === 'cookie' ? `${person.cookie}; csrf=${csrf}; x-csrf-token=${csrf}` : person.cookie;
      const { status, body } = await client.send({
        method: forgery.method ?? 'POST',
        path: place === 'query' ? `${path}?${fields}` : path,
        headers: [
          ['cookie', cookie ?? ''],
          ...(contentType === null || forgery.method === 'GET'
            ? []
            : [['content-type', contentType] as const]),
          ...(forgery.headers ?? []).map(([name, value]) => [name, placed(value)] as const),
          ...(place === 'other header' ? [['x-xsrf-token', csrf] as const] : []),
        ],
        ...(forgery.method !== 'GET' && { body: place === 'body' ? fields.toString() : 'version=1' }),
      });
      // A GET may show a page; that nothing changed is checked below.
      if (forgery.method === 'GET') return status < 500 ? null : `${status}`;
      return [403, 415].includes(status) && !body.includes(CANARY) ? null : `${status} ${body.slice(0, 200)}`;
    });
    expect(odd).toEqual([]);
  });

  it('gets nothing from the API for its own origin, and no preflight is granted', async () => {
    const odd = await oddAmong(someOf(FOREIGN_PAGES), async ({ id, origin, isPreflight }) => {
      const { method } = OPERATIONS[id];
      const { status, headers, body } = await client.send({
        method: isPreflight ? 'OPTIONS' : method,
        path: victim.pathOf(id),
        headers: [
          ['origin', placed(origin)],
          ['access-control-request-method', method],
          ['access-control-request-headers', 'authorization, content-type'],
          ...(isPreflight ? [] : [['authorization', `Bearer ${victim.sandboxKey}`] as const]),
          ...(method === 'GET' || isPreflight ? [] : [['content-type', 'application/json'] as const]),
        ],
        ...(method === 'GET' || isPreflight ? {} : { body: '{}' }),
      });
      const granted = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
      return status === 403 && granted.length === 0 && !body.includes(CANARY) ? null : `${status} ${granted}`;
    });
    expect(odd).toEqual([]);
  });

  it('gets nothing under a name of somebody else', async () => {
    const odd = await oddAmong(someOf(REBOUND_HOSTS), async ({ host, path }) => {
      const { status, body } = await client.send({
        path,
        headers: [['host', placed(host)], cookieOf(person), ['authorization', `Bearer ${victim.sandboxKey}`]],
      });
      return [400, 403].includes(status) && !body.includes(CANARY) ? null : `${status} ${body.slice(0, 100)}`;
    });
    expect(odd).toEqual([]);
  });

  it('changed nothing', async () => {
    expect(await victim.contents()).toEqual(before);
  });
});
