import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../cli/support/program.js';

/** The folder in which an example runs. */
export class ExampleFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'postrider-examples-'));

  /** Starts a program as a reader would, without this machine's settings. */
  start(
    command: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    cwd = ROOT,
  ): ChildProcess {
    const { PATH = '' } = process.env;
    return spawn(command, args, {
      cwd,
      env: { PATH, HOME: this.path, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Starts an example with tsx; `postrider` resolves to the build. */
  startScript(name: string, args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
    return this.start(process.execPath, ['--import', 'tsx', `examples/${name}`, ...args], {
      ...env,
      TSX_TSCONFIG_PATH: join(ROOT, 'tsconfig.build.json'),
    });
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
