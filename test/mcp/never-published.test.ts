import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { KeyPolicy } from '../../src/contract/me.js';
import type { ScopePreset } from '../../src/contract/scopes.js';
import type { Field, Fields } from '../../src/mcp/definition.js';
import { TOOLS, type ToolName } from '../../src/mcp/tools/registry.js';
import { openSession, type Session } from './session.js';
import { ToolRoom } from './tool-room.js';

type Json = Readonly<Record<string, unknown>>;

let room: ToolRoom;
/** Something of each kind for which a call could do harm. */
let there: { draft: string; scheduled: string; failed: string; unknown: string; account: string };

beforeAll(async () => {
  room = await ToolRoom.open();
  const failed = await room.failedPost();
  const unknown = await room.unknownPost();
  there = {
    draft: await room.create({ platform: 'mastodon' }),
    scheduled: await room.create({ platform: 'mastodon', scheduledAt: 'in 20 days' }),
    failed: failed.id,
    unknown: unknown.id,
    account: failed.accountId,
  };
}, 60_000);
afterAll(() => room.close());

/** Everything that a model could try, with the arguments that would make the most happen. */
function attacks(): readonly (readonly [tool: ToolName, args: Json])[] {
  const { draft, scheduled, failed, unknown, account } = there;
  const text = room.newText();
  const schedule = { label: 'Every minute', accountIds: [account], days: ['tue'], startTime: '09:00' };
  const written: readonly (readonly [ToolName, Json])[] = [
    ['postrider_create_post', { platform: 'mastodon', text, scheduleMode: 'now' }],
    ['postrider_create_post', { platform: 'mastodon', text, scheduledAt: 'in 1 minute' }],
    ['postrider_create_post', { platform: 'mastodon', text, scheduleMode: 'queue', together: true }],
    [
      'postrider_create_post',
      { platform: 'mastodon', text, scheduleMode: 'now', allowDuplicate: true, confirmToken: 'a.b.c.d.e' },
    ],
    ['postrider_create_post', { platform: 'mastodon', text, scheduleMode: 'now', apiKey: room.service.key }],
    ['postrider_update_post', { id: scheduled, scheduledAt: 'in 1 minute' }],
    ['postrider_update_post', { id: scheduled, text: 'Changed' }],
    ['postrider_update_post', { id: draft, scheduledAt: 'in 1 minute', proposed: { scheduleMode: 'now' } }],
    ...[draft, scheduled, failed, unknown].flatMap((id) => [
      ['postrider_publish_post', { id, scheduleMode: 'now' }] as const,
      ['postrider_publish_post', { id, scheduledAt: 'in 1 minute' }] as const,
      ['postrider_retry_post', { id }] as const,
      ['postrider_resolve_post', { id, outcome: 'send_again' }] as const,
      ['postrider_resolve_post', { id, outcome: 'check' }] as const,
    ]),
    ['postrider_cancel_post', { id: scheduled }],
    ['postrider_create_schedule', schedule],
  ];
  const rest = TOOLS.filter(({ name }) => !written.some(([tool]) => tool === name));
  return [...written, ...rest.map(({ name, input }) => [name, exampleOf(input)] as const)];
}

/** A call with every argument, from the definition's own examples. */
function exampleOf(fields: Fields): Json {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name !== 'confirmToken')
      .map(([name, field]) => [name, name === 'id' ? there.scheduled : exampleValue(field)]),
  );
}

function exampleValue(field: Field): unknown {
  if (field.example !== undefined) return field.example;
  switch (field.type) {
    case 'string':
      return field.values?.[0] ?? 'word';
    case 'integer':
      return field.minimum;
    case 'boolean':
      return true;
    case 'array':
      return [exampleValue(field.items)];
    case 'object':
      return exampleOf(field.fields);
  }
}

interface State {
  readonly outbox: unknown;
  readonly posts: readonly { readonly id: string; readonly status: string; readonly version: number }[];
}

async function stateNow(): Promise<State> {
  const outbox = await room.service.get('/v1/test/outbox?limit=100');
  const { body } = await room.service.get<{ data: State['posts'] }>('/v1/posts?limit=100');
  const schedules = await room.service.get('/v1/schedules');
  return {
    outbox: [outbox.body, schedules.body],
    posts: body.data.map(({ id, status, version }) => ({ id, status, version })),
  };
}

let before: State;
beforeEach(async () => {
  before = await stateNow();
});

const ROADS = ['stdio', '/mcp'] as const;

async function opened(
  road: (typeof ROADS)[number],
  preset: ScopePreset,
  { policy = {}, args = [] }: { policy?: Partial<KeyPolicy>; args?: readonly string[] },
): Promise<Session> {
  const key = await room.service.newKey(preset, room.service.workspace, { confirm: 'never', ...policy });
  const { url } = room.service.backend;
  return road === 'stdio'
    ? openSession({ args: ['mcp', ...args], env: { POSTRIDER_API_KEY: key, POSTRIDER_BASE_URL: url } })
    : openSession({ at: { url, key } });
}

async function tryAll(session: Session): Promise<ReadonlyMap<string, boolean>> {
  const refused = new Map<string, boolean>();
  for (const [tool, args] of attacks()) {
    const { isError, structured } = await session.call(tool, args);
    // Whoever offers a confirmToken would act on it.
    const { confirmToken } = structured;
    const again = confirmToken ? await session.call(tool, { ...args, confirmToken }) : undefined;
    refused.set(tool, (refused.get(tool) ?? true) && (again?.isError ?? isError));
  }
  return refused;
}

describe.each([
  ['stdio', 'started with --read-only', { args: ['--read-only', '--confirm', 'never'] }],
  ['stdio', 'with a key that may only look', { policy: { readOnly: true }, args: ['--confirm', 'never'] }],
  ['/mcp', 'with a key that may only look', { policy: { readOnly: true } }],
] as const)('over %s %s', (road, _how, options) => {
  it('nothing changes, whatever is called', async () => {
    const session = await opened(road, 'full', options);
    const refused = await tryAll(session);
    for (const { name, readOnly } of TOOLS)
      if (!readOnly) expect([name, refused.get(name)]).toEqual([name, true]);
    expect(await stateNow()).toEqual(before);
  });
});

describe.each(ROADS)('over %s with a draft-only key', (road) => {
  it('nothing is published or planned, whatever is called', async () => {
    const session = await opened(road, 'draft', { args: ['--confirm', 'never'] });
    await tryAll(session);
    const after = await stateNow();
    expect(after.outbox).toEqual(before.outbox);
    const known = new Set(before.posts.map(({ id }) => id));
    const made = after.posts.filter(({ id }) => !known.has(id));
    expect(made.map(({ status }) => status).filter((status) => status !== 'draft')).toEqual([]);
    const notDrafts = ({ posts }: State) => posts.filter(({ status }) => status !== 'draft');
    expect(notDrafts(after)).toEqual(notDrafts(before));
  });
});

describe('two keys at one endpoint', () => {
  it('never lend each other what they may do, however their calls are mixed', async () => {
    const { url } = room.service.backend;
    const never = { confirm: 'never' } as const;
    const [full, draft] = await Promise.all([
      room.service.newKey('full', room.service.workspace, never),
      room.service.newKey('draft', room.service.workspace, never),
    ]);
    const [may, mayNot] = [
      await openSession({ at: { url, key: full } }),
      await openSession({ at: { url, key: draft } }),
    ];
    const calls = Array.from({ length: 24 }, (_, index) => {
      const session = index % 2 === 0 ? may : mayNot;
      return session.call('postrider_create_post', {
        platform: 'mastodon',
        text: room.newText(),
        scheduledAt: 'in 9 days',
      });
    });
    const answers = await Promise.all(calls);
    expect(answers.map(({ structured }) => structured['error'] ?? structured['status'])).toEqual(
      answers.map((_, index) => (index % 2 === 0 ? 'scheduled' : 'scope_missing')),
    );
  });
});

describe('a key with a policy', () => {
  it('shows at /mcp only the tools that it may use', async () => {
    const session = await opened('/mcp', 'full', {
      policy: { toolsets: ['accounts', 'posts'], readOnly: true },
    });
    expect((await session.list()).map(({ name }) => name)).toEqual([
      'postrider_list_accounts',
      'postrider_list_posts',
      'postrider_get_post',
      'postrider_validate_post',
    ]);
  });

  it('lists at /mcp what its scopes allow, and explains the rest', async () => {
    const session = await opened('/mcp', 'draft', {});
    expect((await session.list()).map(({ name }) => name)).not.toContain('postrider_publish_post');
    const answer = await session.call('postrider_publish_post', { id: there.draft, scheduleMode: 'now' });
    expect(answer.structured['error']).toBe('scope_missing');
    expect(answer.text).toContain('Propose it');
  });

  it('is kept to its toolsets over stdio', async () => {
    const session = await opened('stdio', 'full', { policy: { toolsets: ['accounts'] } });
    const answer = await session.call('postrider_list_posts');
    expect(answer).toMatchObject({ isError: true, structured: { error: 'tool_switched_off' } });
    expect(answer.text).toContain('it was made to use these tools only: accounts');
  });

  it.each<[road: (typeof ROADS)[number], key: KeyPolicy['confirm'], args: string[], asked: boolean]>([
    ['/mcp', 'always', [], true],
    ['/mcp', 'never', [], false],
    ['/mcp', null, [], false],
    ['stdio', 'always', ['--confirm', 'never'], true],
    ['stdio', 'never', ['--confirm', 'always'], true],
    ['stdio', 'never', [], false],
  ])('over %s with confirmation %s and %j', async (road, confirm, args, asked) => {
    const session = await opened(road, 'full', { policy: { confirm }, args });
    const post = { platform: 'mastodon', text: room.newText(), scheduledAt: 'in 9 days' };
    const { structured } = await session.call('postrider_create_post', post);
    expect(structured['status']).toBe(asked ? 'needs_confirmation' : 'scheduled');
  });

  it('has a person asked at /mcp before what cannot be taken back, unless it says otherwise', async () => {
    const post = () => ({ platform: 'mastodon', text: room.newText(), scheduleMode: 'now' });
    const usual = await opened('/mcp', 'full', { policy: { confirm: null } });
    expect((await usual.call('postrider_create_post', post())).structured['status']).toBe(
      'needs_confirmation',
    );
    const never = await opened('/mcp', 'full', { policy: { confirm: 'never' } });
    expect((await never.call('postrider_create_post', post())).structured['status']).toBe('queued');
  });
});
