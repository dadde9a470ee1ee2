import type { Sink } from '../../src/cli/output/output.js';
import { plainLine, plainLines } from '../../src/cli/output/plain-text.js';
import { type Style, styleWith, wantsColors } from '../../src/cli/output/style.js';
import { padTo, wrapTo } from '../../src/cli/output/width.js';

/** Answers are shown up to this many lines. */
const MAX_ANSWER_LINES = 14;

const moreLines = (count: number): string => `… ${count} more ${count === 1 ? 'line' : 'lines'}`;

/** Prints the session for somebody who sees it for the first time. */
export class Stage {
  readonly #out: Sink;
  readonly #style: Style;
  readonly #width: number;
  #calls = 0;

  constructor(out: Sink, env: Readonly<Record<string, string | undefined>>) {
    this.#out = out;
    this.#style = styleWith(wantsColors({ refused: false, isTTY: out.isTTY === true, env }));
    this.#width = Math.min(out.columns || 110, 110);
  }

  title(text: string): void {
    this.#line(`\n${this.#style('bold', text)}`);
  }

  say(text: string): void {
    for (const line of wrapTo(text, this.#width)) this.#line(line);
  }

  fact(name: string, value: string): void {
    const [first = '', ...rest] = wrapTo(plainLine(value), this.#width - 12);
    this.#line(`  ${this.#style('dim', padTo(name, 9))} ${first}`);
    for (const line of rest) this.#line(`${' '.repeat(12)}${line}`);
  }

  /** What the agent is about to do, and why. */
  step(thought: string): void {
    this.#calls += 1;
    this.#line(`\n${this.#style('bold', `${this.#calls}.`)} ${thought}`);
  }

  call(name: string, args: Readonly<Record<string, unknown>>): void {
    this.#line(`   ${this.#style('cyan', `→ ${name}`)}`);
    for (const [argument, value] of Object.entries(args)) {
      const shown = plainLine(typeof value === 'string' ? JSON.stringify(value) : JSON.stringify(value));
      const [first = '', ...rest] = wrapTo(shown, this.#width - 8 - argument.length);
      this.#line(`     ${this.#style('dim', `${argument}:`)} ${first}`);
      for (const line of rest) this.#line(`     ${' '.repeat(argument.length + 2)}${line}`);
    }
  }

  /** An answer as the agent's model reads it. */
  answer(text: string, kind: 'good' | 'bad'): void {
    const bar = this.#style(kind === 'good' ? 'green' : 'yellow', '│');
    const lines = compact(plainLines(text)).flatMap((line) => {
      const [first = '', ...rest] = wrapTo(line, this.#width - 9);
      return [first, ...rest.map((part) => `    ${part}`)];
    });
    for (const line of lines.slice(0, MAX_ANSWER_LINES)) this.#line(`   ${bar} ${line}`);
    if (lines.length > MAX_ANSWER_LINES) {
      this.#line(`   ${bar} ${this.#style('dim', moreLines(lines.length - MAX_ANSWER_LINES))}`);
    }
  }

  /** The question that the host shows its user, and the reply. */
  question(message: string, reply: string): void {
    const bar = this.#style('yellow', '┃');
    this.#line(`   ${bar} ${this.#style('bold', 'You are asked:')}`);
    for (const line of plainLines(message).split('\n')) {
      for (const part of wrapTo(line, this.#width - 7)) this.#line(`   ${bar} ${part}`);
    }
    this.#line(`   ${bar} ${this.#style('bold', reply)}`);
  }

  block(text: string): void {
    this.#line(`\n${text}\n`);
  }

  problem(text: string): void {
    this.#line(this.#style('red', `✗ ${plainLine(text)}`));
  }

  #line(text: string): void {
    this.#out.write(`${text}\n`);
  }
}

/** An answer without the time, which all answers include, and with shortened ids. */
function compact(text: string): string[] {
  return text
    .replace(/\b(acc|post|req)_[0-9a-z]{22}([0-9a-z]{4})\b/g, '$1_…$2')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => !/^(now|timezone): /.test(line));
}
