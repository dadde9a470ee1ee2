import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';
import { BARE } from './baselines/bare-environment.js';
import { type Figure, median } from './figures.js';
import { HELLO, LAUNCHER } from './start-up.js';
import { createKey, startBackend } from './started.js';

const CALLS = 400;
const WARM_UP = 100;

/** A tool and its API call. The response also has the workspace's time. */
const TOOL = 'postrider_list_accounts';
const PATH = '/v1/accounts?limit=100';

const BARE_SERVER = join(import.meta.dirname, 'baselines/bare-tool-server.mjs');

/**
 * What sequential tool calls over stdio cost in addition to their HTTP calls. A server that only forwards the response
 * shows the minimum for two processes on this machine.
 */
export async function toolCalls(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  const backend = await startBackend(folder);
  const key = createKey(folder);
  const tools = startTools([LAUNCHER, 'mcp'], {
    POSTRIDER_API_KEY: key,
    POSTRIDER_BASE_URL: backend.url,
  });
  const bare = startTools([BARE_SERVER], { BARE_URL: backend.url, BARE_PATH: PATH, BARE_KEY: key });
  const pool = new Pool(backend.url, { connections: 1 });
  try {
    const raw = async (): Promise<void> => {
      const headers = { authorization: `Bearer ${key}` };
      const { statusCode, body } = await pool.request({ path: PATH, method: 'GET', headers });
      // Read the response once, as the tool does.
      const answer = await body.json();
      if (statusCode !== 200) throw new Error(JSON.stringify(answer));
    };
    const [http, tool, bareTool, ping, barePing] = await mediansOf([
      raw,
      () => tools.call(TOOL),
      () => bare.call(TOOL),
      tools.ping,
      bare.ping,
    ]);
    return [
      {
        name: 'tool call over stdio, minus its HTTP call',
        value: tool - http,
        unit: 'ms',
        budget: { atMost: 1 },
      },
      { name: '… by a server that only forwards it', value: bareTool - http, unit: 'ms' },
      {
        name: 'tool call over stdio',
        value: tool,
        unit: 'ms',
        yardstick: { name: 'ms, its HTTP call', value: http },
      },
      {
        name: 'ping over stdio',
        value: ping,
        unit: 'ms',
        yardstick: { name: 'ms, bare server', value: barePing },
      },
    ];
  } finally {
    await Promise.all([tools.stop(), bare.stop()]);
    await pool.close();
    backend.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Act = () => Promise<unknown>;

/** The median duration of each in ms. They alternate, so that other load on the machine affects all of them. */
async function mediansOf<const Acts extends readonly Act[]>(
  acts: Acts,
): Promise<{ [Index in keyof Acts]: number }> {
  const times = acts.map((act) => ({ act, taken: [] as number[] }));
  for (let round = 0; round < WARM_UP + CALLS; round += 1) {
    for (const { act, taken } of times) {
      const time = await timeOf(act);
      if (round >= WARM_UP) taken.push(time);
    }
  }
  return times.map(({ taken }) => median(taken)) as { [Index in keyof Acts]: number };
}

async function timeOf(act: Act): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}

interface Message {
  readonly id?: number;
  readonly result?: { readonly isError?: boolean };
}

interface Tools {
  call(name: string): Promise<void>;
  ping(): Promise<void>;
  stop(): Promise<void>;
}

function startTools(args: readonly string[], env: Readonly<Record<string, string>>): Tools {
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...BARE, ...env },
  });
  const waiting = new Map<number, (message: Message) => void>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message: Message = JSON.parse(line);
    waiting.get(message.id ?? -1)?.(message);
  });
  child.stdin.write(HELLO);
  let last = 100;
  const ask = async (method: string, params: object): Promise<Message> => {
    last += 1;
    const id = last;
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve));
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const message = await answered;
    waiting.delete(id);
    return message;
  };
  return {
    async ping() {
      await ask('ping', {});
    },
    async call(name) {
      const { result } = await ask('tools/call', { name, arguments: {} });
      if (!result || result.isError) throw new Error(JSON.stringify(result));
    },
    async stop() {
      const ended = new Promise((resolve) => child.on('exit', resolve));
      child.stdin.end();
      await ended;
    },
  };
}
