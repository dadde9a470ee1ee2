import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inPipe } from '../../../../test/cli/support/terminal.js';
import { APP_PLATFORMS } from '../../../networks/access.js';

const rehearse = (...args: readonly string[]) =>
  inPipe(['rehearse', '--port', '0', '--stdin-ends', '--json', ...args]);

it('prints what to enter as a line of JSON, and stops with its parent process', async () => {
  const { code, stdout } = await rehearse('linkedin', 'x', 'linkedin');
  expect(code).toBe(0);
  const said: unknown = JSON.parse(stdout);
  const network = (platform: string) => ({
    platform,
    clientId: `rehearsal-${platform}-client`,
    clientSecret: `rehearsal-${platform}-secret`,
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/$/),
  });
  expect(said).toMatchObject({
    rehearsal: true,
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    dashboard: expect.stringContaining('/sign-in?token='),
    password: expect.stringMatching(/^.{16}$/),
    networks: [network('linkedin'), network('x')],
  });
});

it('rehearses every network with an app, says so, and removes its env file at the end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-rehearse-'));
  const file = join(folder, 'postrider.env');
  try {
    const { code, stdout } = await inPipe(['rehearse', '--port', '0', '--stdin-ends', '--write-env', file]);
    expect(code).toBe(0);
    for (const platform of APP_PLATFORMS) expect(stdout).toContain(`rehearsal-${platform}-client`);
    expect(stdout).toContain('nothing leaves this machine');
    expect(existsSync(file)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it.each([
  ['mastodon', 'not connected with an app'],
  ['linkdin', 'Did you mean linkedin?'],
])('does not rehearse %s', async (word, why) => {
  const { code, stderr } = await rehearse(word);
  expect([code, stderr]).toEqual([2, expect.stringContaining(why)]);
  expect(stderr).not.toContain('bluesky');
});

it('names a free port if its own is taken', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { code, stderr } = await inPipe(['rehearse', 'x', '--port', String(port), '--stdin-ends']);
  taken.close();
  expect([code === 0, stderr]).toEqual([false, expect.stringContaining('rehearse --port 0')]);
});
