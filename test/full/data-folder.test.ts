import { cpSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Problem } from '../../src/contract/errors.js';
import { Machine } from '../cli/support/program.js';
import { SmallDisk } from '../faults/small-disk.js';
import { damageHeader, damageTable } from '../support/processes/damage.js';

let machine: Machine;

beforeEach(() => {
  machine = new Machine();
});
afterEach(() => machine.remove());

/** How long a backend that is expected to exit may run, in milliseconds. */
const EXITS_WITHIN_MS = 60_000;

/** Starts a backend that is expected to exit. */
const start = (...args: readonly string[]) =>
  machine.run(['serve', '--port', '0', ...args], { limitMs: EXITS_WITHIN_MS });

describe('a second backend on one data folder', () => {
  it('is refused, with words that name PostgreSQL, and all other commands work', async () => {
    const url = await machine.serve();
    const second = await start();
    expect(second).toMatchObject({ code: 10, stdout: '' });
    expect(second.stderr).toContain('Another backend is running on the data folder');
    expect(second.stderr).toContain('PostgreSQL');
    expect(second.stderr).toContain(url);
    const asJson = await start('--json');
    expect(JSON.parse(asJson.stderr)).toMatchObject({ error: { kind: 'data_in_use', exitCode: 10 } });

    await machine.login(url);
    for (const command of ['keys list', 'workspace', 'dashboard', 'doctor', 'posts list']) {
      expect([command, (await machine.run(command.split(' '))).code]).toEqual([command, 0]);
    }
  });

  it.runIf(process.platform !== 'win32')('is refused while the first one is suspended', async () => {
    await machine.serve();
    machine.signal('SIGSTOP');
    try {
      expect((await start()).code).toBe(10);
    } finally {
      machine.signal('SIGCONT');
    }
  });

  it('starts as soon as the first one was killed', async () => {
    await machine.serve();
    await machine.killBackend();
    expect((await fetch(`${await machine.serve()}/readyz`)).status).toBe(200);
  });
});

describe('data that cannot be used is reported with exit code 11', () => {
  const refused = async (data: string, ...words: readonly string[]) => {
    const { code, stderr } = await start('--data', data);
    for (const word of words) expect(stderr).toContain(word);
    expect(stderr).not.toContain('Unexpected');
    expect(code).toBe(11);
  };

  /** The data of a backend that was killed after it answered. */
  async function killed(): Promise<{ readonly data: string; readonly key: string }> {
    const key = await machine.login(await machine.serve());
    expect((await machine.run(['posts', 'create', '--to', 'x', '--text', 'Kept', '--draft'])).code).toBe(0);
    await machine.killBackend();
    return { data: machine.data, key };
  }

  it('if its write-ahead log is gone or cut after a kill; with it, everything is there', async () => {
    const { data, key } = await killed();
    const [gone, cut] = ['gone', 'cut'].map((name) => join(machine.home, name)) as [string, string];
    for (const copy of [gone, cut]) cpSync(data, copy, { recursive: true });
    rmSync(join(gone, 'postrider.db-wal'));
    await refused(gone, 'changes are missing from postrider.db', 'postrider.db-wal', 'restore');
    expect((await machine.run(['keys', 'list', '--data', gone])).code).toBe(11);

    const log = join(cut, 'postrider.db-wal');
    truncateSync(log, statSync(log).size - 4_096);
    await refused(cut, 'missing from postrider.db', 'restore');

    const url = await machine.serve();
    const listed = await machine.run(['posts', 'list', '--base-url', url, '--api-key', key, '--json']);
    expect(JSON.parse(listed.stdout).data).toMatchObject([{ text: 'Kept' }]);
  });

  it('if a newer version wrote it', async () => {
    await machine.serve();
    await machine.stopBackend();
    const newer = new Database(join(machine.data, 'postrider.db'));
    newer.exec('pragma user_version = 999');
    newer.close();
    await refused(machine.data, 'written by a newer version of Postrider (schema 999', 'Update Postrider');
  });

  it('if its header is damaged', async () => {
    await machine.serve();
    await machine.stopBackend();
    damageHeader(machine.data);
    await refused(machine.data, 'is damaged', 'restore');
  });

  it('if the disk is full, be it new or not; it starts once there is space', async () => {
    const disk = SmallDisk.make(24);
    // Only root may mount a small disk.
    if (disk === null) return expect(process.platform === 'linux' && process.getuid?.() === 0).toBe(false);
    const data = join(disk.folder, 'data');
    try {
      disk.fill();
      await refused(data, 'The disk of the data folder', 'is full', 'Free some space');
      disk.free();
      const url = await machine.serve('--data', data);
      disk.fill();
      const full = await fetch(`${url}/readyz`);
      expect([full.status, await full.json()]).toMatchObject([
        503,
        { code: 'not_ready', detail: expect.stringContaining('is full') },
      ]);
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      await machine.stopBackend();
      // The end of the database's log has freed some space.
      disk.fill();
      await refused(data, 'is full');
      disk.free();
      expect((await fetch(`${await machine.serve('--data', data)}/readyz`)).status).toBe(200);
      await machine.stopBackend();
    } finally {
      disk.remove();
    }
  });
});

it('one damaged page is reported to the caller, the doctor and the health check', async () => {
  const key = await machine.login(await machine.serve());
  await machine.stopBackend();
  damageTable(machine.data, 'media');
  const url = await machine.serve();
  const at = ['--base-url', url, '--api-key', key];
  const listed = await machine.run(['media', 'list', ...at]);
  expect(listed).toMatchObject({ code: 11, stderr: expect.stringContaining('The database is damaged') });
  expect(listed.stderr).toContain('restore');
  expect(listed.stderr).not.toContain('Try again');
  const doctor = await machine.run(['doctor', ...at]);
  expect(doctor).toMatchObject({ code: 1, stdout: expect.stringContaining('The database is damaged') });
  const ready = await fetch(`${url}/readyz`);
  expect(ready.status).toBe(503);
  expect(((await ready.json()) as Problem).checks).toContainEqual(
    expect.objectContaining({ name: 'database', status: 'failed' }),
  );
});
