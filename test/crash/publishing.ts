import type { ChildProcess } from 'node:child_process';

/** One publisher in a separate process. */
export class Publishing {
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  #said = '';
  #heard: () => void = () => undefined;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#ended = new Promise((resolve) => child.once('exit', resolve));
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.#said += text;
      this.#heard();
    });
    child.once('exit', () => this.#heard());
  }

  /** Resolves when the process has printed the line; throws if it ends first. */
  async says(words: string): Promise<void> {
    while (!this.#said.includes(`${words}\n`)) {
      if (!this.lives) throw new Error(`The publisher ended: ${this.#said}`);
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Whether the process is still running. */
  get lives(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#child.kill(signal);
  }
}
