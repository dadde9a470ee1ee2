import { existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Machine } from '../../../../test/cli/support/program.js';

const machine = new Machine();
const keyFile = join(machine.data, 'secret.key');
const outside = join(machine.home, 'outside.key');

beforeAll(async () => {
  await machine.serve();
});
afterAll(() => machine.remove());

const keyText = (path = keyFile): string => readFileSync(path, 'utf8').trim();
const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await machine.run([...args, '--json']);
  return { code, stderr, data: JSON.parse(stdout === '' ? '{}' : stdout) };
};

describe('secrets', () => {
  it('shows which key seals what, and never the key', async () => {
    const { code, stdout, stderr } = await machine.run(['secrets']);
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('10 access tokens of accounts');
    expect(stdout).toContain('The key lies beside the database');
    expect(stdout).not.toContain(keyText());
    const status = await json('secrets', 'status');
    expect(status.data).toMatchObject({
      keyId: expect.stringMatching(/^[\w-]{8}$/),
      key: { from: keyFile, besideDatabase: true },
      rotatingTo: null,
    });
    expect(JSON.stringify(status.data)).not.toContain(keyText());
  });

  it('rotate refuses while the backend runs', async () => {
    const { code, stderr } = await machine.run(['secrets', 'rotate']);
    expect([code, stderr]).toEqual([4, expect.stringContaining('A backend is running')]);
    await machine.stopBackend();
  });

  it('rotate makes a new key, and keeps the former one', async () => {
    const former = keyText();
    const before = (await json('secrets')).data.keyId;
    const { code, data, stderr } = await json('secrets', 'rotate');
    expect(code, stderr).toBe(0);
    expect(data).toMatchObject({ formerKeyId: before, keyFile, broken: [], wasFinished: false });
    expect([keyText() === former, keyText(`${keyFile}.${before}`)]).toEqual([false, former]);
    await machine.serve();
    await machine.stopBackend();
  });

  it('rotate moves the key out of the data folder, and a start without it says what to give', async () => {
    const { code, stderr } = await machine.run(['secrets', 'rotate', '--new-key-file', outside]);
    expect(code, stderr).toBe(0);
    expect([existsSync(keyFile), existsSync(outside)]).toEqual([false, true]);
    if (process.platform !== 'win32') expect(statSync(outside).mode & 0o777).toBe(0o600);
    const refused = await machine.run(['serve', '--port', '0']);
    expect([refused.code, refused.stderr]).toEqual([12, expect.stringContaining('--secret-key-file <file>')]);
    expect(existsSync(keyFile)).toBe(false);
    await machine.serve('--secret-key-file', outside);
    await machine.stopBackend();
    const status = await json('secrets', '--secret-key-file', outside);
    expect([status.code, status.data.key]).toEqual([0, { from: outside, besideDatabase: false }]);
    expect((await json('secrets')).code).toBe(12);
  });

  it('a start with another key is refused, and names both', async () => {
    const env = { POSTRIDER_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
    const { code, stderr } = await machine.run(['serve', '--port', '0'], { env });
    expect([code, stderr]).toEqual([12, expect.stringContaining('sealed with another secret key')]);
    expect(stderr).not.toContain(env.POSTRIDER_SECRET_KEY);
    const bad = await machine.run(['serve', '--port', '0'], { env: { POSTRIDER_SECRET_KEY: 'my password' } });
    expect([bad.code, bad.stderr]).toEqual([12, expect.stringContaining('openssl rand -base64 32')]);
    expect(bad.stderr).not.toContain('my password');
  });

  it('a backup needs the key, or leaves the secrets out', async () => {
    const file = (await machine.run(['backup', machine.home, '--quiet'])).stdout.trim();
    const into = join(machine.home, 'into');
    const restore = ['restore', file, '--data', into];
    const refused = await machine.run(restore);
    expect([refused.code, refused.stderr]).toEqual([12, expect.stringContaining('--without-secrets')]);
    const without = await machine.run([...restore, '--without-secrets']);
    expect(without.code, without.stderr).toBe(0);
    expect(without.stdout).toContain('10 accounts must be reconnected');
    const whole = await machine.run([...restore, '--replace', '--yes', '--secret-key-file', outside]);
    expect(whole.code, whole.stderr).toBe(0);
    renameSync(outside, join(into, 'secret.key'));
    expect((await json('secrets', '--data', into)).code).toBe(0);
  });
});
