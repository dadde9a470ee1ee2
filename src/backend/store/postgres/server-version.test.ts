import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  AUTHENTICATED,
  oneRow,
  PREPARED,
  READY,
  refusal,
  SET,
} from '../../../../test/support/postgres/postgres-wire.js';
import { openPostgres } from './open-postgres.js';

let server: Server;
const sockets: Socket[] = [];
const opened: string[] = [];
const asked: string[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  opened.length = 0;
  asked.length = 0;
  server.close();
});

/** A server that reports its version and refuses to create tables. `jit` exists since version 11. */
async function serverOf(version: string, knowsJit = Number(version) >= 110_000): Promise<string> {
  const answerTo = (text: string): Buffer => {
    if (text.includes('set jit')) {
      return knowsJit
        ? Buffer.concat(text.split(';').map(() => SET))
        : refusal('42704', 'unrecognized configuration parameter "jit"');
    }
    if (text.includes('show server_version_num')) return oneRow({ server_version_num: version });
    if (text.includes('server_version_num')) return Buffer.concat([PREPARED, oneRow({ version, known: '' })]);
    return refusal('42501', 'permission denied');
  };
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => {
      opened.push(bytes.toString('utf8'));
      socket.write(Buffer.concat([AUTHENTICATED, READY]));
      socket.on('data', (bytes) => {
        const text = bytes.toString('utf8');
        // Terminate: no answer.
        if (text.startsWith('X')) return;
        asked.push(text);
        socket.write(Buffer.concat([answerTo(text), READY]));
      });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return `postgres://somebody:some-secret@127.0.0.1:${port}/posts`;
}

describe('a PostgreSQL server', () => {
  it.each([
    ['13', '130023'],
    ['12', '120000'],
    // It does not know the connection settings.
    ['10', '100023'],
  ])(
    'that is too old (%s) is refused by its version and the least, before anything is made',
    async (major, version) => {
      const url = await serverOf(version);
      const error: unknown = await openPostgres(url, 1).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({
        name: 'DatabaseUnusable',
        reason: 'too_old',
        message: `The server at ${url.replace(':some-secret', '')} is PostgreSQL ${major}. Postrider needs 14 or newer.`,
      });
      expect(asked.filter((text) => /create|begin/.test(text))).toEqual([]);
    },
  );

  it('of the oldest supported version is accepted', async () => {
    await expect(openPostgres(await serverOf('140000'), 1)).rejects.toMatchObject({
      reason: 'not_permitted',
    });
    expect(asked).toContainEqual(expect.stringContaining('begin'));
  });

  it('that is new enough but does not know a setting is refused with its own message', async () => {
    await expect(openPostgres(await serverOf('180000', false), 1)).rejects.toMatchObject({
      reason: 'refused',
      message: expect.stringContaining('unrecognized configuration parameter "jit"'),
    });
  });

  it('receives only startup parameters that poolers accept', async () => {
    await openPostgres(await serverOf('140000'), 1).catch(() => undefined);
    const [first = ''] = opened;
    const words = first.slice(first.indexOf('user')).split('\0').filter(Boolean);
    expect(words.filter((_, index) => index % 2 === 0).sort()).toEqual([
      'application_name',
      'client_encoding',
      'database',
      'user',
    ]);
    expect(asked[0]).toContain('set lock_timeout = 15000; set statement_timeout = 30000');
  });
});
