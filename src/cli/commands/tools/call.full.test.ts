import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Machine } from '../../../../test/cli/support/program.js';
import { atTerminal, inPipe } from '../../../../test/cli/support/terminal.js';
import { TOOLS } from '../../../mcp/tools/definitions.js';

const machine = new Machine();

beforeAll(async () => {
  await machine.login(await machine.serve());
});

afterAll(() => machine.remove());

const call = (...args: string[]) => inPipe(['call', ...args], machine.env);

describe('tools', () => {
  it('are listed, and printed as agents read them with --json', async () => {
    const table = await machine.run(['tools']);
    const { tools } = JSON.parse((await machine.run(['tools', '--json'])).stdout);
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(TOOLS.map(({ name }) => name));
    expect(tools[0].inputSchema.type).toBe('object');
    for (const { name } of TOOLS) expect(table.stdout).toContain(name.replace('postrider_', ''));
  });

  it('show their arguments', async () => {
    const { stdout } = await machine.run(['tools', 'create_post']);
    expect(stdout).toContain('scheduledAt');
    expect(stdout).toContain('"tomorrow 9:00"');
  });
});

describe('call', () => {
  it('runs a tool by its short or full name', async () => {
    const [short, whole] = await Promise.all([
      machine.run(['call', 'list_accounts', 'platform=bluesky']),
      machine.run(['call', 'postrider_list_accounts', 'platform=bluesky']),
    ]);
    expect(short.code).toBe(0);
    expect(short.stdout).toContain('1 bluesky account is connected');
    expect(whole.stdout.split('\n')[0]).toBe(short.stdout.split('\n')[0]);
  });

  it('saves a draft from typed arguments', async () => {
    const { code, stdout } = await call('create_post', 'platform=bluesky', 'text=Called from a terminal');
    expect(code).toBe(0);
    expect(stdout).toContain('Draft on bluesky');
  });

  it('prints only the structured result with --json', async () => {
    const args = '{"platforms": ["bluesky", "x"], "text": "Hello"}';
    const { stdout } = await call('validate_post', '--json-args', args, '--json');
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });

  it('publishes nothing without confirmation, such as a confirmToken', async () => {
    const args = ['create_post', 'platform=bluesky', 'text=With a token', 'scheduleMode=now', '--json'];
    const asked = await call(...args);
    expect(asked.code).toBe(8);
    const { status, confirmToken } = JSON.parse(asked.stdout);
    expect(status).toBe('needs_confirmation');
    expect((await machine.run(['posts', 'list', '--text', 'With a token', '-q'])).stdout).toBe('');
    const done = await call(...args, `confirmToken=${confirmToken}`);
    expect(done.code).toBe(0);
    expect(JSON.parse(done.stdout).id).toMatch(/^post_/);
  });

  it('publishes with --yes', async () => {
    const { code, stdout } = await call(
      'create_post',
      'platform=x',
      'text=Yes',
      'scheduleMode=now',
      '--yes',
      '-q',
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^post_\w+\n$/);
  });

  it('asks in a terminal', async () => {
    const args = ['call', 'create_post', 'platform=bluesky', 'text=At a terminal', 'scheduleMode=now'];
    const no = await atTerminal(args, { env: machine.env, answers: ['n'] });
    expect(no.code).toBe(8);
    expect(no.stderr).toContain('At a terminal');
    expect(no.stdout).toContain('Nothing was done');
    const yes = await atTerminal(args, { env: machine.env, answers: ['y'] });
    expect(yes.code).toBe(0);
    expect(yes.stdout).toContain('post_');
  });

  it.each<[why: string, code: number, args: readonly string[], words: string]>([
    ['an unknown tool', 5, ['create_pots'], 'Did you mean create_post?'],
    ['an invalid argument', 2, ['create_post', 'bluesky'], 'name=value'],
    ['an unknown argument', 2, ['create_post', 'platfrm=bluesky'], 'did you mean platform'],
    ['invalid JSON', 2, ['create_post', '--json-args', '{'], 'not valid JSON'],
    ['an unknown post', 5, ['get_post', 'id=post_none'], 'no post'],
    ['a rule violation', 4, ['create_post', 'platform=instagram', 'text=x', 'scheduleMode=now'], 'image'],
    [
      'no backend',
      6,
      ['list_accounts', '--base-url', 'http://127.0.0.1:9', '--api-key', 'k'],
      'Nothing was sent',
    ],
    ['an unknown key', 3, ['list_accounts', '--api-key', 'postrider_api_wrong'], 'key_invalid'],
  ])('exits after %s with %i', async (_why, code, args, words) => {
    const ended = await call(...args);
    expect(ended.stdout + ended.stderr).toContain(words);
    expect(ended.code).toBe(code);
  });
});
