import { execFile } from 'node:child_process';

const MAX_OUTPUT = 50_000_000;

export interface Ended {
  readonly code: number | null;
  /** Standard output and standard error. */
  readonly output: string;
  readonly stdout: string;
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Its standard input. */
  readonly input?: string;
  /** Milliseconds; then it is killed. */
  readonly timeout: number;
}

/** Runs a program to its end. `code` is null where it was killed or does not exist. */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, input = '', timeout }: RunOptions,
): Promise<Ended> {
  return new Promise((resolve) => {
    const options = {
      ...(cwd !== undefined && { cwd }),
      env: { ...process.env, ...env },
      timeout,
      maxBuffer: MAX_OUTPUT,
      killSignal: 'SIGKILL',
    } as const;
    const child = execFile(program, [...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      const reason = error !== null && code === null ? error.message : '';
      resolve({ code, stdout, output: `${stdout}${stderr}${reason}` });
    });
    // A program that ends without reading its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** @throws Error with the end of its output, if it failed */
export async function mustRun(
  program: string,
  args: readonly string[],
  options: RunOptions,
): Promise<string> {
  const { code, output, stdout } = await runProgram(program, args, options);
  if (code === 0) return stdout;
  throw new Error(`${program} ${args.join(' ')} failed:\n${output.slice(-2000)}`);
}

/** Whether a program is on the PATH. */
export async function isInstalled(program: string): Promise<boolean> {
  return (await runProgram(program, ['--version'], { timeout: 20_000 })).code === 0;
}
