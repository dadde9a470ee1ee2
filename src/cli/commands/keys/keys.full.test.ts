import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAUNCHER, Machine } from '../../../../test/cli/support/program.js';
import { atTerminal } from '../../../../test/cli/support/terminal.js';
import { SCOPE_PRESETS } from '../../../contract/scopes.js';

const machine = new Machine();
let url = '';

beforeAll(async () => {
  url = await machine.serve();
});

afterAll(() => machine.remove());

const create = (...args: string[]) => machine.run(['keys', 'create', ...args]);
const whoami = (key: string) => machine.run(['whoami', '--api-key', key, '--base-url', url]);

describe('keys create', () => {
  it('creates a key for the running server, shows it once, with a ready entry', async () => {
    const { code, stdout } = await create('--label', 'Claude Desktop', '--preset', 'full');
    expect(code).toBe(0);
    const [key = ''] = stdout.split('\n');
    expect(key).toMatch(/^postrider_api_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/);
    expect(stdout).toContain('only time the key is shown');
    const entry = JSON.parse(stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1));
    expect(entry.mcpServers.postrider).toEqual({
      command: 'node',
      args: [LAUNCHER],
      env: { POSTRIDER_API_KEY: key, POSTRIDER_BASE_URL: url },
    });
    expect((await whoami(key)).stdout).toContain('"Claude Desktop"');
  });

  it('uses the scopes of a preset or the named ones', async () => {
    const draft = JSON.parse((await create('--label', 'a', '--preset', 'draft', '--json')).stdout);
    expect(draft.scopes).toEqual(SCOPE_PRESETS.draft);
    const named = await create(
      '--label',
      'b',
      '--scopes',
      'posts:read,accounts:read',
      '--expires',
      '90d',
      '--json',
    );
    const { scopes, expiresAt } = JSON.parse(named.stdout);
    expect(scopes).toEqual(['posts:read', 'accounts:read']);
    const days = (Date.parse(expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(89.9);
    expect(days).toBeLessThanOrEqual(90);
  });

  it('prints only the key with --quiet', async () => {
    const { stdout } = await create('--label', 'ci', '--preset', 'read', '--quiet');
    expect((await whoami(stdout.trim())).code).toBe(0);
  });

  it.each([
    [['--preset', 'full'], 'Missing required option --label'],
    [['--label', 'x'], 'Choose what the key can do'],
    [['--label', 'x', '--preset', 'everything'], 'not one of full'],
    [['--label', 'x', '--preset', 'full', '--scopes', 'posts:read'], 'not both'],
    [['--label', 'x', '--preset', 'full', '--expires', 'soon'], '12h, 90d'],
  ])('rejects %j and says how to write it', async (args, words) => {
    const { code, stderr } = await atTerminal(['keys', 'create', ...args], { env: machine.env });
    expect(code).toBe(2);
    expect(stderr).toContain(words);
  });

  it('works before the first start of a server', async () => {
    const fresh = new Machine();
    const early = await fresh.run(['keys', 'create', '--label', 'early', '--preset', 'full']);
    expect(early.code).toBe(0);
    // A backend on another folder would not know the key, so a forgotten --data is reported.
    expect(early.stderr).toMatch(/Created a new data folder, .*\./);
    const second = await fresh.run(['keys', 'create', '--label', 'second', '--preset', 'full']);
    expect([second.code, second.stderr]).toEqual([0, '']);
    const listed = await fresh.run(['keys', 'list']);
    expect(listed.stdout).toContain('early');
    await fresh.remove();
  });
});

describe('keys list and revoke', () => {
  it('list keys, and revoke one by its first characters', async () => {
    const made = JSON.parse((await create('--label', 'to be ended', '--preset', 'full', '--json')).stdout);
    expect((await whoami(made.key)).code).toBe(0);
    const listed = await machine.run(['keys', 'list']);
    expect(listed.stdout).toContain('to be ended');
    expect(listed.stdout).not.toContain(made.key);

    const revoked = await machine.run(['keys', 'revoke', made.prefix]);
    expect(revoked.stdout).toContain('Revoked "to be ended"');
    const refused = await whoami(made.key);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('revoked');
    expect(refused.stderr).toMatch(/Request req_/);
    const { data } = JSON.parse((await machine.run(['keys', 'list', '--json'])).stdout);
    expect(data.find(({ id }: { id: string }) => id === made.id).revokedAt).not.toBeNull();
  });

  it('accept an id or the full key', async () => {
    const byId = JSON.parse((await create('--label', 'c', '--preset', 'read', '--json')).stdout);
    const whole = JSON.parse((await create('--label', 'd', '--preset', 'read', '--json')).stdout);
    expect((await machine.run(['keys', 'revoke', byId.id, '-q'])).stdout.trim()).toBe(byId.id);
    expect((await machine.run(['keys', 'revoke', whole.key, '-q'])).stdout.trim()).toBe(whole.id);
  });

  it('ask in a terminal, and do nothing on a no', async () => {
    const made = JSON.parse((await create('--label', 'e', '--preset', 'read', '--json')).stdout);
    const { code } = await atTerminal(['keys', 'revoke', made.id], { env: machine.env, answers: ['n'] });
    expect(code).toBe(8);
    expect((await whoami(made.key)).code).toBe(0);
  });

  it('fail for an unknown key or folder', async () => {
    const unknown = await machine.run(['keys', 'revoke', 'key_none']);
    expect(unknown.code).toBe(5);
    const nowhere = await machine.run(['keys', 'list', '--data', `${machine.home}/nowhere`]);
    expect(nowhere.code).toBe(3);
    expect(nowhere.stderr).toContain('No backend data found');
  });
});
