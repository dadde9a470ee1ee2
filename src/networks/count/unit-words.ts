import type { CountUnit } from './count.js';

/** The units in messages. */
export const UNIT_WORDS: Readonly<Record<CountUnit, string>> = {
  utf16: 'characters',
  codepoints: 'characters',
  graphemes: 'characters',
  'utf8-bytes': 'bytes',
  'x-weighted': 'weighted characters',
  mastodon: 'characters',
  threads: 'characters',
};

const WORDS: Readonly<Record<string, string>> = UNIT_WORDS;

/** The unit in messages, such as "characters" for `utf16`. */
export function unitWord(unit: string): string {
  return WORDS[unit] ?? unit;
}
