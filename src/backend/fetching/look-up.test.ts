import { lookup } from 'node:dns/promises';
import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NameServer } from '../../../test/support/processes/name-server.js';
import { guardedFetch } from './guarded-fetch.js';
import { HostsFile, hostsPath } from './hosts-file.js';
import { lookUpWith } from './look-up.js';
import { NameResolver } from './name-resolver.js';

let server: NameServer;
let folder: string;
let path: string;
let lookUp: ReturnType<typeof lookUpWith>;

beforeEach(async () => {
  server = await NameServer.start();
  folder = mkdtempSync(join(tmpdir(), 'postrider-hosts-'));
  path = join(folder, 'hosts');
  lookUp = lookUpWith({ hosts: new HostsFile(path), servers: [server.address] });
});

afterEach(() => {
  server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const forever = new AbortController().signal;

it('finds the addresses of both families, with the shorter time to keep them', async () => {
  const addresses = ['2606:2800:021f:cb07:6820:80da:af6b:8b2c', '93.184.215.14', '93.184.215.15'];
  server.names.set('shop.example', { addresses, ttlSeconds: 30 });
  expect(await lookUp('shop.example', forever)).toEqual({
    addresses: ['93.184.215.14', '93.184.215.15', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
    ttlMs: 30_000,
  });
});

it('says that a name does not exist', async () => {
  server.names.set('gone.example', 'no such name');
  await expect(lookUp('gone.example', forever)).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

it('reads the hosts file first, and again when it changes', async () => {
  writeFileSync(
    path,
    '# ours\n10.0.0.7\tshop.example  WWW.shop.example # both\n::7 shop.example\nfe80::1%lo0 z\n',
  );
  expect((await lookUp('shop.example', forever)).addresses).toEqual(['10.0.0.7', '::7']);
  expect((await lookUp('www.shop.example', forever)).addresses).toEqual(['10.0.0.7']);
  writeFileSync(path, '10.0.0.8 shop.example\n');
  utimesSync(path, 1, 1);
  expect((await lookUp('shop.example', forever)).addresses).toEqual(['10.0.0.8']);
  expect(server.asked).toEqual([]);
});

it('knows where the hosts file is', () => {
  expect(hostsPath('linux', {})).toBe('/etc/hosts');
  expect(hostsPath('win32', { SystemRoot: 'D:\\Windows' })).toContain('D:\\Windows');
});

it('knows localhost without asking', async () => {
  expect((await lookUp('localhost', forever)).addresses).toEqual(['127.0.0.1', '::1']);
  expect((await lookUp('app.localhost', forever)).addresses).toEqual(['127.0.0.1', '::1']);
  expect(server.asked).toEqual([]);
});

it('ends at once when nobody waits any more', async () => {
  const gone = new AbortController();
  const waiting = lookUp('silent.example', gone.signal);
  await expect.poll(() => server.asked.length, { interval: 5 }).toBeGreaterThan(0);
  gone.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
});

it('holds up neither other look-ups nor the system’s own, however many names are silent', async () => {
  server.names.set('live.example', { addresses: ['93.184.215.14'], ttlSeconds: 30 });
  const resolver = new NameResolver(lookUp);
  const stopping = new AbortController();
  // All of them end with the webhook, and Node warns of more than ten.
  setMaxListeners(0, stopping.signal);
  const over: string[] = [];
  const dead = Array.from({ length: 50 }, (_, count) =>
    resolver
      .resolve(`dead${count}.example`, { share: 'one webhook', signal: stopping.signal })
      .catch(() => over.push('dead')),
  );
  await expect.poll(() => new Set(server.asked).size, { interval: 5 }).toBe(50);
  expect(await resolver.resolve('live.example', { share: 'two content', signal: forever })).toEqual([
    '93.184.215.14',
  ]);
  await lookup('localhost');
  expect(over).toEqual([]);
  stopping.abort(new Error('SIGTERM'));
  await Promise.all(dead);
});

it('is given up with the fetch that needs it', async () => {
  const resolver = new NameResolver(lookUp);
  const gone = new AbortController();
  const fetching = guardedFetch('https://silent.example/', {
    ...{ maxBytes: 1_000, deadlineMs: 60_000, signal: gone.signal },
    resolve: (host, options) => resolver.resolve(host, options),
  });
  await expect.poll(() => server.asked.length, { interval: 5 }).toBeGreaterThan(0);
  gone.abort();
  await expect(fetching).rejects.toMatchObject({ code: 'aborted' });
});
