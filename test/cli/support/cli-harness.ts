import { ToolHarness } from '../../support/tool-harness.js';
import { atTerminal, inPipe, type TerminalOptions, type TerminalRun } from './terminal.js';

/** A backend, its tools, and the command line in this process. */
export class CliHarness {
  readonly tools: ToolHarness;

  private constructor(tools: ToolHarness) {
    this.tools = tools;
  }

  static async open(): Promise<CliHarness> {
    return new CliHarness(await ToolHarness.open());
  }

  get env(): Record<string, string> {
    const { service } = this.tools;
    return { POSTRIDER_API_KEY: service.key, POSTRIDER_BASE_URL: service.backend.url };
  }

  /** Runs a command in a pipe. */
  run(...args: readonly string[]): Promise<TerminalRun> {
    return inPipe(args, this.env);
  }

  /** Runs a command in a terminal. */
  ask(args: readonly string[], options: TerminalOptions = {}): Promise<TerminalRun> {
    return atTerminal(args, { ...options, env: this.env });
  }

  /** The parsed `--json` output of a command. */
  async json(...args: readonly string[]): Promise<unknown> {
    const { stdout, stderr } = await this.run(...args, '--json');
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout);
  }

  close(): Promise<void> {
    return this.tools.close();
  }
}
