import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const LAUNCHER = join(import.meta.dirname, '../../bin/postrider.cjs');

/** Marks every process that this test starts, and their children, through the environment. */
const MARK = `POSTRIDER_TEST_MARK=${randomUUID()}`;

const STARTS = 100;
const AT_ONCE = 4;

/** Its timers never fire. A process that exits has waited for none, not even the one that ends slow requests. */
const TIMELESS = `--import=${pathToFileURL(join(import.meta.dirname, '../mcp/preload/timeless.mjs')).href}`;

/** A backend that accepts requests and never responds, so that every call is in progress when its host exits. */
const silence = createServer();
let url = '';

beforeAll(async () => {
  silence.listen(0, '127.0.0.1');
  await once(silence, 'listening');
  url = `http://127.0.0.1:${(silence.address() as AddressInfo).port}`;
});
afterAll(() => {
  silence.close();
  silence.closeAllConnections();
});

const SAID = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/call', params: { name: 'postrider_list_accounts', arguments: {} } },
]
  .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  .join('');

const [name = '', value = ''] = MARK.split('=');
const env = () => ({
  PATH: process.env['PATH'],
  POSTRIDER_API_KEY: 'postrider_api_0000000000',
  POSTRIDER_BASE_URL: url,
  NODE_OPTIONS: TIMELESS,
  [name]: value,
});

/** Ways for a host to exit: gracefully, by signals, and without reading further. */
const WAYS: readonly ((child: ChildProcess) => void)[] = [
  (child) => child.stdin?.end(),
  (child) => child.kill('SIGTERM'),
  (child) => child.kill('SIGHUP'),
  (child) => {
    // Its response hits a broken pipe.
    child.stdout?.destroy();
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'ping' })}\n`);
  },
];

async function startAndStop(round: number): Promise<void> {
  const child = spawn(process.execPath, [LAUNCHER, 'mcp'], { stdio: ['pipe', 'pipe', 'ignore'], env: env() });
  child.stdin.on('error', () => child.stdin.destroy());
  const ended = once(child, 'exit');
  // Some hosts exit before the server has written anything, some in the middle of a call.
  if (round % 3 !== 0) {
    const answered = once(child.stdout, 'data');
    child.stdin.write(SAID);
    await answered;
    await pause(round % 3 === 1 ? 0 : 50);
  }
  WAYS[round % WAYS.length]?.(child);
  await ended;
}

/** The marked processes on this machine. */
function marked(): string[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(MARK);
      } catch (error) {
        // The process has exited, or belongs to another user.
        if (error instanceof Error) return false;
        throw error;
      }
    });
}

describe.runIf(process.platform === 'linux')('the tool server', () => {
  it(`leaves no process behind after ${STARTS} starts and stops`, async () => {
    const rounds = Array.from({ length: STARTS }, (_, round) => round);
    const work = async (): Promise<void> => {
      for (let round = rounds.pop(); round !== undefined; round = rounds.pop()) await startAndStop(round);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    expect(marked()).toEqual([]);
  });

  it('exits with a host that is killed in the middle of a call', async () => {
    const asked = once(silence, 'request');
    const host = spawn(
      process.execPath,
      [
        '-e',
        `const child = require('node:child_process').spawn(process.execPath, [${JSON.stringify(LAUNCHER)}, 'mcp'], { stdio: ['pipe', 'ignore', 'ignore'] });
         child.stdin.write(${JSON.stringify(SAID)});
         setInterval(() => undefined, 1000);`,
      ],
      { stdio: 'ignore', env: env() },
    );
    await asked;
    expect(marked()).toHaveLength(2);
    host.kill('SIGKILL');
    await expect.poll(marked, { timeout: 60_000 }).toEqual([]);
  });
});
