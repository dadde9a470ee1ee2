import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installNode } from '../test/nodes/packages.js';
import { type Figure, median } from './figures.js';

export const LAUNCHER = join(import.meta.dirname, '../bin/postrider.cjs');
const ROUNDS = 21;

/** What a host sends until it has the list of tools. */
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

/** From spawning the tool server to its list of tools, against starting Node for nothing. */
export async function startUp(): Promise<Figure[]> {
  const { server, yardstick, megabytes, bytes } = await timeStarts(process.execPath);
  return [
    { name: 'spawn to tools/list', value: server, unit: 'ms', yardstick, budget: { atMost: 2 } },
    { name: 'tool server, resident when idle', value: megabytes, unit: 'MB', budget: { atMost: 60 } },
    { name: 'tools/list answer', value: bytes, unit: 'bytes', budget: { atMost: 18_000 } },
  ];
}

/** A line of Node that keeps compiled code between starts. */
const KEEPS_CODE = '24';

/** The same on a Node that keeps compiled code. npm brings it: needs the registry. */
export async function startUpWithKeptCode(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  try {
    const { path, version } = installNode(KEEPS_CODE, folder);
    const { server, yardstick } = await timeStarts(path);
    const name = `spawn to tools/list, Node ${version.split('.')[0]} with kept code`;
    return [{ name, value: server, unit: 'ms', yardstick }];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Starts {
  /** Milliseconds. */
  readonly server: number;
  readonly yardstick: { readonly name: string; readonly value: number };
  readonly megabytes: number;
  readonly bytes: number;
}

async function timeStarts(node: string): Promise<Starts> {
  const nothing: number[] = [];
  const server: number[] = [];
  let memory = 0;
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    nothing.push(await timeNothing(node));
    const started = await timeServer(node, round === ROUNDS - 1);
    server.push(started.milliseconds);
    memory = started.megabytes || memory;
    bytes = started.bytes;
  }
  const yardstick = { name: 'ms, node -e 0', value: median(nothing) };
  return { server: median(server), yardstick, megabytes: memory, bytes };
}

export function timeNothing(node: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(node, ['-e', '0'], { stdio: 'ignore' });
    child.on('error', reject);
    child.on('exit', () => resolve(performance.now() - begun));
  });
}

async function timeServer(
  node: string,
  weigh: boolean,
): Promise<{ milliseconds: number; megabytes: number; bytes: number }> {
  const begun = performance.now();
  const child = spawn(node, [LAUNCHER, 'mcp'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.stdin.write(HELLO);
  const answer = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.on('error', reject);
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const line = text.split('\n').find((one) => one.includes('"id":2') && one.endsWith('}'));
      if (line && text.endsWith('\n')) resolve(line);
    });
  });
  const milliseconds = performance.now() - begun;
  let megabytes = 0;
  if (weigh) {
    await pause(1_000);
    megabytes = residentMegabytes(child.pid ?? 0);
  }
  child.stdin.end();
  await ended;
  return { milliseconds, megabytes, bytes: Buffer.byteLength(answer) };
}

/** Resident memory of a process in MB (10^6 bytes), from Linux’s process table; 0 elsewhere. */
export function residentMegabytes(pid: number): number {
  if (process.platform !== 'linux') return 0;
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return (Number(match?.[1] ?? 0) * 1024) / 1e6;
}
