import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { BARE } from './baselines/bare-environment.js';

const ROOT = join(import.meta.dirname, '..');
const LAUNCHER = join(ROOT, 'bin/postrider.cjs');

/** A server in its own process. */
export interface Started {
  readonly url: string;
  readonly pid: number;
  stop(): void;
  /** Stops it and resolves when it has exited. */
  stopped(): Promise<void>;
}

/** Starts a program that prints a line of JSON with its `url` once it listens. */
export function start([command = '', ...args]: readonly string[]): Promise<Started> {
  const child = spawn(command, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: BARE,
  });
  return new Promise((resolve, reject) => {
    let text = '';
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`${args.join(' ')} exited with ${code}`)));
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const line = text.split('\n')[0] ?? '';
      if (!text.includes('\n')) return;
      const { url }: { url: string } = JSON.parse(line);
      const stop = (): void => {
        child.kill('SIGTERM');
      };
      const stopped = (): Promise<void> =>
        new Promise((ended) => {
          child.once('exit', () => ended());
          stop();
        });
      resolve({ url, pid: child.pid ?? 0, stop, stopped });
    });
  });
}

/** The built backend on a free port, with its data in a folder. */
export function startBackend(folder: string): Promise<Started> {
  const quiet = ['--json', '--log-level', 'silent', '--requests-per-minute', '1000000000'];
  return start([process.execPath, LAUNCHER, 'serve', '--port', '0', '--data', folder, ...quiet]);
}

/** Creates an API key in a backend's folder. */
export function createKey(folder: string): string {
  const command = ['keys', 'create', '--label', 'bench', '--preset', 'full', '--data', folder, '--json'];
  const text = execFileSync(process.execPath, [LAUNCHER, ...command], { encoding: 'utf8' });
  const { key }: { key: string } = JSON.parse(text);
  return key;
}
