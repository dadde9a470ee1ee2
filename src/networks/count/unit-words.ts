import { UNIT_WORDS } from './count.js';

const WORDS: Readonly<Record<string, string>> = UNIT_WORDS;

/** What a person calls a unit in which a network measures texts: "characters" for `utf16`. */
export function unitWord(unit: string): string {
  return WORDS[unit] ?? unit;
}
