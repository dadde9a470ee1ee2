import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LAUNCHER } from '../../cli/support/program.js';

const STARTED_WITHIN_MS = 60_000;
const LOOK_AGAIN_MS = 20;

/** A text that came out of Postrider, and where. */
export interface Said {
  readonly where: string;
  readonly text: string;
}

/** A run of the built program, with everything that it prints. */
export class Program {
  readonly #child: ChildProcess;
  readonly #name: string;
  #stdout = '';
  #stderr = '';

  constructor(
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    { cwd, input }: { readonly cwd: string; readonly input?: string | undefined },
  ) {
    this.#name = `postrider ${args.slice(0, 3).join(' ')}`;
    this.#child = spawn(process.execPath, [LAUNCHER, ...args], { env, cwd, stdio: 'pipe' });
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      this.#stdout += chunk.toString();
    });
    this.#child.stderr?.on('data', (chunk: Buffer) => {
      this.#stderr += chunk.toString();
    });
    // It may end without reading its input.
    this.#child.stdin?.on('error', () => undefined);
    if (input !== undefined) this.#child.stdin?.end(input);
  }

  get stdout(): string {
    return this.#stdout;
  }

  get said(): readonly Said[] {
    return [
      { where: `${this.#name}: standard output`, text: this.#stdout },
      { where: `${this.#name}: standard error`, text: this.#stderr },
    ];
  }

  /** Waits until it has printed this. */
  async prints(what: RegExp): Promise<string> {
    const until = Date.now() + STARTED_WITHIN_MS;
    for (;;) {
      const found = what.exec(`${this.#stdout}\n${this.#stderr}`);
      if (found) return found[1] ?? found[0];
      if (this.#child.exitCode !== null || Date.now() > until) throw this.#fault(`printed no ${what}`);
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  /** Waits until it ends well. @returns its standard output */
  async succeeds(): Promise<string> {
    if (this.#child.exitCode === null) await once(this.#child, 'close');
    if (this.#child.exitCode !== 0) throw this.#fault(`ended with ${this.#child.exitCode}`);
    return this.#stdout;
  }

  /** Ends it as Ctrl-C does. */
  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'close');
    this.#child.kill('SIGINT');
    await ended;
  }

  #fault(what: string): Error {
    return new Error(`${this.#name} ${what}:\n${this.#stdout.slice(-2000)}\n${this.#stderr.slice(-4000)}`);
  }
}

/** A home folder in which the built program runs, and all that it has said there. */
export class Home {
  readonly folder = mkdtempSync(join(tmpdir(), 'postrider-as-used-'));
  readonly data = join(this.folder, 'data');
  readonly #programs: Program[] = [];
  readonly #env: Readonly<Record<string, string>>;

  /** @param env further environment variables of every program */
  constructor(env: Readonly<Record<string, string>> = {}) {
    this.#env = env;
  }

  get env(): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: this.folder,
      XDG_CONFIG_HOME: join(this.folder, '.config'),
      POSTRIDER_DATA: this.data,
      ...this.#env,
    };
  }

  /** What every program has printed. */
  get said(): readonly Said[] {
    return this.#programs.flatMap(({ said }) => said);
  }

  start(
    args: readonly string[],
    { input, env }: { input?: string; env?: Record<string, string> } = {},
  ): Program {
    const program = new Program(args, { ...this.env, ...env }, { cwd: this.folder, input });
    this.#programs.push(program);
    return program;
  }

  /** Runs a command to its end. @returns its standard output */
  run(args: readonly string[], input = ''): Promise<string> {
    return this.start(args, { input }).succeeds();
  }

  /** Starts a live backend, with a log of everything. @returns its URL, and the program */
  async serve(...args: readonly string[]): Promise<{ readonly url: string; readonly program: Program }> {
    const env = { POSTRIDER_TEST_LOOPBACK_NETWORKS: '1', ...this.#env };
    const live = ['serve', '--live', '--port', '0', '--json', '--log-level', 'debug', ...args];
    const program = this.start(live, { env });
    return { url: await program.prints(/"url":\s?"(http[^"]+)"/), program };
  }

  async remove(): Promise<void> {
    for (const program of this.#programs) await program.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
