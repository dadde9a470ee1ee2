import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/backend/clock.js';
import { TOOLS, type ToolName } from '../../src/mcp/tools/registry.js';
import { BackendUnderTest } from '../support/running-backend.js';

const LAUNCHER = join(import.meta.dirname, '../../bin/postrider.mjs');

/** The Inspector needs a newer Node than ours: npm brings one. The server under it runs on this one. */
const INSPECTOR = ['--yes', '-p', 'node@24', '-p', '@modelcontextprotocol/inspector@2.12', 'mcp-inspector'];

const ERAS = ['legacy', 'auto', 'modern'] as const;

type Era = (typeof ERAS)[number];
type Json = Record<string, unknown>;

let backend: BackendUnderTest<typeof systemClock>;

beforeAll(async () => {
  backend = await BackendUnderTest.startOn(systemClock);
});

afterAll(() => backend.close());

async function inspect<Result>(era: Era, args: readonly string[]): Promise<Result> {
  const environment = [
    '-e',
    `POSTRIDER_API_KEY=${backend.key}`,
    '-e',
    `POSTRIDER_BASE_URL=${backend.backend.url}`,
  ];
  const server = [process.execPath, LAUNCHER, 'mcp'];
  const command = [
    ...INSPECTOR,
    '--cli',
    '--protocol-era',
    era,
    '--format',
    'json',
    '-q',
    ...environment,
    ...server,
  ];
  // It ends with a code of its own where a tool answers with an error; the answer is printed all the same.
  const { stdout } = await promisify(execFile)('npx', [...command, ...args], { maxBuffer: 1e7 }).catch(
    (ended: { stdout: string }) => ended,
  );
  const { result }: { result: Result } = JSON.parse(stdout);
  return result;
}

const call = (era: Era, tool: string, args: Json) =>
  inspect<{ isError?: boolean; structuredContent: Json }>(era, [
    ...['--method', 'tools/call', '--tool-name', tool],
    ...['--tool-args-json', JSON.stringify(args)],
  ]);

describe.each(ERAS)('the MCP Inspector’s command line, %s protocol', (era) => {
  it('lists every tool and finds no fault in their schemas', async () => {
    const { tools } = await inspect<{ tools: { name: string }[] }>(era, [
      '--method',
      'tools/list',
      '--strict',
    ]);
    expect(tools.map((tool) => tool.name).sort()).toEqual(TOOLS.map((tool) => tool.name).sort());
  });

  it('publishes a post', async () => {
    const post = { platform: 'mastodon', text: `Said over the ${era} protocol`, scheduleMode: 'now' };
    const accounts = await call(era, 'postrider_list_accounts', {});
    expect(accounts.structuredContent['accounts']).toHaveLength(10);
    const tried = await call(era, 'postrider_validate_post', post);
    expect(tried.structuredContent['ok']).toBe(true);
    const asked = await call(era, 'postrider_create_post', post);
    expect(asked.structuredContent['status']).toBe('needs_confirmation');
    const { confirmToken } = asked.structuredContent;
    const created = await call(era, 'postrider_create_post', { ...post, confirmToken });
    const id = created.structuredContent['id'];
    const got = await call(era, 'postrider_get_post', { id, waitSeconds: 20 });
    expect(got.structuredContent['status']).toBe('published');
    const listed = await call(era, 'postrider_list_posts', { status: 'published', limit: 1 });
    expect(JSON.stringify(listed.structuredContent)).toContain(String(id));
  });

  it('calls every tool, and gets an answer that a model can read', async () => {
    const [drafted, scheduled] = await Promise.all([
      call(era, 'postrider_create_post', { platform: 'x', text: 'A draft' }),
      call(era, 'postrider_create_schedule', {
        label: `Mornings, ${era}`,
        accountIds: (await accountIds()).slice(0, 1),
        days: ['mon'],
        startTime: '09:00',
      }),
    ]);
    const { id } = drafted.structuredContent;
    const schedule = { id: scheduled.structuredContent['id'] };
    const calls: Readonly<Record<ToolName, Json>> = {
      postrider_list_accounts: {},
      postrider_list_posts: {},
      postrider_get_post: { id },
      postrider_list_slots: {},
      postrider_list_schedules: {},
      postrider_list_comments: { unanswered: true },
      postrider_get_comment: { id: 'cmt_1' },
      postrider_list_conversations: {},
      postrider_list_messages: { conversationId: 'conv_1' },
      postrider_validate_post: { platform: 'x', text: 'Hello' },
      postrider_upload_media: { path: '.' },
      postrider_ingest_source: { text: '# Sunday\n\nWe are open.' },
      postrider_create_post: { text: 'Another draft' },
      postrider_update_post: { id, text: 'A better draft' },
      postrider_publish_post: { id, scheduleMode: 'now' },
      postrider_cancel_post: { id },
      postrider_retry_post: { id },
      postrider_resolve_post: { id, outcome: 'check' },
      postrider_create_schedule: {},
      postrider_update_schedule: { ...schedule, active: false },
      postrider_delete_schedule: schedule,
      postrider_reply_to_comment: { commentId: 'cmt_1', text: 'Thank you.' },
      postrider_send_message: { conversationId: 'conv_1', text: 'Yes.' },
    };
    for (const [tool, args] of Object.entries(calls)) {
      const { structuredContent } = await call(era, tool, args);
      expect([tool, structuredContent]).toEqual([
        tool,
        expect.objectContaining({ message: expect.any(String) }),
      ]);
    }
  });
});

async function accountIds(): Promise<string[]> {
  const { body } = await backend.get<{ data: { id: string }[] }>('/v1/accounts');
  return body.data.map((account) => account.id);
}
