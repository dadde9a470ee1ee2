import { spawn } from 'node:child_process';
import { type Ended, endGroup, environment, onNode24, PATIENCE_MS, type RunOptions } from './workshop.js';

/** A program that runs while a person does what it asks for. */
export interface Started {
  /** Waits until something is found in the output so far. @throws if the program ends without it */
  until<T>(find: (output: string) => T | null): Promise<T>;
  readonly ended: Promise<Ended>;
  /** Types a line. @throws if the program was started without `isInteractive` */
  type(line: string): void;
  end(): void;
}

export interface StartOptions extends RunOptions {
  /** Whether somebody types into it. Some programs read piped input before they start. */
  readonly isInteractive?: boolean;
}

/** Starts a program in an environment with only PATH from the current one. */
export function start(
  command: string,
  args: readonly string[],
  { isInteractive = false, ...options }: StartOptions,
): Started {
  const child = spawn(command, [...args], {
    cwd: options.cwd,
    env: environment(options),
    stdio: [isInteractive ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    // Its own process group, so that its child processes end with it.
    detached: true,
  });
  let output = '';
  let isEnded = false;
  const watchers = new Set<() => void>();
  const notify = () => {
    for (const watcher of [...watchers]) watcher();
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      notify();
    });
  }
  const end = () => endGroup(child.pid);
  const timer = setTimeout(end, PATIENCE_MS);
  const ended = new Promise<Ended>((done, fail) => {
    child.on('error', fail);
    child.on('close', (code) => {
      clearTimeout(timer);
      isEnded = true;
      notify();
      done({ code: code ?? 1, output });
    });
  });
  const until = <T>(find: (output: string) => T | null) =>
    new Promise<T>((done, fail) => {
      const look = () => {
        const found = find(output);
        if (found === null && !isEnded) return;
        watchers.delete(look);
        if (found === null) fail(new Error(`it ended without what was expected:\n${output.slice(-2_000)}`));
        else done(found);
      };
      watchers.add(look);
      look();
    });
  const type = (line: string) => {
    if (child.stdin === null) throw new Error(`${command} reads nothing`);
    child.stdin.write(`${line}\n`);
  };
  return { until, ended, type, end };
}

/** The same on a newer Node than the current one, which npm installs. */
export function startOnNode24(args: readonly string[], options: RunOptions): Started {
  const [command, allArgs, all] = onNode24(args, options);
  return start(command, allArgs, all);
}
