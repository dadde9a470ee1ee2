import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LAUNCHER } from './session.js';

const preload = (name: string): string =>
  `--import=${pathToFileURL(join(import.meta.dirname, 'preload', name)).href}`;

/** A backend that takes requests and never answers. */
let silence: { url: string; nextRequest(): Promise<unknown>; close(): void };

beforeAll(async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  silence = {
    url: `http://127.0.0.1:${port}`,
    nextRequest: () => once(server, 'request'),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
});
afterAll(() => silence.close());

interface Program {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly lines: string[];
  readonly errors: () => string;
  send(message: Record<string, unknown>): void;
  /** The answer to the request with this id. */
  answer(id: number): Promise<Record<string, unknown>>;
}

function start(env: Record<string, string> = {}): Program {
  const child = spawn(process.execPath, [LAUNCHER], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      POSTRIDER_API_KEY: 'postrider_api_0000000000',
      POSTRIDER_BASE_URL: silence.url,
      ...env,
    },
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  child.stdin.on('error', () => child.stdin.destroy());
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const lines: string[] = [];
  const waiting = new Map<number, (message: Record<string, unknown>) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    const message = JSON.parse(line) as { id?: number };
    if (message.id !== undefined) waiting.get(message.id)?.(message);
  });
  return {
    child,
    lines,
    errors: () => errors,
    send: (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    answer: (id) => new Promise((resolve) => waiting.set(id, resolve)),
  };
}

async function initialize(program: Program): Promise<void> {
  const answered = program.answer(1);
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  program.send({ id: 1, method: 'initialize', params });
  await answered;
  program.send({ method: 'notifications/initialized' });
}

describe('stdout', () => {
  it('carries protocol bytes alone, whatever else is written while the program runs', async () => {
    const program = start({ NODE_OPTIONS: preload('noise.mjs'), POSTRIDER_BASE_URL: 'http://127.0.0.1:9' });
    await initialize(program);
    const answered = program.answer(2);
    program.send({ id: 2, method: 'tools/call', params: { name: 'postrider_list_accounts', arguments: {} } });
    await answered;
    program.child.stdin.end();
    await once(program.child, 'exit');
    expect(program.lines.map((line) => JSON.parse(line).id)).toEqual([1, 2]);
    expect(program.errors()).toContain('noise from console.log');
    expect(program.errors()).toContain('noise from stdout.write');
  });
});

describe('start-up', () => {
  it('opens no connection and no port, writes no file, and starts no program', async () => {
    const program = start({ NODE_OPTIONS: preload('watch.mjs'), NODE_DISABLE_COMPILE_CACHE: '1' });
    await initialize(program);
    const answered = program.answer(2);
    program.send({ id: 2, method: 'tools/list', params: {} });
    await answered;
    program.child.stdin.end();
    await once(program.child, 'exit');
    expect(program.errors()).toBe('');
  });
});

const WAYS: readonly [name: string, leave: (program: Program) => void][] = [
  ['the end of stdin', ({ child }) => child.stdin.end()],
  [
    'a broken pipe',
    ({ child, send }) => {
      child.stdout.destroy();
      send({ id: 99, method: 'ping' });
    },
  ],
  ['SIGTERM', ({ child }) => child.kill('SIGTERM')],
  ['SIGHUP', ({ child }) => child.kill('SIGHUP')],
];

describe.each(WAYS)('at %s', (_name, leave) => {
  it.each([
    ['when idle', false],
    ['in the middle of a call', true],
  ])('the process ends within a second %s', async (_when, calling) => {
    const program = start();
    await initialize(program);
    if (calling) {
      const requested = silence.nextRequest();
      program.send({
        id: 2,
        method: 'tools/call',
        params: { name: 'postrider_list_accounts', arguments: {} },
      });
      await requested;
    }
    const started = performance.now();
    const ended = once(program.child, 'exit');
    leave(program);
    const [code] = await ended;
    expect(code).toBe(0);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
