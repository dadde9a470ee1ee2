import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Pds } from './servers/start-pds.js';
import { Snac } from './servers/start-snac.js';

const { pds: ensuredPds, snac: ensuredSnac } = inject('servers');
/** Set by `run.ts` in a network namespace. */
const isAlone = process.env['POSTRIDER_NETWORKS_ALONE'] === '1';
/** The state of a socket in /proc/net/tcp. */
const LISTENING = '0A';

it.runIf(isAlone)('nothing but this machine can be reached', async () => {
  expect(Object.keys(networkInterfaces())).toEqual(['lo']);
  const failure = new Promise((resolve) => {
    connect(443, '192.0.2.1').on('error', ({ message }) => resolve(message));
  });
  expect(await failure).toContain('ENETUNREACH');
});

describe.skipIf(ensuredPds.installed === null || ensuredSnac.installed === null)('the servers', () => {
  let servers: readonly (Pds | Snac)[] = [];
  beforeAll(async () => {
    if (ensuredPds.installed === null || ensuredSnac.installed === null) return;
    servers = await Promise.all([Pds.start(ensuredPds.installed), Snac.start(ensuredSnac.installed)]);
  });
  afterAll(() => Promise.all(servers.map((server) => server.stop())));

  it('listen on 127.0.0.1 only', () => {
    const listening = ['tcp', 'tcp6'].flatMap((table) => listenersIn(`/proc/net/${table}`));
    for (const { origin } of servers) {
      const port = Number(new URL(origin).port);
      // 127.0.0.1, in the order of bytes of this machine.
      expect(listening.filter((one) => one.port === port)).toEqual([{ address: '0100007F', port }]);
    }
  });
});

function listenersIn(table: string): readonly { readonly address: string; readonly port: number }[] {
  const [, ...lines] = readFileSync(table, 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const [, local = '', , state] = line.trim().split(/\s+/);
    const [address = '', port = ''] = local.split(':');
    return state === LISTENING ? [{ address, port: Number.parseInt(port, 16) }] : [];
  });
}
