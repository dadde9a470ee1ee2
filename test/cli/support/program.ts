import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../../..');
export const LAUNCHER = join(ROOT, 'bin/postrider.cjs');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Standard input; empty by default. */
  readonly input?: string;
  /** After how many milliseconds it is terminated; default: never. */
  readonly limitMs?: number;
}

/** A machine with its own home folder and the built program. */
export class Machine {
  readonly home = mkdtempSync(join(tmpdir(), 'postrider-cli-'));
  readonly data = join(this.home, 'data');
  readonly settingsFile = join(this.home, '.config', 'postrider', 'config.json');
  #backend: ChildProcess | null = null;

  /** Runs a command until it exits. */
  async run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
    const child = this.#spawn(args, options);
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.input ?? '');
    return endOf(child);
  }

  /** Starts a backend on a free port. @returns its URL */
  async serve(...args: readonly string[]): Promise<string> {
    const child = this.#spawn(['serve', '--port', '0', '--json', ...args]);
    this.#backend = child;
    for await (const chunk of child.stdout ?? []) {
      const { url } = JSON.parse(String(chunk)) as { url: string };
      child.stdout?.resume();
      // Nobody reads its log, and a full pipe would block it.
      child.stderr?.resume();
      return url;
    }
    throw new Error('The backend ended before it listened.');
  }

  /** Creates a key and logs in with it. @returns the key */
  async login(url: string, preset = 'full'): Promise<string> {
    const made = await this.run(['keys', 'create', '--label', 'test', '--preset', preset, '--quiet']);
    const key = made.stdout.trim();
    const login = await this.run(['login', '--key', '-', '--base-url', url], { input: key });
    if (login.code !== 0) throw new Error(login.stderr);
    return key;
  }

  /** Stops the backend with Ctrl-C. @returns its exit code */
  async stopBackend(): Promise<number | null> {
    const child = this.#backend;
    this.#backend = null;
    if (child === null || child.exitCode !== null) return child?.exitCode ?? null;
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  }

  /** Suspends or resumes the backend. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#backend?.kill(signal);
  }

  /** Kills the backend with SIGKILL, so that it cannot save anything. */
  async killBackend(): Promise<void> {
    const child = this.#backend;
    this.#backend = null;
    if (child === null || child.exitCode !== null) throw new Error('No backend is running.');
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  async remove(): Promise<void> {
    await this.stopBackend();
    rmSync(this.home, { recursive: true, force: true });
  }

  /** The environment of this machine, with only PATH from the real one. */
  get env(): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: this.home,
      XDG_CONFIG_HOME: join(this.home, '.config'),
      POSTRIDER_DATA: this.data,
    };
  }

  #spawn(args: readonly string[], { env, limitMs: timeout }: RunOptions = {}): ChildProcess {
    return spawn(process.execPath, [LAUNCHER, ...args], {
      env: { ...this.env, ...env },
      stdio: 'pipe',
      ...(timeout !== undefined && { timeout }),
    });
  }
}

/** Waits for a process to exit and returns its output. */
export async function endOf(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}
