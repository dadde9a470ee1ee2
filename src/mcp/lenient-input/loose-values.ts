const YES = new Set(['true', 'yes', 'y', '1', 'on']);
const NO = new Set(['false', 'no', 'n', '0', 'off']);

/** Whether it is a string, a number, a boolean or a list of strings. */
export function isSimple(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string');
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** The list or object in a JSON string; undefined for any other string. */
export function parsedJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The integer in a number or a string of digits. */
export function coerceInteger(value: unknown): number | undefined {
  const single: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  const number = typeof single === 'string' && single.trim() !== '' ? Number(single) : single;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}

/** The boolean that `true`, `"yes"` or `1` means. */
export function coerceBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const word = String(value).trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}
