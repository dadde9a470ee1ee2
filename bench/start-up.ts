import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { installNode } from '../test/nodes/packages.js';
import { BARE } from './baselines/bare-environment.js';
import { type Figure, median } from './figures.js';

export const LAUNCHER = join(import.meta.dirname, '../bin/postrider.cjs');
const ROUNDS = 21;

/** What a host sends to get the list of tools. */
export const HELLO = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
  },
  { jsonrpc: '2.0', method: 'notifications/initialized' },
  { jsonrpc: '2.0', id: 2, method: 'tools/list' },
]
  .map((message) => `${JSON.stringify(message)}\n`)
  .join('');

/** A call that needs no backend: without a key, the response explains how to set one. */
const FIRST_CALL = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 3,
  method: 'tools/call',
  params: { name: 'postrider_list_accounts', arguments: {} },
})}\n`;

/**
 * The time from spawning the tool server to its list of tools, compared with starting Node to do nothing. Also the
 * first call, which loads the server itself.
 */
export async function startUp(): Promise<Figure[]> {
  const { list, call, yardstick, megabytes, bytes } = await timeStarts(process.execPath);
  return [
    { name: 'tool server, spawn to tools/list', value: list, unit: 'ms', yardstick, budget: { atMost: 1.6 } },
    { name: 'tool server, first call', value: call, unit: 'ms', yardstick },
    { name: 'tool server, idle memory', value: megabytes, unit: 'MB', budget: { atMost: 50 } },
    { name: 'tools/list response', value: bytes, unit: 'bytes', budget: { atMost: 18_000 } },
  ];
}

/** A Node release line with a compile cache. */
const COMPILE_CACHE_LINE = '24';

/** The same on a Node with faster start-up and a compile cache. It is installed from npm, so it needs the registry. */
export async function startUpWithCompileCache(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  try {
    const { path, version } = installNode(COMPILE_CACHE_LINE, folder);
    const { list, call, yardstick } = await timeStarts(path);
    const line = `Node ${version.split('.')[0]}`;
    return [
      {
        name: `tool server, spawn to tools/list, ${line}`,
        value: list,
        unit: 'ms',
        yardstick,
        budget: { atMost: 1.4 },
      },
      {
        name: `tool server, first call, ${line} with compile cache`,
        value: call,
        unit: 'ms',
        yardstick,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Starts {
  /** Milliseconds until the list of tools is read. */
  readonly list: number;
  /** Milliseconds of the first call. */
  readonly call: number;
  readonly yardstick: { readonly name: string; readonly value: number };
  /** Resident memory between the list and the first call. */
  readonly megabytes: number;
  /** The size of the list. */
  readonly bytes: number;
}

async function timeStarts(node: string): Promise<Starts> {
  const nothing: number[] = [];
  const starts: Awaited<ReturnType<typeof timeServer>>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    nothing.push(await timeNothing(node));
    starts.push(await timeServer(node, round === ROUNDS - 1));
  }
  const last = starts.at(-1);
  return {
    list: median(starts.map(({ list }) => list)),
    call: median(starts.map(({ call }) => call)),
    yardstick: { name: 'ms, node -e 0', value: median(nothing) },
    megabytes: last?.megabytes ?? 0,
    bytes: last?.bytes ?? 0,
  };
}

export function timeNothing(node: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(node, ['-e', '0'], { stdio: 'ignore', env: BARE });
    child.on('error', reject);
    child.on('exit', () => resolve(performance.now() - begun));
  });
}

/** How long a server idles before its memory is measured. */
const IDLE_MS = 1_000;

async function timeServer(
  node: string,
  weigh: boolean,
): Promise<{ list: number; call: number; megabytes: number; bytes: number }> {
  const begun = performance.now();
  const child = spawn(node, [LAUNCHER, 'mcp'], { stdio: ['pipe', 'pipe', 'ignore'], env: BARE });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  const lines = createInterface({ input: child.stdout });
  const answer = (id: number): Promise<string> =>
    new Promise((resolve, reject) => {
      child.on('error', reject);
      lines.on('line', (line) => {
        if (JSON.parse(line).id === id) resolve(line);
      });
    });

  const listed = answer(2);
  child.stdin.write(HELLO);
  const bytes = Buffer.byteLength(await listed);
  const list = performance.now() - begun;
  if (weigh) await pause(IDLE_MS);
  const megabytes = weigh ? residentMegabytes(child.pid ?? 0) : 0;

  const called = answer(3);
  const asked = performance.now();
  child.stdin.write(FIRST_CALL);
  await called;
  const call = performance.now() - asked;
  child.stdin.end();
  await ended;
  return { list, call, megabytes, bytes };
}

/** Resident memory of a process in MB (10^6 bytes), from Linux’s process table; 0 elsewhere. */
export function residentMegabytes(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return (Number(match?.[1] ?? 0) * 1024) / 1e6;
}
