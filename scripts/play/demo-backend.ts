import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import * as z from 'zod';

/** The port that clients use by default. */
const DEFAULT_PORT = 4747;

/** How long the backend may take to start, in ms: ample for a cold start on a slow machine. */
const START_TIMEOUT_MS = 20_000;

const Announcement = z.object({ url: z.string() });

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

/** Runs the built program as a backend, with `postrider serve` and `postrider keys create`. */
export class DemoBackend {
  /** Resolves when the backend has exited, for any reason. */
  readonly ended: Promise<void>;
  readonly #launcher: string;
  readonly #dataFolder: string;
  readonly #env: NodeJS.ProcessEnv;
  #process: ChildProcess | null = null;
  #onEnd: () => void = () => undefined;

  constructor(launcher: string, dataFolder: string) {
    this.#launcher = launcher;
    this.#dataFolder = dataFolder;
    // The user's settings must not affect the demo, and the demo must not reach another backend.
    const { POSTRIDER_API_KEY: _key, POSTRIDER_BASE_URL: _url, ...env } = process.env;
    this.#env = env;
    this.ended = new Promise((resolve) => {
      this.#onEnd = resolve;
    });
  }

  /** @returns its URL, a one-time sign-in link to its dashboard, and a note if it does not use the default port */
  async start(): Promise<{ url: string; dashboard: string; portNote: string | null }> {
    const free = await isFree(DEFAULT_PORT);
    const port = free ? DEFAULT_PORT : 0;
    const child = this.#run(['serve', '--port', String(port), '--data', this.#dataFolder, '--json']);
    this.#process = child;
    child.once('exit', () => this.#onEnd());
    const line = await Promise.race([
      firstLine(child),
      this.ended.then(() => Promise.reject(new Error('The backend exited before it was listening.'))),
      rejectAfter(START_TIMEOUT_MS, 'The backend did not start in time.'),
    ]);
    const { url } = Announcement.parse(JSON.parse(line));
    const dashboard = await this.#output(['dashboard', '--data', this.#dataFolder, '--quiet']);
    return { url, dashboard, portNote: free ? null : `port ${DEFAULT_PORT} is in use` };
  }

  /** Creates a key while the backend is running. */
  async makeKey(label: string): Promise<MadeKey> {
    const create = ['keys', 'create', '--label', label, '--preset', 'full'];
    const line = await this.#output([...create, '--data', this.#dataFolder, '--json']);
    return MadeKey.parse(JSON.parse(line));
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await this.ended;
  }

  /** The first line that a command prints. */
  async #output(args: readonly string[]): Promise<string> {
    const child = this.#run(args);
    const [line, [code]] = await Promise.all([firstLine(child), once(child, 'exit')]);
    if (code !== 0) throw new Error(`postrider ${args[0]} exited with code ${code}.`);
    return line;
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
