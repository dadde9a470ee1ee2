import { styleText } from 'node:util';

const FORMATS = ['bold', 'dim', 'red', 'green', 'yellow', 'cyan'] as const;
export type Format = (typeof FORMATS)[number];

/** Colours a text, or leaves it as it is where colours are not wanted. */
export type Style = (format: Format, text: string) => string;

export function styleWith(colors: boolean): Style {
  return (format, text) => (colors && text !== '' ? styleText(format, text) : text);
}

export interface ColorQuestion {
  /** `--no-color` was given. */
  readonly refused: boolean;
  readonly isTTY: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Whether to colour: the flag, then FORCE_COLOR, then NO_COLOR (Node's own order), then whether a terminal reads. */
export function wantsColors({ refused, isTTY, env }: ColorQuestion): boolean {
  if (refused) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if ((env['NO_COLOR'] ?? '') !== '') return false;
  return isTTY && env['TERM'] !== 'dumb';
}
