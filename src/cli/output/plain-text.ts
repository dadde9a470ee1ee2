import { stripVTControlCharacters } from 'node:util';

/**
 * Control characters (C0 but tab and line feed, DEL, C1) and the marks that turn the direction of text
 * around: with them other people's words could repaint the terminal or show a text as another one.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Other people's text, safe to print, with its line breaks. */
export function plainLines(text: string): string {
  return stripVTControlCharacters(text.replaceAll('\r\n', '\n')).replace(CONTROLS, '');
}

/** Other people's text, safe to print, on one line. */
export function plainLine(text: string): string {
  return plainLines(text).replace(/\s+/g, ' ').trim();
}

/**
 * JSON that a terminal cannot take for commands: what `JSON.stringify` leaves of controls is escaped too.
 *
 * @param form `indented` for a person, `line` for a program
 */
export function plainJson(value: unknown, form: 'indented' | 'line' = 'indented'): string {
  return JSON.stringify(value, null, form === 'indented' ? 2 : 0).replace(
    /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
