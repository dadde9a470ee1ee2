import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const START_MS = 60_000;
const STOP_MS = 5000;
const LOOK_AGAIN_MS = 50;
/** Characters of the output that are kept. */
const MAX_OUTPUT = 10_000;

/** A server in a process of its own, with the last of what it printed. */
export class ServerProcess {
  readonly child: ChildProcess;
  #printed = '';
  #hasEnded = false;

  /** @param channel whether it sends messages to this process, and ends when the channel closes */
  constructor(
    [program, ...args]: readonly [string, ...string[]],
    env: Readonly<Record<string, string>>,
    channel: 'with messages' | 'without messages',
  ) {
    this.child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', ...(channel === 'with messages' ? (['ipc'] as const) : [])],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.#printed = (this.#printed + chunk.toString()).slice(-MAX_OUTPUT);
      });
    }
    this.child.on('error', (error) => {
      this.#printed += error.message;
      this.#hasEnded = true;
    });
    this.child.on('exit', () => {
      this.#hasEnded = true;
    });
  }

  /**
   * Waits until it is ready.
   * @throws Error it ended, or did not get ready in a minute
   */
  async ready<T>(look: () => Promise<T | null> | T | null): Promise<T> {
    const until = Date.now() + START_MS;
    while (!this.#hasEnded && Date.now() < until) {
      const found = await look();
      if (found !== null) return found;
      await sleep(LOOK_AGAIN_MS);
    }
    await this.stop();
    throw new Error(`The server did not start:\n${this.#printed}`);
  }

  async stop(): Promise<void> {
    if (this.#hasEnded) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const kill = setTimeout(() => this.child.kill('SIGKILL'), STOP_MS);
    await ended;
    clearTimeout(kill);
  }
}
