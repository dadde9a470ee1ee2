import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Machine } from '../../../../test/cli/support/program.js';
import { atTerminal } from '../../../../test/cli/support/terminal.js';
import { Visitor } from '../../../../test/support/visitor.js';

const GOOD = 'a kettle, two cups and no sugar';

const machine = new Machine();
let url = '';
beforeAll(async () => {
  url = await machine.serve();
});
afterAll(() => machine.remove());

const people = async () => JSON.parse((await machine.run(['people', '--json'])).stdout).data;
const run = async (...args: readonly string[]) => {
  const { code, stdout, stderr } = await machine.run([...args]);
  return [code, code === 0 ? stdout.trim() : stderr];
};

describe('people', () => {
  it('are invited, listed, given a role, disabled, reset and removed from a terminal', async () => {
    const link = (await machine.run(['people', 'invite', '--role', 'viewer', '--quiet'])).stdout.trim();
    const token = link.split('token=')[1] ?? '';
    const ann = new Visitor(url);
    const form = { token, name: 'ann', displayName: 'Ann Fern', password: GOOD, repeated: GOOD };
    expect((await ann.send('/join', form)).status).toBe(303);
    expect(await people()).toMatchObject([
      { name: 'Owner', signInName: null, role: 'owner' },
      { name: 'Ann Fern', signInName: 'ann', role: 'viewer', disabled: false },
    ]);

    expect(await run('people', 'role', 'ann', 'approver')).toEqual([0, 'Ann Fern is now approver.']);
    expect(await run('people', 'disable', 'Ann Fern')).toEqual([0, 'Ann Fern has no access any more.']);
    expect((await ann.open('/channels')).status).toBe(303);
    expect((await people())[1]).toMatchObject({ role: 'approver', disabled: true });
    expect(await run('people', 'disable', 'ann', '--undo')).toEqual([0, 'Ann Fern has access again.']);

    const reset = (await machine.run(['people', 'reset', 'ann', '--quiet'])).stdout.trim();
    expect((await ann.send('/sign-in', { name: 'ann', password: GOOD })).status).toBe(403);
    await ann.open(reset.slice(url.length));
    expect((await ann.open('/settings/sign-in')).html).toContain('No password is set');

    expect(await run('people', 'remove', 'ann')).toEqual([0, 'Removed Ann Fern.']);
    expect(await people()).toHaveLength(1);
  });

  it('keep the last owner, and refuse a name that nobody has', async () => {
    expect(await run('people', 'role', 'Owner', 'viewer')).toEqual([
      ...[4, expect.stringContaining('is the last owner')],
    ]);
    expect(await run('people', 'disable', 'zoe')).toEqual([
      ...[5, expect.stringContaining('Nobody in this workspace is named “zoe”')],
    ]);
    expect(await run('people', 'role', 'Owner', 'king')).toEqual([
      ...[2, expect.stringContaining('“king” is not a role')],
    ]);
  });

  it('warn and ask before only one person could approve posts, where somebody else has to', async () => {
    const link = (await machine.run(['people', 'invite', '--role', 'approver', '--quiet'])).stdout.trim();
    const form = { token: link.split('token=')[1] ?? '', name: 'ben', displayName: 'Ben', password: GOOD };
    expect((await new Visitor(url).send('/join', { ...form, repeated: GOOD })).status).toBe(303);
    const { env } = machine;
    const rename = await atTerminal(['people', 'role', 'ben', 'editor'], { env });
    expect([rename.code, rename.stderr]).toEqual([0, '']);
    await machine.run(['people', 'role', 'ben', 'approver']);
    await machine.run(['workspace', '--other-approver', 'required']);
    const loss = 'Without Ben, only Owner could approve posts';
    for (const [args, asked] of [
      [['remove', 'ben'], 'Remove “ben”?'],
      [['disable', 'ben'], 'Change Ben’s access?'],
      [['role', 'ben', 'viewer'], 'Change Ben’s access?'],
    ] as const) {
      const { code, stderr } = await atTerminal(['people', ...args], { env, answers: ['n'] });
      expect(code).not.toBe(0);
      expect(stderr.indexOf(loss)).toBeGreaterThan(-1);
      expect(stderr.indexOf(asked)).toBeGreaterThan(stderr.indexOf(loss));
    }
    const same = await atTerminal(['people', 'role', 'ben', 'owner'], { env });
    expect([same.code, same.stderr]).toEqual([0, '']);
    const sure = await atTerminal(['people', 'disable', 'ben', '--yes'], { env });
    expect([sure.code, sure.stdout]).toEqual([
      0,
      expect.stringContaining('only Owner can approve posts now'),
    ]);
    expect((await people())[1]).toMatchObject({ role: 'owner', disabled: true });
    await machine.run(['workspace', '--other-approver', 'optional']);
    await machine.run(['people', 'remove', 'ben', '--yes']);
  });

  it('have passwords and links of their own', async () => {
    const set = await machine.run(['password', '--person', 'Owner'], { input: `${GOOD}\n` });
    expect(set.stdout).toBe('The password of Owner is set, and their browsers are signed out.\n');
    const link = (await machine.run(['dashboard', '--person', 'Owner', '--quiet'])).stdout.trim();
    const visitor = new Visitor(url);
    await visitor.open(link.slice(url.length));
    expect((await visitor.open('/settings/people')).status).toBe(200);
  });
});
