import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endOf, LAUNCHER, Machine } from '../cli/support/program.js';

let machine: Machine;
let umask: number;

beforeEach(() => {
  machine = new Machine();
  // Programs that it starts inherit it: everything they create would be open to all users.
  umask = process.umask(0);
});
afterEach(async () => {
  process.umask(umask);
  await machine.remove();
});

/** The files and folders below a folder that other users can reach, with their modes. */
function openBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const mode = statSync(join(folder, name)).mode & 0o777;
    return (mode & 0o077) === 0 ? [] : [`${name} ${mode.toString(8)}`];
  });
}

const PNG = join(import.meta.dirname, '../fixtures/media/photo.png');

/** Lets a backend write each kind of file: database, lock, note, uploads, conversions, checkpoints. */
async function use(): Promise<void> {
  await machine.login(await machine.serve());
  const upload = await machine.run(['media', 'upload', PNG, '--quiet']);
  expect(upload.code, upload.stderr).toBe(0);
  const post = ['posts', 'create', '--to', 'bluesky', '--text', 'Hello', '--media', upload.stdout.trim()];
  expect((await machine.run([...post, '--now', '--yes'])).code).toBe(0);
  expect((await machine.run(['media', 'list', '--json'])).code).toBe(0);
}

// Windows has no permissions of this kind.
describe.skipIf(process.platform === 'win32')('whatever the umask', () => {
  it('everything that is written to a data folder, a backup and the settings is private', async () => {
    mkdirSync(machine.data, { mode: 0o755 });
    await use();
    expect(openBelow(machine.data)).toEqual([]);
    expect(readdirSync(machine.data)).toEqual(
      expect.arrayContaining(['media', 'postrider.db-wal', 'running.json']),
    );
    await machine.killBackend();
    expect(openBelow(machine.data)).toEqual([]);

    const made = await machine.run(['backup', machine.home, '--quiet']);
    expect([made.code, (statSync(made.stdout.trim()).mode & 0o777).toString(8)]).toEqual([0, '600']);
    const [into, replaced] = [join(machine.home, 'into'), machine.data];
    for (const data of [into, replaced]) {
      mkdirSync(data, { recursive: true, mode: 0o755 });
      const restored = await machine.run([
        'restore',
        made.stdout.trim(),
        '--data',
        data,
        '--secret-key-file',
        join(machine.data, 'secret.key'),
        '--replace',
        '--yes',
      ]);
      expect(restored.code, restored.stderr).toBe(0);
      expect(openBelow(data)).toEqual([]);
    }
    expect(readdirSync(replaced).some((name) => name.startsWith('replaced-'))).toBe(true);
    expect(openBelow(join(machine.home, '.config', 'postrider'))).toEqual([]);
  });

  it('what an earlier start left open is tightened, a folder is warned of, and the doctor says how to fix it', async () => {
    await use();
    await machine.killBackend();
    const names = readdirSync(machine.data);
    for (const name of names) chmodSync(join(machine.data, name), name === 'media' ? 0o755 : 0o644);
    chmodSync(machine.data, 0o755);

    const warned = await machine.run(['doctor', '--json']);
    const { findings } = JSON.parse(warned.stdout);
    expect(findings.find(({ id }: { id: string }) => id === 'data_folder')).toMatchObject({
      status: 'warning',
      what: expect.stringContaining('postrider.db'),
      fix: `chmod -R go= ${machine.data}`,
    });

    const started = await startBriefly();
    expect(started).toContain(
      `Other users of this machine can open the data folder ${machine.data} (mode 755)`,
    );
    expect(started).toContain(`chmod 700 ${machine.data}`);
    expect(openBelow(machine.data)).toEqual([]);

    chmodSync(machine.data, 0o700);
    expect(await startBriefly()).not.toContain('data folder');
    expect((await machine.run(['doctor', '--json'])).stdout).toContain('Only you can read the data folder');
  });

  it.runIf(process.getuid?.() === 0)(
    'a backend starts where it may change no permissions, and says so',
    async () => {
      await use();
      await machine.stopBackend();
      chmodSync(machine.home, 0o755);
      chmodSync(machine.data, 0o777);
      for (const name of readdirSync(machine.data)) {
        chmodSync(join(machine.data, name), statSync(join(machine.data, name)).isDirectory() ? 0o777 : 0o666);
      }
      chmodSync(join(machine.data, 'media', 'incoming'), 0o777);
      const started = await startBriefly({ uid: 65_534, gid: 65_534 });
      expect(started).toContain('can replace the files in the data folder');
      expect(started).toContain(`chmod -R go= ${machine.data}`);
    },
  );
});

/** Starts a backend, stops it once it listens, and returns its log. */
async function startBriefly(as: { uid?: number; gid?: number } = {}): Promise<string> {
  const child = spawn(process.execPath, [LAUNCHER, 'serve', '--port', '0', '--json'], {
    ...as,
    env: machine.env,
    stdio: 'pipe',
  });
  child.stdout.once('data', () => child.kill('SIGINT'));
  const { code, stderr, stdout } = await endOf(child);
  expect([code, stdout], stderr).toEqual([0, expect.stringContaining('"url"')]);
  return stderr;
}
