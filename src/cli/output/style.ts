/** How a terminal is told (SGR, ECMA-48 8.3.117): the code that begins a format, and the one that ends it. */
const FORMATS = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

export type Format = keyof typeof FORMATS;

/** Colours a text, or leaves it as it is where colours are not wanted. */
export type Style = (format: Format, text: string) => string;

export function styleWith(colors: boolean): Style {
  return (format, text) => {
    if (!colors || text === '') return text;
    const [begin, end] = FORMATS[format];
    return `\u001b[${begin}m${text}\u001b[${end}m`;
  };
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
