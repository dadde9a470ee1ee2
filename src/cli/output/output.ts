import { plainJson } from './plain-text.js';
import { type Style, styleWith, wantsColors } from './style.js';
import type { Screen } from './table.js';

/** A stream to write to, such as process.stdout. */
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

/** The result of a command, in the three forms that it can be printed. */
export interface Result {
  /** Printed with `--json`. */
  readonly data: unknown;
  /** Printed with `--quiet`: one line each, usually an id. */
  readonly brief: readonly string[];
  /** Printed otherwise. */
  readonly text: (screen: Screen) => string;
}

/** The only writer of standard output and standard error. */
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

  /** Writes a note to standard error, unless `--quiet` or `--json` is given. */
  note(text: string | ((screen: Screen) => string)): void {
    if (this.quiet || this.json) return;
    this.#stderr.write(`${typeof text === 'string' ? text : text(this.#noteScreen)}\n`);
  }

  /** Redraws the progress line on the last line of a terminal; null clears it. Writes nothing elsewhere. */
  progress(line: ((screen: { readonly width: number; readonly style: Style }) => string) | null): void {
    const { width, style } = this.#noteScreen;
    if (width === null || this.quiet || this.json) return;
    this.#stderr.write(`\r\u001b[K${line === null ? '' : line({ width, style })}`);
  }

  /** Writes to standard error in every mode: failures and questions. */
  insist(text: (screen: Screen) => string): void {
    this.#stderr.write(`${text(this.#noteScreen)}\n`);
  }

  /** Writes help to standard output unchanged. */
  raw(text: string): void {
    this.#stdout.write(text);
  }

  /** Whether people read the result in a terminal, as text. */
  get isForTerminal(): boolean {
    return this.#screen.width !== null && !this.json && !this.quiet;
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
    // Terminals that do not know their width report 0.
    width: isTTY ? sink.columns || 80 : null,
    style: styleWith(wantsColors({ refused: noColor, isTTY, env })),
  };
}
