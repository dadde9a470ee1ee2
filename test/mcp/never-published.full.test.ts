import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ScopePreset } from '../../src/contract/scopes.js';
import type { KeyPolicy } from '../../src/contract/service/me.js';
import { TOOLS } from '../../src/mcp/tools/definitions.js';
import { openSession, type Session } from '../support/mcp-session.js';
import type { ToolHarness } from '../support/tool-harness.js';
import { MEDIA_ROOT, PromptInjectionFixture, type State } from './prompt-injection-fixture.js';

let scene: PromptInjectionFixture;
let harness: ToolHarness;

beforeAll(async () => {
  scene = await PromptInjectionFixture.open();
  harness = scene.harness;
}, 60_000);
afterAll(() => harness.close());

let before: State;
beforeEach(async () => {
  before = await scene.state();
});

const TRANSPORTS = ['stdio', '/mcp'] as const;

async function opened(
  road: (typeof TRANSPORTS)[number],
  preset: ScopePreset,
  { policy = {}, args = [] }: { policy?: Partial<KeyPolicy>; args?: readonly string[] },
): Promise<Session> {
  const key = await harness.service.newKey(preset, harness.service.workspace, {
    confirm: 'never',
    ...policy,
  });
  const { url } = harness.service.backend;
  return road === 'stdio'
    ? openSession({
        args: ['mcp', '--media-root', MEDIA_ROOT, ...args],
        env: { POSTRIDER_API_KEY: key, POSTRIDER_BASE_URL: url },
      })
    : openSession({ at: { url, key } });
}

async function tryAll(session: Session): Promise<ReadonlyMap<string, boolean>> {
  const refused = new Map<string, boolean>();
  for (const [tool, args] of scene.attacks()) {
    const { isError, structured } = await session.call(tool, args);
    // A model that finds a confirmToken would use it.
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
  it('no call changes anything', async () => {
    const session = await opened(road, 'full', options);
    const refused = await tryAll(session);
    for (const { name, readOnly } of TOOLS)
      if (!readOnly) expect([name, refused.get(name)]).toEqual([name, true]);
    expect(await scene.state()).toEqual(before);
  });
});

describe.each(TRANSPORTS)('over %s with a draft-only key', (road) => {
  it('no call publishes or schedules anything', async () => {
    const session = await opened(road, 'draft', { args: ['--confirm', 'never'] });
    await tryAll(session);
    const after = await scene.state();
    expect(after.said).toEqual(before.said);
    expect(after.schedules).toEqual(before.schedules);
    const known = new Set(before.posts.map(({ id }) => id));
    const made = after.posts.filter(({ id }) => !known.has(id));
    expect(made.map(({ status }) => status).filter((status) => status !== 'draft')).toEqual([]);
    const notDrafts = ({ posts }: State) => posts.filter(({ status }) => status !== 'draft');
    expect(notDrafts(after)).toEqual(notDrafts(before));
  });
});

describe('two keys at one endpoint', () => {
  it('keep their own permissions, however their calls interleave', async () => {
    const { url } = harness.service.backend;
    const never = { confirm: 'never' } as const;
    const [full, draft] = await Promise.all([
      harness.service.newKey('full', harness.service.workspace, never),
      harness.service.newKey('draft', harness.service.workspace, never),
    ]);
    const [may, mayNot] = [
      await openSession({ at: { url, key: full } }),
      await openSession({ at: { url, key: draft } }),
    ];
    const calls = Array.from({ length: 24 }, (_, index) => {
      const session = index % 2 === 0 ? may : mayNot;
      return session.call('postrider_create_post', {
        platform: 'mastodon',
        text: harness.newText(),
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
  it('lists at /mcp only the tools that it allows', async () => {
    const session = await opened('/mcp', 'full', {
      policy: { toolsets: ['accounts', 'posts'], readOnly: true },
    });
    expect((await session.list()).map(({ name }) => name)).toEqual([
      'postrider_list_accounts',
      'postrider_list_posts',
      'postrider_get_post',
      'postrider_get_insights',
      'postrider_validate_post',
    ]);
  });

  it('lists at /mcp what its scopes allow, and explains the rest', async () => {
    const session = await opened('/mcp', 'draft', {});
    expect((await session.list()).map(({ name }) => name)).not.toContain('postrider_publish_post');
    const answer = await session.call('postrider_publish_post', {
      id: scene.there.draft,
      scheduleMode: 'now',
    });
    expect(answer.structured['error']).toBe('scope_missing');
    expect(answer.text).toContain('Propose it');
  });

  it.each<[preset: ScopePreset, options: { policy?: Partial<KeyPolicy> }, gone: string, left: string]>([
    ['draft', {}, 'postrider_publish_post', 'postrider_create_post'],
    ['full', { policy: { readOnly: true } }, 'postrider_create_post', 'postrider_list_posts'],
    ['full', { policy: { toolsets: ['posts'] } }, 'postrider_list_comments', 'postrider_create_post'],
  ])('lists over stdio what it allows after the first call: %s %j', async (preset, options, gone, left) => {
    const session = await opened('stdio', preset, options);
    const names = async () => (await session.list()).map(({ name }) => name);
    expect(await names()).toContain(gone);
    await session.call('postrider_list_posts');
    expect(await names()).not.toContain(gone);
    expect(await names()).toContain(left);
  });

  it('is limited to its toolsets over stdio', async () => {
    const session = await opened('stdio', 'full', { policy: { toolsets: ['accounts'] } });
    const answer = await session.call('postrider_list_posts');
    expect(answer).toMatchObject({ isError: true, structured: { error: 'tool_switched_off' } });
    expect(answer.text).toContain('the key is limited to these toolsets: accounts');
  });

  it.each<[road: (typeof TRANSPORTS)[number], key: KeyPolicy['confirm'], args: string[], asked: boolean]>([
    ['/mcp', 'always', [], true],
    ['/mcp', 'never', [], false],
    ['/mcp', null, [], false],
    ['stdio', 'always', ['--confirm', 'never'], true],
    ['stdio', 'never', ['--confirm', 'always'], true],
    ['stdio', 'never', [], false],
  ])('over %s with confirmation %s and %j', async (road, confirm, args, asked) => {
    const session = await opened(road, 'full', { policy: { confirm }, args });
    const post = { platform: 'mastodon', text: harness.newText(), scheduledAt: 'in 9 days' };
    const { structured } = await session.call('postrider_create_post', post);
    expect(structured['status']).toBe(asked ? 'needs_confirmation' : 'scheduled');
  });

  it('asks the person at /mcp before irreversible calls, unless the policy differs', async () => {
    const post = () => ({ platform: 'mastodon', text: harness.newText(), scheduleMode: 'now' });
    const usual = await opened('/mcp', 'full', { policy: { confirm: null } });
    expect((await usual.call('postrider_create_post', post())).structured['status']).toBe(
      'needs_confirmation',
    );
    const never = await opened('/mcp', 'full', { policy: { confirm: 'never' } });
    expect((await never.call('postrider_create_post', post())).structured['status']).toBe('queued');
  });
});

describe('with a full-access key', () => {
  it('the same calls succeed, each tool at least once', async () => {
    const session = await opened('stdio', 'full', { args: ['--confirm', 'never'] });
    const refused = await tryAll(session);
    const idle = TOOLS.filter((tool) => !tool.readOnly && refused.get(tool.name)).map(({ name }) => name);
    expect(idle).toEqual([]);
    const after = await scene.state();
    expect(after.said).not.toEqual(before.said);
    expect(after.material).not.toEqual(before.material);
    expect(after.schedules).not.toEqual(before.schedules);
  });
});
