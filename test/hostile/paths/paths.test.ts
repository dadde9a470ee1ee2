import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csrfSecretOf, maskedToken } from '../../../src/backend/domain/access/csrf-token.js';
import { hashOfSecret } from '../../../src/backend/domain/access/secrets.js';
import { createSignInLink } from '../../../src/backend/domain/access/sign-in-links.js';
import { Visitor } from '../../support/visitor.js';
import { type BareAnswer, BareClient } from '../support/bare-client.js';
import { oddAmong, someOf } from '../support/tries.js';
import { Victim } from '../support/victim.js';
import { CLIMBING, INJECTED, LINK_TOKENS, REDIRECTS, SIGNED_CHANGES } from './tries.js';

let victim: Victim;
let client: BareClient;
let person: Visitor;
let words: Readonly<Record<string, string>>;

const FIFTEEN_MINUTES = 15 * 60 * 1000;

beforeAll(async () => {
  victim = await Victim.start();
  const { test, store } = victim;
  client = new BareClient(test.backend.port);
  const link = () => createSignInLink(store, test.workspace.id, test);
  const expired = await link();
  test.clock.advance(FIFTEEN_MINUTES);
  person = await Visitor.signedIn(test);
  const used = await link();
  await new Visitor(test.backend.url).open(`/sign-in?token=${used}`);
  const token = await link();
  words = {
    ...{ token, used, expired, hash: hashOfSecret(token), cut: token.slice(1), key: test.key },
    upper: token.toUpperCase(),
    swapped: token.replaceAll(/[a-z]/gi, (one) => (one < 'a' ? one.toLowerCase() : one.toUpperCase())),
    reversed: [...token].reverse().join(''),
    altered: `${token.slice(0, 20)}${token[20] === 'A' ? 'B' : 'A'}${token.slice(21)}`,
    base64: Buffer.from(token).toString('base64url'),
    session: person.cookie?.split('=')[1] ?? '',
  };
});
afterAll(async () => {
  client?.close();
  await victim?.close();
});

const withRights = (): [string, string][] => [
  ['cookie', person.cookie ?? ''],
  ['authorization', `Bearer ${victim.sandboxKey}`],
];

/** What is wrong about an answer whose headers somebody tried to write. */
function oddHeaders({ status, headers }: BareAnswer): string | null {
  if (status >= 500) return `${status}`;
  const cookies = [headers['set-cookie'] ?? []].flat().filter((cookie) => cookie.includes('injected'));
  const lines = Object.entries(headers).filter(([, value]) => /[\r\n]/.test(String(value)));
  return cookies.length + lines.length === 0 ? null : JSON.stringify(headers);
}

describe('a path', () => {
  it('leads to no file of the machine', async () => {
    const odd = await oddAmong(someOf(CLIMBING), async ({ path }) => {
      const { status, body } = await client.send({ path, headers: withRights() });
      if (/root:|"dependencies"|\[core\]|SQLite format|"devDependencies"/.test(body)) return 'tells a file';
      return status < 500 ? null : `${status}`;
    });
    expect(odd).toEqual([]);
  });

  it('writes no header, and neither does a query', async () => {
    const csrf = maskedToken(csrfSecretOf(words['session'] ?? ''));
    const odd = await oddAmong(
      someOf(INJECTED.filter(({ path }) => path !== '/live' && !path.startsWith('/live?'))),
      async ({ method, path }) =>
        oddHeaders(
          await client.send({
            ...{ method, path },
            headers: [...withRights(), ['content-type', 'application/x-www-form-urlencoded']],
            ...(method === 'POST' && { body: new URLSearchParams({ csrf, version: '1' }).toString() }),
          }),
        ),
    );
    expect(odd).toEqual([]);
  });
});

describe('the address of a file', () => {
  it('cannot be changed', async () => {
    const { body } = await victim.test.get<{ url: string }>(`/v1/media/${victim.ids['media']}`);
    expect((await fetch(body.url)).status).toBe(200);
    const odd = await oddAmong(SIGNED_CHANGES, async ({ change }) => {
      const url = new URL(body.url);
      change(url);
      const answer = await client.send({ path: `${url.pathname}${url.search}` });
      return answer.status === 404 ? oddHeaders(answer) : `${answer.status} ${url.href}`;
    });
    expect(odd).toEqual([]);
  });
});

describe('a link to sign in', () => {
  const filled = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (all, name) => words[name] ?? all);

  it('cannot be guessed, changed, or used again', async () => {
    const odd = await oddAmong(LINK_TOKENS, async ({ token }) => {
      const { status, headers } = await client.send({
        path: `/sign-in?token=${encodeURIComponent(filled(token))}`,
      });
      return status === 403 && headers['set-cookie'] === undefined ? null : `${status}`;
    });
    expect(odd).toEqual([]);
  });

  it('signs in one browser, however many use it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.send({ path: `/sign-in?token=${words['token']}` })),
    );
    expect(answers.filter(({ headers }) => headers['set-cookie'] !== undefined)).toHaveLength(1);
  });

  it('leads to no other site', async () => {
    const { test, store } = victim;
    const odd = await oddAmong(REDIRECTS, async ({ next }) => {
      const token = await createSignInLink(store, test.workspace.id, test);
      const path = `/sign-in?token=${token}&next=${encodeURIComponent(next)}`;
      const answer = await client.send({ path });
      const { location } = answer.headers;
      // A query with a NUL is refused as a whole.
      if (answer.status === 400 && location === undefined) return null;
      return answer.status === 303 && location === '/' ? oddHeaders(answer) : `${answer.status} ${location}`;
    });
    expect(odd).toEqual([]);
  });
});
