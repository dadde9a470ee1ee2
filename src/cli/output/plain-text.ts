import { stripVTControlCharacters } from 'node:util';

/**
 * Control characters (C0 except tab and line feed, DEL, C1) and bidirectional marks: with them, other people's text
 * could repaint the terminal or disguise itself.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it removes control characters
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Makes other people's text safe to print, with its line breaks. */
export function plainLines(text: string): string {
  return stripVTControlCharacters(text.replaceAll('\r\n', '\n')).replace(CONTROLS, '');
}

/** Makes other people's text safe to print, on one line. */
export function plainLine(text: string): string {
  return plainLines(text).replace(/\s+/g, ' ').trim();
}

/**
 * JSON that is safe to print in a terminal: it also escapes the control characters that `JSON.stringify` keeps.
 *
 * @param form `indented` for people, `line` for programs
 */
export function plainJson(value: unknown, form: 'indented' | 'line' = 'indented'): string {
  return JSON.stringify(value, null, form === 'indented' ? 2 : 0).replace(
    /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
