import { rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Machine } from '../../../../test/cli/support/program.js';

/** How long a command that has to end by itself may run, in milliseconds. */
const LIMIT_MS = 60_000;

let machine: Machine;
/** Accepts connections and never answers, as a PostgreSQL server behind a dropped connection. */
let silent: Server;
let connected: Promise<Socket>;

beforeEach(async () => {
  machine = new Machine();
  connected = new Promise((resolve) => {
    silent = createServer((socket) => {
      socket.on('error', () => undefined);
      resolve(socket);
    });
  });
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
});
afterEach(async () => {
  silent.close();
  await machine.remove();
});

const address = (): string => `postgres://a:b@127.0.0.1:${(silent.address() as AddressInfo).port}/postrider`;

describe('migrate-store', () => {
  it('refuses data that a backend uses, also without the note that the backend leaves', async () => {
    await machine.serve();
    rmSync(join(machine.data, 'running.json'));
    const moved = await machine.run(['migrate-store', '--to', address()], { limitMs: LIMIT_MS });
    expect(moved).toMatchObject({ code: 4, stdout: '' });
    expect(moved.stderr).toContain(`A backend is running on the data in ${machine.data}`);
    expect(moved.stderr).toContain('Nothing was changed');
  });

  it('lets no backend start on the data while it copies', async () => {
    await machine.run(['keys', 'create', '--label', 'test', '--preset', 'full']);
    const moving = machine.run(['migrate-store', '--to', address()], { limitMs: LIMIT_MS });
    const socket = await connected;
    const started = await machine.run(['serve', '--port', '0'], { limitMs: LIMIT_MS });
    expect(started).toMatchObject({ code: 10, stdout: '' });
    expect(started.stderr).toContain('Another backend is running on the data folder');
    silent.close();
    socket.destroy();
    expect((await moving).code).toBe(3);
  });
});
