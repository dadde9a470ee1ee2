import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { AUTHENTICATED, READY, SET } from '../../../../test/support/postgres/postgres-wire.js';
import { openPool } from './pool.js';

let server: Server;
let pool: pg.Pool;
const sockets: Socket[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
  await pool.end();
  server.close();
});

/** A server that accepts every connection and answers queries with `answer`. */
async function poolTo(answer: (asked: string, socket: Socket) => void): Promise<void> {
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(Buffer.concat([AUTHENTICATED, READY]));
      socket.on('data', (bytes) => answer(bytes.toString('utf8'), socket));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  pool = openPool(`postgres://somebody@127.0.0.1:${port}/posts`, 1);
}

it('configures each connection once, before its first use', async () => {
  const asked: string[] = [];
  await poolTo((text, socket) => {
    asked.push(text);
    socket.write(Buffer.concat([SET, SET, READY]));
  });
  for (let use = 0; use < 3; use += 1) (await pool.connect()).release();
  expect(asked).toEqual([expect.stringContaining('set max_parallel_workers_per_gather = 0; set jit = off')]);
});

it('gives up on a server that accepts a connection and stays silent, and opens another', async () => {
  let isSilent = true;
  const heard = new EventEmitter();
  await poolTo((_text, socket) => {
    if (isSilent) heard.emit('something');
    else socket.write(Buffer.concat([SET, SET, READY]));
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const something = once(heard, 'something');
  const refused = expect(pool.connect()).rejects.toThrow(/timeout/);
  await something;
  vi.advanceTimersByTime(10_000);
  await refused;
  isSilent = false;
  (await pool.connect()).release();
  expect(sockets).toHaveLength(2);
});
