import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import * as z from 'zod';

/** Where every client looks for a backend unless told. */
const USUAL_PORT = 4747;

/** How long the backend may take to come up, in ms: a slow machine's cold start, with room to spare. */
const START_MS = 20_000;

const Announcement = z.object({ url: z.string(), dashboard: z.string() });

const MadeKey = z.object({
  prefix: z.string(),
  entry: z.object({
    mcpServers: z.object({
      postrider: z.object({
        command: z.string(),
        args: z.array(z.string()),
        env: z.record(z.string(), z.string()),
      }),
    }),
  }),
});

export type MadeKey = z.infer<typeof MadeKey>;

/** The built program as a backend: what a person does with `postrider serve` and `postrider keys create`. */
export class DemoBackend {
  /** Settles when the backend has ended, for whatever reason. */
  readonly ended: Promise<void>;
  readonly #launcher: string;
  readonly #dataFolder: string;
  readonly #env: NodeJS.ProcessEnv;
  #process: ChildProcess | null = null;
  #onEnd: () => void = () => undefined;

  constructor(launcher: string, dataFolder: string) {
    this.#launcher = launcher;
    this.#dataFolder = dataFolder;
    // Settings of this machine's owner must not reach the demo, nor the demo another backend.
    const { POSTRIDER_API_KEY: _key, POSTRIDER_BASE_URL: _url, ...env } = process.env;
    this.#env = env;
    this.ended = new Promise((resolve) => {
      this.#onEnd = resolve;
    });
  }

  /** @returns its address, a link that signs in to its dashboard once, and why it is not at the usual port where it is not */
  async start(): Promise<{ url: string; dashboard: string; portNote: string | null }> {
    const free = await isFree(USUAL_PORT);
    const port = free ? USUAL_PORT : 0;
    const child = this.#run(['serve', '--port', String(port), '--data', this.#dataFolder, '--json']);
    this.#process = child;
    child.once('exit', () => this.#onEnd());
    const line = await Promise.race([
      firstLine(child),
      this.ended.then(() => Promise.reject(new Error('The backend ended before it listened.'))),
      rejectAfter(START_MS, 'The backend did not come up.'),
    ]);
    const { url, dashboard } = Announcement.parse(JSON.parse(line));
    return { url, dashboard, portNote: free ? null : `port ${USUAL_PORT} is taken, so another was` };
  }

  /** Makes a key beside the running backend. */
  async makeKey(label: string): Promise<MadeKey> {
    const child = this.#run([
      ...['keys', 'create', '--label', label, '--preset', 'full'],
      ...['--data', this.#dataFolder, '--json'],
    ]);
    const [line, [code]] = await Promise.all([firstLine(child), once(child, 'exit')]);
    if (code !== 0) throw new Error(`postrider keys create ended with ${code}.`);
    return MadeKey.parse(JSON.parse(line));
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await this.ended;
  }

  #run(args: readonly string[]): ChildProcess {
    return spawn(process.execPath, [this.#launcher, ...args], {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of stdout ?? []) {
    text += String(chunk);
    const end = text.indexOf('\n');
    if (end >= 0) return text.slice(0, end);
  }
  return text;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

function rejectAfter(ms: number, message: string): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(message)), ms).unref();
  });
}
