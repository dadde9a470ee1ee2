import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomIds } from '../../../src/backend/base/ids.js';
import { createApiKey, NO_POLICY, revokeApiKey } from '../../../src/backend/domain/access/api-keys.js';
import { hashOfKey, newKeyText } from '../../../src/backend/domain/access/key-text.js';
import { hashOfSecret } from '../../../src/backend/domain/access/secrets.js';
import { createWorkspace } from '../../../src/backend/domain/access/workspaces.js';
import type { Operation } from '../../../src/contract/operation.js';
import { OPERATIONS, type OperationId } from '../../../src/contract/operations.js';
import { SCOPE_NAMES } from '../../../src/contract/scopes.js';
import { Visitor } from '../../support/visitor.js';
import { type BareAnswer, BareClient } from '../support/bare-client.js';
import { DASHBOARD_ROUTES } from '../support/dashboard-routes.js';
import { oddAmong, someOf } from '../support/tries.js';
import { CANARY, Victim } from '../support/victim.js';
import type { KeyForm } from './forms.js';
import {
  FOREIGN_LIST,
  FOREIGN_OBJECT,
  FOREIGN_REFERENCE,
  TOOLS_WITHOUT_KEY,
  WITHOUT_KEY,
  WITHOUT_SESSION,
  WRONG_SCOPE,
} from './tries.js';

let victim: Victim;
let client: BareClient;
/** What stands for `{name}` in headers and queries. */
let words: Readonly<Record<string, string>>;
let before: Readonly<Record<string, string>>;
const single = new Map<string, string>();

beforeAll(async () => {
  victim = await Victim.start();
  const { test, store, sandboxKey: full } = victim;
  client = new BareClient(test.backend.port);
  const making = { clock: test.clock, ids: randomIds };
  const ended = { label: 'Old', scopes: 'full', policy: NO_POLICY } as const;
  const revoked = await createApiKey(store, test.workspace, ended, making);
  await revokeApiKey(store, test.workspace.id, revoked.id, test.clock.now());
  const expiresAt = test.clock.now() + 1000;
  const expired = await createApiKey(store, test.workspace, { ...ended, expiresAt }, making);
  test.clock.advance(2000);
  for (const scope of SCOPE_NAMES) single.set(scope, await test.newKey([scope]));
  const [active, left] = [await Visitor.signedIn(test), await Visitor.signedIn(test)];
  const secretOf = ({ cookie }: Visitor): string => cookie?.split('=')[1] ?? '';
  const [session, over] = [secretOf(active), secretOf(left)];
  await left.send('/sign-out');
  const workspace = await createWorkspace(
    store,
    { name: 'Attacker', timezone: 'UTC', sandbox: true },
    making,
  );
  words = {
    ...{ full, revoked: revoked.text, expired: expired.text, unknown: newKeyText(), hash: hashOfKey(full) },
    ...{ session, ended: over, sessionHash: hashOfSecret(session), cookie: active.cookie ?? '' },
    name: active.cookie?.split('=')[0] ?? '',
    altered: `${session.slice(0, -2)}${session.endsWith('AA') ? 'BA' : 'AA'}`,
    base64: Buffer.from(`${full}:`).toString('base64'),
    cut: full.slice(0, -1),
    prefix: full.slice(0, 18),
    upper: full.toUpperCase(),
    swapped: full.replaceAll(/[a-z]/gi, (one) => (one < 'a' ? one.toLowerCase() : one.toUpperCase())),
    reversed: [...full].reverse().join(''),
    percent: full.replaceAll('_', '%5F'),
    foreign: await test.newKey(SCOPE_NAMES, workspace),
  };
  for (const platform of ['x', 'bluesky', 'instagram']) {
    await test.post('/v1/test/accounts', { platform, handle: 'attacker' }, { key: words['foreign'] ?? '' });
  }
  before = await victim.contents();
});
afterAll(async () => {
  client?.close();
  await victim?.close();
});

const filled = (text: string): string =>
  text.replaceAll(/\{(\w+)\}/g, (all, name: string) => words[name] ?? all);

const headersOf = ({ headers = [] }: KeyForm): (readonly [string, string])[] =>
  headers.map(([name, value]) => [name, filled(value)]);

/** Sends an operation, with the body of its example and the victim’s ids in its path. */
function send(
  id: OperationId,
  headers: readonly (readonly [string, string])[],
  query = '',
): Promise<BareAnswer> {
  const operation: Operation = OPERATIONS[id];
  const { method, example } = operation;
  const json = [['content-type', 'application/json'] as const];
  return client.send({
    method,
    path: `${victim.pathOf(id)}${query === '' ? '' : `?${query}`}`,
    headers: [...headers, ...(method === 'GET' ? [] : json)],
    ...(method === 'GET' ? {} : { body: JSON.stringify(example.body ?? {}) }),
  });
}

/** Where the ids for a filter are. */
const GROUPS: Readonly<Record<string, string>> = {
  accountId: 'accounts',
  postId: 'posts',
  objectId: 'posts',
};

/** What is wrong about an answer that must be a refusal. */
function oddRefusal({ status, body }: BareAnswer, allowed: readonly number[]): string | null {
  if (!allowed.includes(status)) return `${status} ${body.slice(0, 200)}`;
  const leaked = [CANARY, ...Object.values(victim.ids)].find((secret) => body.includes(secret));
  return leaked === undefined || status === 404 ? null : `${status} tells ${leaked}`;
}

const bearer = (key: string | undefined) => [['authorization', `Bearer ${key}`] as const];

describe('a request with no right to what it asks', () => {
  it('gets 401 from every operation, in whatever form the key is sent', async () => {
    const odd = await oddAmong(someOf(WITHOUT_KEY), async ({ id, form }) =>
      oddRefusal(await send(id, headersOf(form), filled(form.query ?? '')), [401]),
    );
    expect(odd).toEqual([]);
  });

  it('gets 403 from every operation with a key of each other scope', async () => {
    const odd = await oddAmong(someOf(WRONG_SCOPE), async ({ id, scope }) =>
      oddRefusal(await send(id, bearer(single.get(scope))), [403]),
    );
    expect(odd).toEqual([]);
  });

  it('gets 404 for every object of another workspace', async () => {
    const odd = await oddAmong(FOREIGN_OBJECT, async ({ id }) => {
      const answer = await send(id, bearer(words['foreign']));
      return answer.body.includes(CANARY) ? 'tells the canary' : oddRefusal(answer, [404]);
    });
    expect(odd).toEqual([]);
  });

  it('sees nothing of another workspace in any list', async () => {
    const odd = await oddAmong(FOREIGN_LIST, async ({ id, by }) => {
      const wanted = by === null ? '' : (victim.ids[by] ?? victim.ids[GROUPS[by] ?? ''] ?? CANARY);
      const path = `${victim.pathOf(id)}${by === null ? '' : `?${by}=${wanted}`}`;
      const { status, body } = await client.send({ path, headers: bearer(words['foreign']) });
      if (status >= 500) return `${status}`;
      // A refusal repeats what was asked for.
      return status === 200 && body.includes(CANARY) ? body.slice(0, 200) : null;
    });
    expect(odd).toEqual([]);
  });

  it('cannot use objects of another workspace in its own', async () => {
    const odd = await oddAmong(FOREIGN_REFERENCE, async ({ id, body }) => {
      const text = JSON.stringify(body).replaceAll(/\{(\w+)\}/g, (all, name) => victim.ids[name] ?? all);
      const { status, body: said } = await client.send({
        method: 'POST',
        path: victim.pathOf(id),
        headers: [...bearer(words['foreign']), ['content-type', 'application/json']],
        body: text,
      });
      const isInvalid = id === 'posts.validate' && status === 200 && said.includes('"ok":false');
      return (isInvalid || [404, 409, 422].includes(status)) && !said.includes(CANARY)
        ? null
        : `${status} ${said}`;
    });
    expect(odd).toEqual([]);
  });

  it('is led to the sign-in page by every page and form of the dashboard', async () => {
    const odd = await oddAmong(someOf(WITHOUT_SESSION), async ({ route, cookie }) => {
      const { status, headers, body } = await client.send({
        method: route.method,
        path: route.path.replaceAll(/:\w+/g, victim.ids['posts'] ?? ''),
        headers: [
          ['cookie', filled(cookie.replace('{hash}', '{sessionHash}'))],
          ['authorization', `Bearer ${words['full']}`],
          ['content-type', 'application/x-www-form-urlencoded'],
        ],
        ...(route.method === 'POST' && { body: 'csrf=x' }),
      });
      // A browser that comes back from a network is first sent on to the other name of this machine.
      const to = String(headers['location']).replace(
        /^http:\/\/localhost:\d+(\/connect\/callback)\?by=.*/,
        '/sign-in?next=$1',
      );
      const isLed = status === 303 && to.startsWith('/sign-in');
      return isLed && body === '' ? null : `${status} ${headers['location']} ${body.slice(0, 100)}`;
    });
    expect(odd).toEqual([]);
  });

  it('gets 401 from the endpoint for tools, in whatever form the key is sent', async () => {
    const odd = await oddAmong(TOOLS_WITHOUT_KEY, async ({ form }) =>
      oddRefusal(
        await client.send({
          method: 'POST',
          path: form.query === undefined ? '/mcp' : `/mcp?${filled(form.query)}`,
          headers: [
            ...headersOf(form),
            ['content-type', 'application/json'],
            ['accept', 'application/json, text/event-stream'],
          ],
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
        }),
        [401],
      ),
    );
    expect(odd).toEqual([]);
  });

  it('changed nothing', async () => {
    expect(await victim.contents()).toEqual(before);
  });
});

describe('the list of pages and forms', () => {
  it('has every route of the router that is not of the API', async () => {
    const routed = (await victim.test.backend.routes())
      .filter(({ method, path }) => /^(GET|POST)$/.test(method) && !path.startsWith('/v1/'))
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => !/ \/(healthz|readyz|openapi\.json)$/.test(route));
    expect(DASHBOARD_ROUTES.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(routed.sort());
  });
});
