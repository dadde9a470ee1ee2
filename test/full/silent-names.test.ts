import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PostriderClient } from '../../src/client/client.js';
import { LAUNCHER } from '../cli/support/program.js';
import { NameServer } from '../support/processes/name-server.js';

const PRELOAD = pathToFileURL(join(import.meta.dirname, 'support/name-server-of-tests.mjs')).href;
const RECEIVERS = 50;
/** How long the process may take to end, in milliseconds: half of what one look-up may take. */
const END_WITHIN_MS = 5_000;

const PATIENCE = { interval: 50, timeout: 60_000 };

let names: NameServer;
let home: string;
let backend: ChildProcess | null;

beforeEach(async () => {
  names = await NameServer.start();
  home = mkdtempSync(join(tmpdir(), 'postrider-names-'));
  backend = null;
});

afterEach(() => {
  backend?.kill('SIGKILL');
  names.stop();
  rmSync(home, { recursive: true, force: true });
});

it('a backend whose look-ups hang publishes, and ends on SIGTERM', async () => {
  const env = {
    ...{ PATH: process.env['PATH'], HOME: home, NAME_SERVER_OF_TESTS: names.address },
    NODE_OPTIONS: `--import=${PRELOAD}`,
  };
  backend = spawn(process.execPath, [LAUNCHER, 'serve', '--port', '0', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [said] = backend.stdout ? await once(backend.stdout, 'data') : [];
  const { url }: { url: string } = JSON.parse(String(said));
  const create = ['keys', 'create', '--label', 'test', '--preset', 'full', '--quiet'];
  const apiKey = execFileSync(process.execPath, [LAUNCHER, ...create], { env, encoding: 'utf8' }).trim();
  const client = new PostriderClient({ baseUrl: url, apiKey });
  for (let count = 0; count < RECEIVERS; count += 1) {
    await client.webhooks.create({
      url: `https://receiver${count}.example.org/`,
      events: ['post.scheduled'],
    });
  }
  const { data: accounts } = await client.accounts.list();
  const accountIds = accounts.filter(({ platform }) => platform === 'bluesky').map(({ id }) => id);
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
  await client.posts.create({ accountIds, text: 'In an hour', scheduleMode: 'schedule', scheduledAt });
  await expect.poll(() => new Set(names.asked).size, PATIENCE).toBe(RECEIVERS);

  const { id } = await client.posts.create({ accountIds, text: 'Now', scheduleMode: 'now' });
  await expect.poll(async () => (await client.posts.get(id)).status, PATIENCE).toBe('published');

  const ended = once(backend, 'exit');
  backend.kill('SIGTERM');
  const patience = new AbortController();
  const late = sleep(END_WITHIN_MS, 'still running', { signal: patience.signal }).catch(() => 'ended');
  expect(await Promise.race([ended, late])).toEqual([0, null]);
  patience.abort();
});
