import { styleText } from 'node:util';

export type Format = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Formats a text for a terminal, or returns it unchanged where colours are off. */
export type Style = (format: Format, text: string) => string;

export function styleWith(colors: boolean): Style {
  // The caller has checked the stream; Node 22.13 and later would check standard output again.
  return (format, text) =>
    colors && text !== '' ? styleText(format, text, { validateStream: false }) : text;
}

export interface ColorOptions {
  /** `--no-color` was given. */
  readonly refused: boolean;
  readonly isTTY: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether to print colours: the flag first, then FORCE_COLOR, then NO_COLOR (as Node does), then the terminal. */
export function wantsColors({ refused, isTTY, env }: ColorOptions): boolean {
  if (refused) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  return isTTY && env['TERM'] !== 'dumb';
}
