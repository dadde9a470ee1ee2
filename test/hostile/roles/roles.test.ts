import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApiKey } from '../../../src/backend/domain/access/api-keys.js';
import { type Operation, scopeNeeded } from '../../../src/contract/operation.js';
import { OPERATION_IDS, OPERATIONS, type OperationId } from '../../../src/contract/operations.js';
import { ROLE_NAMES, type Role } from '../../../src/contract/roles.js';
import { SCOPE_NAMES, type Scope } from '../../../src/contract/scopes.js';
import { openSession } from '../../support/mcp-session.js';
import { addPerson, type TestPerson } from '../../support/people.js';
import type { Visitor } from '../../support/visitor.js';
import { DASHBOARD_ROUTES } from '../support/dashboard-routes.js';
import { Victim } from '../support/victim.js';

/** What each role may do, written here once more, apart from the contract. */
const LEAST: readonly (readonly [scopes: RegExp, role: Role])[] = [
  [/:read$/, 'viewer'],
  [/^(posts|media|sources):write$/, 'editor'],
  [/^(posts:publish|(schedules|comments|messages):write)$/, 'approver'],
  [/./, 'owner'],
];

const rank = (role: Role): number => ROLE_NAMES.indexOf(role);
const leastFor = (scope: Scope): Role => LEAST.find(([scopes]) => scopes.test(scope))?.[1] ?? 'owner';
const mayEver = (role: Role, scopes: readonly Scope[]): boolean =>
  scopes.some((scope) => rank(role) >= rank(leastFor(scope)));

/** The scopes of which an operation's example needs one. */
function scopesOf({ access, example }: Operation): readonly Scope[] | null {
  if (access === 'public' || access === 'any_key') return null;
  const needed = scopeNeeded(access, example.body);
  if (needed !== null) return [needed];
  return typeof access === 'string' ? [access] : access.anyOf;
}

/** Everybody who is not an owner. */
const LESSER = ROLE_NAMES.filter((role) => role !== 'owner');

/** The tables that pages may change for a role, beside those of the roles before it. */
const TABLES: Readonly<Record<Role, readonly string[]>> = {
  viewer: [],
  editor: [
    ...['posts', 'targets', 'target_parts', 'post_history', 'post_labels', 'labels', 'saved_texts'],
    ...['media', 'media_place', 'media_uploads', 'sources', 'source_media', 'kept_forms', 'linked_pages'],
    ...['remarks', 'events', 'idempotency'],
    // An event of a remark is sent to the webhooks that there are.
    ...['webhooks', 'webhook_deliveries', 'webhook_attempts'],
  ],
  approver: [
    ...['schedules', 'schedule_accounts', 'slots', 'reservations', 'sends', 'comments', 'conversations'],
    ...['messages', 'attempts', 'network_posts', 'network_uploads', 'network_comments', 'network_messages'],
    'send_attempts',
  ],
  owner: [],
};

/** What people do with their own account; it is no act on the workspace. */
const OWN =
  /^\/(sign-in|sign-out|join|authorize|token|revoke|register|settings\/(sign-in|assistants)|notices)/;

/** Fields with which many forms can act. */
const FIELDS = {
  ...{ text: 'By somebody in a role', name: 'A name', label: 'A label', preset: 'full', scope: 'posts:read' },
  ...{ url: 'https://shop.example/role', events: 'post.published', role: 'viewer', note: 'Not like this' },
  ...{ days: 'mon', day: 'mon', startTime: '09:00', timezone: 'Europe/Vienna', existing: 'keep' },
  ...{ outcome: 'published', platform: 'bluesky', handle: 'role.example', kind: 'post', lifetime: '90' },
  ...{ altText: 'Seen by a role', alt: 'Seen by a role', version: '1', act: 'delete', color: 'red' },
  ...{ 'schedule-mode': 'now', scheduleMode: 'now', when: 'now', mode: 'now' },
};

/** Every form of the dashboard is sent, or every operation asked for, one after another. */
vi.setConfig({ testTimeout: 120_000 });

let victim: Victim;
const people = new Map<
  Role,
  { readonly person: TestPerson; readonly visitor: Visitor; readonly key: string }
>();

beforeAll(async () => {
  victim = await Victim.start();
  const { store, clock, ids } = victim.test.backend.services;
  for (const role of ROLE_NAMES) {
    const person = await addPerson(victim.test, { name: `the-${role}`, role: 'owner' });
    // Made by an owner, with everything; the role that the person has now is less.
    const wanted = { label: `of the ${role}`, scopes: SCOPE_NAMES, person: person.acting };
    const { text: key } = await createApiKey(store, victim.test.workspace, wanted, { clock, ids });
    await store.db
      .updateTable('memberships')
      .set({ role })
      .where('person_id', '=', person.acting.id)
      .execute();
    people.set(role, { person, visitor: await person.signIn(), key });
  }
}, 120_000);
afterAll(() => victim?.close());

function as(role: Role) {
  const found = people.get(role);
  if (!found) throw new Error(`Nobody is ${role}.`);
  return found;
}

/** The tables that differ between two digests. */
function changed(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  return Object.keys(after).filter((name) => after[name] !== before[name]);
}

/** API keys and webhooks, which only owners make. */
async function keyCount(): Promise<number> {
  const { db } = victim.store;
  const keys = await db.selectFrom('api_keys').select('id').where('kind', '=', 'key').execute();
  return keys.length + (await db.selectFrom('webhooks').select('id').execute()).length;
}

async function answerOf(id: OperationId, key: string): Promise<string> {
  const { method, example }: Operation = OPERATIONS[id];
  const body = method === 'GET' ? undefined : (example.body ?? {});
  const query = method === 'GET' ? `?${new URLSearchParams(queryOf(id))}` : '';
  const { status, body: answer } = await victim.test.request(method, `${victim.pathOf(id)}${query}`, {
    key,
    ...(body !== undefined && { body }),
  });
  return `${status} ${answer['code'] ?? ''}`.trim();
}

/** The example's query, with ids of the victim. */
function queryOf(id: OperationId): Record<string, string> {
  const { example }: Operation = OPERATIONS[id];
  return Object.fromEntries(
    Object.entries(example.query ?? {}).map(([name, value]) => [
      name,
      name === 'accountId' ? victim.accountId : (victim.ids[name] ?? String(value)),
    ]),
  );
}

describe('the API', () => {
  it.each(LESSER)('refuses every operation beyond the role, and changes nothing: %s', async (role) => {
    const before = await victim.contents();
    const beyond = OPERATION_IDS.filter((id) => {
      const scopes = scopesOf(OPERATIONS[id]);
      return scopes !== null && !mayEver(role, scopes);
    });
    expect(beyond.length).toBeGreaterThan(20);
    const answers: string[] = [];
    for (const id of beyond) answers.push(`${id}: ${await answerOf(id, as(role).key)}`);
    expect(answers.filter((answer) => !answer.endsWith(': 403 role_missing'))).toEqual([]);
    expect(changed(before, await victim.contents())).toEqual([]);
  });

  it.each(ROLE_NAMES)('allows every reading operation to every role: %s', async (role) => {
    const reads = OPERATION_IDS.filter((id) =>
      (scopesOf(OPERATIONS[id]) ?? []).some((scope) => scope.endsWith(':read')),
    );
    expect(reads.length).toBeGreaterThan(20);
    const refused: string[] = [];
    for (const id of reads) {
      const answer = await answerOf(id, as(role).key);
      if (answer.startsWith('403')) refused.push(`${id}: ${answer}`);
    }
    expect(refused).toEqual([]);
  });
});

describe('the pages', () => {
  const forms = DASHBOARD_ROUTES.filter(({ method, path }) => method === 'POST' && !OWN.test(path));

  async function sendForms(role: Role): Promise<string[]> {
    const statuses: string[] = [];
    const fields = { ...FIELDS, account: victim.accountId, accountIds: victim.accountId };
    for (const { path } of forms) {
      const { status } = await as(role).visitor.send(victim.placed(path), fields);
      statuses.push(`${path} ${status}`);
    }
    return statuses;
  }

  it.each(LESSER)('change nothing beyond the role, whatever form is sent: %s', async (role) => {
    const [before, keys] = [await victim.contents(), await keyCount()];
    const statuses = await sendForms(role);
    expect(statuses.filter((one) => / 5\d\d$/.test(one))).toEqual([]);
    const allowed = ROLE_NAMES.slice(0, rank(role) + 1).flatMap((one) => TABLES[one]);
    const touched = changed(before, await victim.contents());
    expect(touched.filter((name) => !allowed.includes(name))).toEqual([]);
    expect(await keyCount()).toBe(keys);
    if (role !== 'editor') return;
    const rows = await victim.store.db.selectFrom('posts').select(['text', 'status']).execute();
    const own = rows.filter(({ text }) => text === FIELDS.text);
    expect(own.filter(({ status }) => status !== 'draft')).toEqual([]);
  });

  it('open for every role, except those of owners', async () => {
    const pages = DASHBOARD_ROUTES.filter(
      ({ method, path, isOpen }) => method === 'GET' && !isOpen && path !== '/live' && !OWN.test(path),
    );
    for (const role of LESSER) {
      const refused: string[] = [];
      for (const { path } of pages) {
        const { status, html } = await as(role).visitor.open(victim.placed(path));
        if (status === 403) refused.push(path);
        if (status === 403 && !html.includes('needs the role')) refused.push(`${path} without a reason`);
      }
      expect(refused).toEqual(expect.arrayContaining(['/settings/keys', '/settings/workspace']));
      expect(refused.filter((path) => / /.test(path))).toEqual([]);
    }
  });

  it('do act for an owner, with the same forms', async () => {
    const [before, keys] = [await victim.contents(), await keyCount()];
    await sendForms('owner');
    const touched = changed(before, await victim.contents());
    const wanted = ['workspaces', 'memberships', 'invitations', 'accounts'];
    expect(touched).toEqual(expect.arrayContaining(wanted));
    expect(await keyCount()).toBeGreaterThan(keys);
  });
});

describe('the tools', () => {
  it('change nothing for a viewer, whatever is called', async () => {
    const at = { url: victim.test.backend.url, key: as('viewer').key };
    const session = await openSession({ at });
    const before = await victim.contents();
    // A viewer's key lists no tool that changes something; it is called all the same.
    const owner = await openSession({ at: { ...at, key: as('owner').key } });
    const { tools } = await owner.client.listTools();
    const acting = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true);
    expect(acting.length).toBeGreaterThan(5);
    for (const { name, inputSchema } of acting) {
      const known: Readonly<Record<string, unknown>> = {
        ...{ text: 'By a viewer', postId: victim.ids['posts'], accountIds: [victim.accountId] },
        ...{ accountId: victim.accountId, commentId: victim.ids['commentId'], confirm: 'yes' },
        ...{
          conversationId: victim.ids['conversationId'],
          scheduleMode: 'now',
          url: 'https://shop.example/',
        },
        ...{
          altText: 'By a viewer',
          scheduleId: victim.ids['schedules'],
          note: 'no',
          idempotencyKey: 'viewer',
        },
      };
      const args = Object.entries(known).filter(([field]) => field in (inputSchema.properties ?? {}));
      await session.call(name, Object.fromEntries(args));
    }
    expect(changed(before, await victim.contents())).toEqual([]);
  });
});
