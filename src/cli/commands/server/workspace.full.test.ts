import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Machine } from '../../../../test/cli/support/program.js';
import { Visitor } from '../../../../test/support/visitor.js';

const machines: Machine[] = [];
const newMachine = (): Machine => {
  const machine = new Machine();
  machines.push(machine);
  return machine;
};
afterAll(() => Promise.all(machines.map((one) => one.remove())));

describe('workspace', () => {
  let machine: Machine;
  let key = '';
  let url = '';
  beforeAll(async () => {
    machine = newMachine();
    url = await machine.serve();
    key = await machine.login(url);
  });

  it('changes the time zone of a running server', async () => {
    const changed = await machine.run(['workspace', '--timezone', 'asia/tokyo']);
    expect([changed.code, changed.stdout]).toEqual([0, expect.stringMatching(/Time zone +Asia\/Tokyo/)]);
    const me = JSON.parse((await machine.run(['whoami', '--json'])).stdout);
    expect(me.workspace.timezone).toBe('Asia/Tokyo');
    const answer = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.headers.get('postrider-time-zone')).toBe('Asia/Tokyo');
  });

  it('shows the workspace without changes', async () => {
    await machine.run(['workspace', '--name', 'Bakery']);
    const shown = JSON.parse((await machine.run(['workspace', '--json'])).stdout);
    expect(shown).toMatchObject({ name: 'Bakery', sandbox: true, dataFolder: machine.data });
  });

  it('rejects an invalid time zone', async () => {
    const before = (await machine.run(['workspace', '--json'])).stdout;
    const { code, stderr } = await machine.run(['workspace', '--timezone', 'Europe/Belrin']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('Europe/Berlin')]);
    const zoneOf = (text: string) => JSON.parse(text).timezone;
    expect(zoneOf((await machine.run(['workspace', '--json'])).stdout)).toBe(zoneOf(before));
  });

  it('requires the approval of somebody else only where there is somebody', async () => {
    const alone = await machine.run(['workspace', '--other-approver', 'required']);
    expect([alone.code, alone.stderr]).toEqual([2, expect.stringContaining('Invite somebody first')]);
    const link = (await machine.run(['people', 'invite', '--role', 'editor', '--quiet'])).stdout.trim();
    const token = link.split('token=')[1] ?? '';
    const words = 'a kettle, two cups and no sugar';
    const form = { token, name: 'ann', displayName: 'Ann', password: words, repeated: words };
    expect((await new Visitor(url).send('/join', form)).status).toBe(303);
    const { code, stdout } = await machine.run(['workspace', '--other-approver', 'required']);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/Approval +by somebody other than the author/)]);
    const shown = async () => JSON.parse((await machine.run(['workspace', '--json'])).stdout);
    expect(await shown()).toMatchObject({ requiresOtherApprover: true });
    const made = await machine.run(['keys', 'create', '--label', 'CI', '--preset', 'draft']);
    expect(made.stderr).toContain('This key belongs to no person');
    expect((await machine.run(['whoami'])).stdout).toMatch(/Approval +by somebody other than the author/);
    await machine.run(['workspace', '--other-approver', 'optional']);
    expect(await shown()).toMatchObject({ requiresOtherApprover: false });
  });

  it('is not created by a read', async () => {
    const { code, stderr } = await newMachine().run(['workspace']);
    expect([code, stderr]).toEqual([3, expect.stringContaining('serve')]);
  });
});

describe('a machine without a named time zone', () => {
  it.each(['', 'Nonsense'])('creates a workspace in UTC: TZ=“%s”', async (TZ) => {
    const machine = newMachine();
    const made = await machine.run(['workspace', '--name', 'Container', '--json'], { env: { TZ } });
    expect(JSON.parse(made.stdout)).toMatchObject({ timezone: 'UTC' });
    const report = JSON.parse((await machine.run(['doctor', '--json'], { env: { TZ } })).stdout);
    const zones = report.findings.find(({ id }: { id: string }) => id === 'time_zones');
    expect(zones).toMatchObject({ status: 'warning', fix: expect.stringContaining('Europe/Berlin') });
  });
});
