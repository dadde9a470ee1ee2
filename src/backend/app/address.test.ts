import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { BackendNotStarted } from '../base/backend-not-started.js';
import { silentLog } from '../base/log.js';
import { startBackend } from './start.js';

const HAS_IPV6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

describe('where a backend listens', () => {
  const start = (options: Partial<Parameters<typeof startBackend>[0]>) =>
    startBackend({ port: 0, log: silentLog, dataFolder: ':memory:', ...options });

  it('says that the port is in use', async () => {
    const first = await start({});
    const second = start({ port: first.port });
    await expect(second).rejects.toBeInstanceOf(BackendNotStarted);
    await expect(second).rejects.toThrow(`Port ${first.port} on 127.0.0.1 is in use`);
    await first.close();
  });

  const adminPassword = 'long enough to be one';

  it('refuses an address that other machines can reach, unless told to', async () => {
    await expect(start({ host: '0.0.0.0' })).rejects.toMatchObject({ reason: 'remote_refused' });
    const open = await start({ host: '0.0.0.0', allowRemote: true, adminPassword });
    expect((await fetch(`http://127.0.0.1:${open.port}/healthz`)).status).toBe(200);
    await open.close();
  });

  it.skipIf(!HAS_IPV6).each(['::1', '[::1]'])('is reached at an address of IPv6: %s', async (host) => {
    const ours = await start({ host });
    expect(ours.url).toBe(`http://[::1]:${ours.port}`);
    const from = (origin: string) => fetch(`${ours.url}/v1/me`, { headers: { origin } });
    expect((await from(ours.url)).status).toBe(401);
    expect((await from('http://elsewhere.example')).status).toBe(403);
    await ours.close();
  });

  it('listens no more where something failed after it had begun to', async () => {
    const first = await start({});
    await first.close();
    const { port } = first;
    const broken = { toLowerCase: () => expect.fail('a name that is none') } as unknown as string;
    await expect(start({ port, allowedHosts: [broken] })).rejects.toThrow('a name that is none');
    await (await start({ port })).close();
  });

  it('says what a public URL looks like, and which address cannot be used', async () => {
    await expect(start({ publicUrl: 'post.example.org' })).rejects.toMatchObject({
      reason: 'public_url_invalid',
    });
    await expect(start({ host: '192.0.2.1', allowRemote: true, adminPassword })).rejects.toMatchObject({
      reason: 'address_unusable',
    });
  });
});
