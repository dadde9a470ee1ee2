import { plainJson } from './plain-text.js';
import { type Style, styleWith, wantsColors } from './style.js';
import type { Screen } from './table.js';

/** A place to write to: what process.stdout and process.stderr are. */
export interface Sink {
  write(text: string): boolean;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export interface OutputOptions {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly noColor: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What a command found or made, in the three forms that a caller may want. */
export interface Result {
  /** With `--json`: the whole of standard output. */
  readonly data: unknown;
  /** With `--quiet`: one line each, mostly an id. */
  readonly brief: readonly string[];
  /** For a person. */
  readonly text: (screen: Screen) => string;
}

/** The only writer to standard output and standard error. */
export class Output {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly #stdout: Sink;
  readonly #stderr: Sink;
  readonly #screen: Screen;
  readonly #noteScreen: Screen;

  constructor(stdout: Sink, stderr: Sink, options: OutputOptions) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.json = options.json;
    this.quiet = options.quiet;
    this.#screen = screenOf(stdout, options);
    this.#noteScreen = screenOf(stderr, options);
  }

  /** Writes the result of the command to standard output. */
  result({ data, brief, text }: Result): void {
    if (this.json)
      this.#stdout.write(`${plainJson(data, this.#screen.width === null ? 'line' : 'indented')}\n`);
    else if (this.quiet) this.#stdout.write(brief.map((line) => `${line}\n`).join(''));
    else this.#stdout.write(`${text(this.#screen)}\n`);
  }

  /** Says something beside the result, on standard error: nothing with `--quiet` or `--json`. */
  note(text: string | ((screen: Screen) => string)): void {
    if (this.quiet || this.json) return;
    this.#stderr.write(`${typeof text === 'string' ? text : text(this.#noteScreen)}\n`);
  }

  /**
   * Draws how far something is on the last line of a terminal, over what was drawn before; null takes it away.
   * Nowhere else is anything written.
   */
  progress(line: ((screen: { readonly width: number; readonly style: Style }) => string) | null): void {
    const { width, style } = this.#noteScreen;
    if (width === null || this.quiet || this.json) return;
    this.#stderr.write(`\r\u001b[K${line === null ? '' : line({ width, style })}`);
  }

  /** Says what must be said, whatever was asked for: failures and questions. */
  insist(text: (screen: Screen) => string): void {
    this.#stderr.write(`${text(this.#noteScreen)}\n`);
  }

  /** Words as they are on standard output: help. */
  raw(text: string): void {
    this.#stdout.write(text);
  }

  get screen(): Screen {
    return this.#screen;
  }

  get noteStyle(): Style {
    return this.#noteScreen.style;
  }
}

function screenOf(sink: Sink, { noColor, env }: OutputOptions): Screen {
  const isTTY = sink.isTTY === true;
  return {
    // Terminals that do not know their width say 0.
    width: isTTY ? sink.columns || 80 : null,
    style: styleWith(wantsColors({ refused: noColor, isTTY, env })),
  };
}
