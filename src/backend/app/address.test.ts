import { mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sessionCookieAt } from '../../../test/support/visitor.js';
import { BackendNotStarted } from '../base/backend-not-started.js';
import { silentLog } from '../base/log.js';
import { requireFirstOwner } from '../domain/access/first-owner.js';
import { openSession } from '../domain/access/sessions.js';
import { ensureFirstWorkspace } from '../domain/access/workspaces.js';
import { startBackend } from './start.js';

const HAS_IPV6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

describe('the address of a backend', () => {
  const start = (options: Partial<Parameters<typeof startBackend>[0]>) =>
    startBackend({ port: 0, log: silentLog, dataFolder: ':memory:', ...options });

  it('reports a port that is in use', async () => {
    const first = await start({});
    const second = start({ port: first.port });
    await expect(second).rejects.toBeInstanceOf(BackendNotStarted);
    await expect(second).rejects.toThrow(`Port ${first.port} on 127.0.0.1 is already in use`);
    await first.close();
  });

  const adminPassword = 'long enough to be one';

  it('refuses an address that other machines can reach, unless allowed', async () => {
    await expect(start({ host: '0.0.0.0' })).rejects.toMatchObject({ reason: 'remote_refused' });
    const open = await start({ host: '0.0.0.0', allowRemote: true, adminPassword });
    expect((await fetch(`http://127.0.0.1:${open.port}/healthz`)).status).toBe(200);
    await open.close();
  });

  it.skipIf(!HAS_IPV6).each(['::1', '[::1]'])('is reachable at the IPv6 address %s', async (host) => {
    const ours = await start({ host });
    expect(ours.url).toBe(`http://[::1]:${ours.port}`);
    const from = (origin: string) => fetch(`${ours.url}/v1/me`, { headers: { origin } });
    expect((await from(ours.url)).status).toBe(401);
    expect((await from('http://elsewhere.example')).status).toBe(403);
    await ours.close();
  });

  it('stops listening if the start fails afterwards', async () => {
    const first = await start({});
    await first.close();
    const { port } = first;
    const broken = { toLowerCase: () => expect.fail('not a host name') } as unknown as string;
    await expect(start({ port, allowedHosts: [broken] })).rejects.toThrow('not a host name');
    await (await start({ port })).close();
  });

  it('refuses a password that is easy to guess', async () => {
    const weak = start({ adminPassword: 'password1234' });
    await expect(weak).rejects.toMatchObject({ reason: 'password_refused' });
    await expect(weak).rejects.toThrow('attackers try “password” and “1234” first');
    const named = start({ adminPassword: 'fernhill, two cups', publicUrl: 'https://post.fernhill.example' });
    await expect(named).rejects.toThrow('must not contain “fernhill”');
  });

  it('ends no session if it starts with the password that is already set', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'postrider-'));
    const first = await start({ dataFolder, adminPassword });
    const workspace = await ensureFirstWorkspace(first.services.store, first.services);
    const { store } = first.services;
    const { id: personId } = await requireFirstOwner(store, workspace.id);
    const who = { personId, workspaceId: workspace.id };
    const secret = await openSession(store, who, first.services, {
      ...{ browser: 'Firefox on Linux', address: '127.0.0.1', replaces: null },
    });
    await first.close();
    const isSignedIn = async (password: string) => {
      const again = await start({ dataFolder, adminPassword: password });
      const headers = { cookie: sessionCookieAt(again.url, secret) };
      const { status } = await fetch(`${again.url}/channels`, { headers, redirect: 'manual' });
      await again.close();
      return status === 200;
    };
    expect(await isSignedIn(adminPassword)).toBe(true);
    expect(await isSignedIn('a kettle, two cups and no sugar')).toBe(false);
    rmSync(dataFolder, { recursive: true });
  });

  it('explains an invalid public URL and an unusable address', async () => {
    await expect(start({ publicUrl: 'post.example.org' })).rejects.toMatchObject({
      reason: 'public_url_invalid',
    });
    await expect(start({ host: '192.0.2.1', allowRemote: true, adminPassword })).rejects.toMatchObject({
      reason: 'address_unusable',
    });
  });
});
