import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { LAUNCHER } from '../support/mcp-session.js';
import { THOROUGH } from '../support/thorough.js';
import { until } from '../support/until.js';

const preload = (name: string): string =>
  `--import=${pathToFileURL(join(import.meta.dirname, 'preload', name)).href}`;

/** A backend that accepts requests and never answers. */
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
  /** Starts reading the program's output, if reading was delayed. */
  read(): void;
}

function start(env: Record<string, string> = {}, { reads = 'at once' } = {}): Program {
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
  const read = (): void => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const message = JSON.parse(line) as { id?: number };
      if (message.id !== undefined) waiting.get(message.id)?.(message);
    });
  };
  if (reads === 'at once') read();
  return {
    child,
    lines,
    errors: () => errors,
    send: (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`),
    read,
    answer: (id) => new Promise((resolve) => waiting.set(id, resolve)),
  };
}

const HELLO = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
};

async function initialize(program: Program): Promise<void> {
  const answered = program.answer(1);
  program.send({ id: 1, method: 'initialize', params: HELLO });
  await answered;
  program.send({ method: 'notifications/initialized' });
}

describe('stdout', () => {
  it('carries only protocol messages, whatever else is written while the program runs', async () => {
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
  it('opens no connection or port, writes no file, and starts no program', async () => {
    const program = start({ NODE_OPTIONS: preload('watch.mjs'), NODE_DISABLE_COMPILE_CACHE: '1' });
    await initialize(program);
    const answered = program.answer(2);
    program.send({ id: 2, method: 'tools/list', params: {} });
    await answered;
    program.child.stdin.end();
    await once(program.child, 'exit');
    expect(program.errors()).toBe('');
  });

  it('does not load the server before a request that needs it', async () => {
    const program = start({ NODE_OPTIONS: preload('loaded.mjs') });
    await initialize(program);
    const answered = [2, 3, 4, 5].map((id) => program.answer(id));
    for (const [index, method] of ['tools/list', 'prompts/list', 'resources/list', 'ping'].entries())
      program.send({ id: index + 2, method });
    await Promise.all(answered);
    program.child.stdin.end();
    await once(program.child, 'exit');
    expect(program.errors()).toBe('loaded: mcp.cjs\n');
  });
});

describe('a host', () => {
  it('that sends everything at once gets every answer once, in order', async () => {
    const program = start();
    const lines = [
      { id: 1, method: 'initialize', params: HELLO },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/list' },
      { id: 3, method: 'prompts/get', params: { name: 'none' } },
    ].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const answered = program.answer(3);
    program.child.stdin.write(lines.join(''));
    await answered;
    const later = [4, 5].map((id) => program.answer(id));
    program.send({ id: 4, method: 'tools/list' });
    program.send({ id: 5, method: 'ping' });
    await Promise.all(later);
    expect(program.lines.map((line) => JSON.parse(line).id)).toEqual([1, 2, 3, 4, 5]);
    expect(program.lines[3]?.replace('"id":4}', '"id":2}')).toBe(program.lines[1]);
  });

  it('that reads late misses nothing', async () => {
    const program = start({}, { reads: 'late' });
    program.send({ id: 0, method: 'initialize', params: HELLO });
    for (let id = 1; id <= 100; id += 1) program.send({ id, method: 'tools/list' });
    program.send({ id: 101, method: 'prompts/get', params: { name: 'none' } });
    for (let id = 102; id <= 200; id += 1) program.send({ id, method: 'tools/list' });
    const answered = Promise.all([101, 200].map((id) => program.answer(id)));
    // The pipe is full by now; from here on the program has to wait for its reader.
    const { stdout } = program.child;
    await until(() => stdout.readableLength >= stdout.readableHighWaterMark);
    await pause(300);
    program.read();
    await answered;
    const ids: number[] = program.lines.map((line) => JSON.parse(line).id);
    const all = Array.from({ length: 201 }, (_, id) => id);
    expect(ids.slice(0, 101)).toEqual(all.slice(0, 101));
    // A server may answer a fast request before an earlier slow one.
    expect(ids.toSorted((one, other) => one - other)).toEqual(all);
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

/** The moment at which the host exits. */
const MOMENTS: readonly [name: string, prepare: (program: Program) => Promise<unknown> | undefined][] = [
  ['before any message', () => undefined],
  ['when idle', initialize],
  [
    'when idle with the server loaded',
    async (program) => {
      await initialize(program);
      const answered = program.answer(2);
      program.send({ id: 2, method: 'prompts/get', params: { name: 'none' } });
      await answered;
    },
  ],
  [
    'while the server is being loaded',
    async (program) => {
      await initialize(program);
      program.send({ id: 2, method: 'tools/call', params: { name: 'postrider_list_accounts' } });
    },
  ],
  [
    'in the middle of a call',
    async (program) => {
      await initialize(program);
      const requested = silence.nextRequest();
      program.send({ id: 2, method: 'tools/call', params: { name: 'postrider_list_accounts' } });
      await requested;
    },
  ],
];

/** The full tier exits at every moment in every way; the quick tier in each way once, at different moments. */
const LEAVING = WAYS.map(([name, leave], index) => {
  const once = MOMENTS.slice(index + 1, index + 2);
  return [name, leave, THOROUGH ? MOMENTS : once] as const;
});

describe.each(LEAVING)('at %s', (_name, leave, moments) => {
  it.each(moments)('the process exits by itself without waiting for a timer, %s', async (_when, prepare) => {
    const program = start({ NODE_OPTIONS: preload('timeless.mjs') });
    await prepare(program);
    const ended = once(program.child, 'exit');
    leave(program);
    const [code, signal] = await ended;
    // A signal that arrives before the program listens ends it by default.
    if (program.lines.length > 0 || signal === null) expect(code).toBe(0);
  });
});
