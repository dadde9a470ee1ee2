import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAUNCHER, openSession, type SessionOptions, type ToolAnswer } from '../support/mcp-session.js';
import { BackendUnderTest } from '../support/running-backend.js';

let service: BackendUnderTest;

beforeAll(async () => {
  service = await BackendUnderTest.start();
});
afterAll(() => service.close());

async function firstAnswer(
  options: SessionOptions,
  name = 'postrider_list_accounts',
  args = {},
): Promise<ToolAnswer> {
  const session = await openSession(options);
  expect((await session.list()).length).toBeGreaterThan(0);
  return session.call(name, args);
}

describe('an MCP server that is not configured starts, lists its tools, and explains what to do', () => {
  it.each([
    ['no key', {}],
    ['an empty key', { POSTRIDER_API_KEY: '' }],
    ['a key that the host did not fill in', { POSTRIDER_API_KEY: `$${'{POSTRIDER_API_KEY}'}` }],
  ])('with %s', async (_what, env) => {
    const answer = await firstAnswer({ env });
    expect(answer).toMatchObject({ isError: true, structured: { error: 'key_missing' } });
    expect(answer.text).toContain('POSTRIDER_API_KEY');
    expect(answer.text).toContain(JSON.stringify(LAUNCHER));
    expect(answer.text).toContain('postrider keys create');
  });

  it('with a rejected key', async () => {
    const env = {
      POSTRIDER_API_KEY: 'postrider_api_wrongwrongwrong',
      POSTRIDER_BASE_URL: service.backend.url,
    };
    const answer = await firstAnswer({ env });
    expect(answer).toMatchObject({ isError: true, structured: { error: 'key_invalid' } });
    expect(answer.structured['requestId']).toMatch(/^req_/);
    expect(answer.text).toContain('mcpServers');
    expect(answer.text).not.toContain('wrongwrong');
  });

  it('without a backend', async () => {
    const env = { POSTRIDER_API_KEY: service.key, POSTRIDER_BASE_URL: 'http://127.0.0.1:9' };
    const answer = await firstAnswer({ env }, 'postrider_create_post', { platform: 'x', text: 'Hi' });
    expect(answer).toMatchObject({ isError: true, structured: { error: 'backend_unreachable' } });
    expect(answer.text).toContain('Nothing was sent.');
    expect(answer.text).toContain('postrider serve');
    expect(answer.text).toContain('POSTRIDER_BASE_URL');
  });

  it('with an invalid base URL', async () => {
    const env = { POSTRIDER_API_KEY: service.key, POSTRIDER_BASE_URL: 'localhost:4747' };
    const answer = await firstAnswer({ env });
    expect(answer).toMatchObject({ isError: true, structured: { error: 'base_url_invalid' } });
    expect(answer.text).toContain('http://localhost:4747');
  });
});

describe('the tools of a server', () => {
  const env = (): Record<string, string> => ({
    POSTRIDER_API_KEY: service.key,
    POSTRIDER_BASE_URL: service.backend.url,
  });

  it('are limited by --read-only, and a call to a hidden tool is rejected', async () => {
    const session = await openSession({ env: env(), args: ['mcp', '--read-only'] });
    expect((await session.list()).map(({ name }) => name)).not.toContain('postrider_create_post');
    const answer = await session.call('postrider_create_post', { platform: 'x', text: 'Hi' });
    expect(answer).toMatchObject({ isError: true, structured: { error: 'tool_switched_off' } });
  });

  it('are limited by --toolsets', async () => {
    const session = await openSession({ env: env(), args: ['mcp', '--toolsets=accounts'] });
    expect((await session.list()).map(({ name }) => name)).toEqual(['postrider_list_accounts']);
  });

  it('give a protocol error for an unknown tool', async () => {
    const session = await openSession({ env: env() });
    await expect(session.call('postrider_dance')).rejects.toThrow('Unknown tool: postrider_dance');
  });

  it('tell a draft-only key how to continue', async () => {
    const session = await openSession({
      env: { ...env(), POSTRIDER_API_KEY: await service.newKey('draft') },
    });
    const args = { platform: 'x', text: 'Shall we?', scheduleMode: 'now' };
    const refused = await session.call('postrider_create_post', args);
    expect(refused).toMatchObject({
      isError: true,
      structured: { error: 'scope_missing', requiredScope: 'posts:publish' },
    });
    expect(refused.text).toContain('scheduleMode "draft"');
    const draft = await session.call('postrider_create_post', { ...args, scheduleMode: 'draft' });
    expect(draft.structured['status']).toBe('draft');
  });
});

describe('invalid arguments of the program', () => {
  it.each([
    [
      ['mcp', '--confirm', 'sometimes'],
      'Invalid --confirm (POSTRIDER_CONFIRM): "sometimes". Use one of: always, irreversible, never.',
    ],
    [['mcp', '--toolsets', 'posts,pots'], 'Invalid --toolsets: "pots". Use any of: accounts, posts'],
  ])('%j are reported on stderr', async (args, said) => {
    const { spawnSync } = await import('node:child_process');
    const { status, stderr, stdout } = spawnSync(process.execPath, [LAUNCHER, ...args], {
      encoding: 'utf8',
      input: '',
    });
    expect(status).toBe(2);
    expect(stderr).toContain(said);
    expect(stdout).toBe('');
  });
});
