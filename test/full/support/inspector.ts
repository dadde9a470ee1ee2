import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { LAUNCHER } from '../../support/mcp-session.js';

/** The Inspector needs a newer Node than ours: npm brings both. The server under it runs on this one. */
const PACKAGES = ['-p', 'node@24', '-p', '@modelcontextprotocol/inspector@2.12'];

/** What npm may take to bring them where they are not there yet, in ms. */
export const DOWNLOAD_MS = 300_000;

/** What one command may take, in ms: 0.7 s where nothing else runs. */
const COMMAND_MS = 20_000;

type Json = Readonly<Record<string, unknown>>;

interface ToolAnswer {
  readonly isError?: boolean;
  readonly structuredContent: Json;
}

/** The Inspector's command line: each command starts it and the server under it, and ends both. */
export class Inspector {
  readonly #node: string;
  readonly #program: string;

  private constructor(node: string, program: string) {
    this.#node = node;
    this.#program = program;
  }

  /** Finds out once where npm keeps it: to ask npm at each command takes longer than the command. */
  static async find(): Promise<Inspector> {
    const where =
      'console.log(JSON.stringify([process.execPath, process.env.PATH.split(path.delimiter)[0]]))';
    const args = ['--yes', ...PACKAGES, 'node', '-e', where];
    const { stdout } = await promisify(execFile)('npx', args, { timeout: DOWNLOAD_MS });
    const [node, programs]: [string, string] = JSON.parse(stdout);
    return new Inspector(node, join(programs, 'mcp-inspector'));
  }

  /** The command line as one speaker of the protocol, with a server that has these settings. */
  speaking(era: string, env: Readonly<Record<string, string>>): Speaker {
    const how = ['--cli', '--protocol-era', era, '--format', 'json', '-q'];
    const settings = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    const server = [...settings, process.execPath, LAUNCHER, 'mcp'];
    return new Speaker((args) => this.#run([...how, ...server, ...args]));
  }

  async #run(args: readonly string[]): Promise<string> {
    const options = {
      maxBuffer: 1e7,
      timeout: COMMAND_MS,
      killSignal: 'SIGKILL',
      env: { PATH: `${dirname(this.#node)}:${process.env['PATH']}`, HOME: process.env['HOME'] },
    } as const;
    // It ends with a code of its own where a tool answers with an error; the answer is printed all the same.
    const { stdout, stderr } = await promisify(execFile)(this.#node, [this.#program, ...args], options).catch(
      (ended: { stdout: string; stderr: string }) => ended,
    );
    if (stdout === '') throw new Error(`The Inspector gave nothing for ${args.join(' ')}:\n${stderr}`);
    return stdout;
  }
}

class Speaker {
  readonly #run: (args: readonly string[]) => Promise<string>;

  constructor(run: (args: readonly string[]) => Promise<string>) {
    this.#run = run;
  }

  /** A request of the protocol. */
  async ask<Result>(method: string, ...more: readonly string[]): Promise<Result> {
    const { result }: { result: Result } = JSON.parse(await this.#run(['--method', method, ...more]));
    return result;
  }

  call(tool: string, args: Json): Promise<ToolAnswer> {
    return this.ask('tools/call', '--tool-name', tool, '--tool-args-json', JSON.stringify(args));
  }
}
