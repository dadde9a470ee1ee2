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
  /** What comes on standard input; nothing unless given. */
  readonly input?: string;
}

/** A person's machine: a home folder of its own, and the built program. */
export class Machine {
  readonly home = mkdtempSync(join(tmpdir(), 'postrider-cli-'));
  readonly data = join(this.home, 'data');
  readonly settingsFile = join(this.home, '.config', 'postrider', 'config.json');
  #backend: ChildProcess | null = null;

  /** Runs a command to its end. */
  async run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
    const child = this.#spawn(args, options);
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.input ?? '');
    return endOf(child);
  }

  /** Starts a backend on a free port. @returns its address */
  async serve(...args: readonly string[]): Promise<string> {
    const child = this.#spawn(['serve', '--port', '0', '--json', ...args]);
    this.#backend = child;
    for await (const chunk of child.stdout ?? []) {
      const { url } = JSON.parse(String(chunk)) as { url: string };
      child.stdout?.resume();
      // Nobody reads what it logs: a full pipe would hold it up.
      child.stderr?.resume();
      return url;
    }
    throw new Error('The backend ended before it listened.');
  }

  /** Makes a key and stores it with the backend's address. @returns the key */
  async login(url: string, preset = 'full'): Promise<string> {
    const made = await this.run(['keys', 'create', '--label', 'test', '--preset', preset, '--quiet']);
    const key = made.stdout.trim();
    const login = await this.run(['login', '--key', '-', '--base-url', url], { input: key });
    if (login.code !== 0) throw new Error(login.stderr);
    return key;
  }

  /** Ends the backend as a terminal does. @returns its exit code */
  async stopBackend(): Promise<number | null> {
    const child = this.#backend;
    this.#backend = null;
    if (child === null || child.exitCode !== null) return child?.exitCode ?? null;
    child.kill('SIGINT');
    const [code] = (await once(child, 'exit')) as [number | null];
    return code;
  }

  /** Ends the backend with SIGKILL: it can save nothing any more. */
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

  /** The environment of this machine: nothing of the real one but where programs are. */
  get env(): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      HOME: this.home,
      XDG_CONFIG_HOME: join(this.home, '.config'),
      POSTRIDER_DATA: this.data,
    };
  }

  #spawn(args: readonly string[], { env }: RunOptions = {}): ChildProcess {
    return spawn(process.execPath, [LAUNCHER, ...args], { env: { ...this.env, ...env }, stdio: 'pipe' });
  }
}

/** Everything that a process wrote, once it has ended. */
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
