import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Pool } from 'undici';
import { BARE } from './bare-environment.js';
import { type Figure, median } from './figures.js';
import { HELLO, LAUNCHER } from './start-up.js';
import { createKey, startBackend } from './started.js';

const CALLS = 400;
const WARM_UP = 100;

/** A tool, and the call of the API that it makes: the answer also tells it the workspace's time. */
const TOOL = 'postrider_list_accounts';
const PATH = '/v1/accounts?limit=100';

/** What a tool call over stdio costs beside the HTTP call that it makes, one tool call after the other. */
export async function toolCalls(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'postrider-bench-'));
  const backend = await startBackend(folder);
  const key = createKey(folder);
  const tools = startTools(backend.url, key);
  const pool = new Pool(backend.url, { connections: 1 });
  try {
    const raw = async (): Promise<void> => {
      const headers = { authorization: `Bearer ${key}` };
      const { statusCode, body } = await pool.request({ path: PATH, method: 'GET', headers });
      // Whoever asks reads what comes, once: here and of a tool.
      const answer = await body.json();
      if (statusCode !== 200) throw new Error(JSON.stringify(answer));
    };
    const [rawTimes, toolTimes, pingTimes]: [number[], number[], number[]] = [[], [], []];
    // In turns: whatever else the machine does befalls both.
    for (let round = 0; round < WARM_UP + CALLS; round += 1) {
      const times = [
        await timeOf(raw),
        await timeOf(() => tools.call(TOOL)),
        await timeOf(tools.ping),
      ] as const;
      if (round < WARM_UP) continue;
      rawTimes.push(times[0]);
      toolTimes.push(times[1]);
      pingTimes.push(times[2]);
    }
    return [
      {
        name: 'a tool call over stdio, beyond its HTTP call',
        value: median(toolTimes) - median(rawTimes),
        unit: 'ms',
        budget: { atMost: 1 },
      },
      {
        name: 'a tool call over stdio',
        value: median(toolTimes),
        unit: 'ms',
        yardstick: { name: 'ms, its HTTP call', value: median(rawTimes) },
      },
      // What is passed from one process to another and back costs, whatever is done there.
      { name: 'a ping over stdio', value: median(pingTimes), unit: 'ms' },
    ];
  } finally {
    await tools.stop();
    await pool.close();
    backend.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
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

function startTools(url: string, key: string): Tools {
  const child = spawn(process.execPath, [LAUNCHER, 'mcp'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...BARE, POSTRIDER_API_KEY: key, POSTRIDER_BASE_URL: url },
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
