import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { LAUNCHER, Machine } from '../../../../test/cli/support/program.js';
import { inPipe } from '../../../../test/cli/support/terminal.js';
import { PostriderClient } from '../../../client/client.js';

const Announcement = z.object({
  url: z.string(),
  apiKey: z.string(),
  dashboard: z.string(),
  seed: z.number().nullable(),
  frozenAt: z.string().nullable(),
  accounts: z.array(z.object({ id: z.string(), platform: z.string(), handle: z.string(), page: z.string() })),
});

const machine = new Machine();
const children: ChildProcess[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});
afterAll(() => machine.remove());

/** Starts it and parses its first line of output. */
async function start(...args: string[]) {
  const child = spawn(process.execPath, [LAUNCHER, 'dev', '--port', '0', '--json', ...args], {
    env: machine.env,
    stdio: 'pipe',
  });
  children.push(child);
  let line = '';
  for await (const chunk of child.stdout) {
    line += String(chunk);
    if (line.endsWith('\n')) break;
  }
  return { child, said: Announcement.parse(JSON.parse(line)) };
}

describe('postrider dev', () => {
  it('prints its URL and a key with all scopes, and stops with its parent process', async () => {
    const { child, said } = await start('--stdin-ends', '--account', 'x:@rate_limited');
    const client = new PostriderClient({ apiKey: said.apiKey, baseUrl: said.url });
    const { key, workspace } = await client.me.get();
    expect(key.scopes).toContain('test:control');
    expect(workspace.sandbox).toBe(true);
    expect(said.accounts).toHaveLength(11);
    const { page } = said.accounts.find(({ handle }) => handle === '@rate_limited') ?? {};
    expect((await fetch(String(page))).status).toBe(200);
    expect((await fetch(said.dashboard, { redirect: 'manual' })).status).toBeLessThan(400);
    await client.close();

    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('is the same on every run with a seed and a time, and writes an env file', async () => {
    const file = join(machine.home, 'postrider.env');
    const args = ['--seed', '5', '--frozen-at', '2026-12-01T08:00:00Z', '--write-env', file];
    const first = await start(...args);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toBe(
      `POSTRIDER_API_KEY=${first.said.apiKey}\nPOSTRIDER_BASE_URL=${first.said.url}\n`,
    );
    first.child.kill('SIGTERM');
    expect(await once(first.child, 'exit')).toEqual([0, null]);
    expect(existsSync(file)).toBe(false);

    const second = await start(...args);
    const ids = ({ said }: typeof first) => said.accounts.map(({ id }) => id);
    expect(ids(second)).toEqual(ids(first));
    expect(second.said.apiKey).not.toBe(first.said.apiKey);
    expect(second.said.frozenAt).toBe('2026-12-01T08:00:00Z');
  });

  it.each([
    [['--frozen-at', 'noon'], 'with an offset'],
    [['--timezone', 'Berlin'], 'Europe/Berlin'],
    [['--account', 'rate_limited'], 'x:rate_limited'],
    [['--account', 'blusky:me'], 'Did you mean bluesky?'],
    [['--seed', '0'], 'from 1 to'],
  ])('rejects %j and says how to write it', async (args, words) => {
    const { code, stdout, stderr } = await inPipe(['dev', '--port', '0', ...args]);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('Nothing was changed.');
    expect([code, stdout]).toEqual([2, '']);
  });
});
