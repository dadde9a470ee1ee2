import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { LAUNCHER } from '../../support/mcp-session.js';

/** The Inspector needs a newer Node, so npm installs both. The server it starts runs on the current Node. */
const PACKAGES = ['-p', 'node@24', '-p', '@modelcontextprotocol/inspector@2.12'];

/** Timeout for installing them, in ms. */
export const DOWNLOAD_MS = 300_000;

/** Timeout of one command, in ms. On an idle machine it takes 0.7 s. */
const COMMAND_MS = 20_000;

type Json = Readonly<Record<string, unknown>>;

interface ToolAnswer {
  readonly isError?: boolean;
  readonly structuredContent: Json;
}

/** The Inspector's command line. Each command starts and stops the Inspector and the server. */
export class Inspector {
  readonly #node: string;
  readonly #program: string;

  private constructor(node: string, program: string) {
    this.#node = node;
    this.#program = program;
  }

  /** Finds the installation once, because `npx` takes longer than the command itself. */
  static async find(): Promise<Inspector> {
    const where =
      'console.log(JSON.stringify([process.execPath, process.env.PATH.split(path.delimiter)[0]]))';
    const args = ['--yes', ...PACKAGES, 'node', '-e', where];
    const { stdout } = await promisify(execFile)('npx', args, { timeout: DOWNLOAD_MS });
    const [node, programs]: [string, string] = JSON.parse(stdout);
    return new Inspector(node, join(programs, 'mcp-inspector'));
  }

  /** The command line for one protocol version, with a server that has these settings. */
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
    // If a tool returns an error, it exits with another code but still prints the result.
    const { stdout, stderr } = await promisify(execFile)(this.#node, [this.#program, ...args], options).catch(
      (ended: { stdout: string; stderr: string }) => ended,
    );
    if (stdout === '') throw new Error(`The Inspector printed nothing for ${args.join(' ')}:\n${stderr}`);
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
