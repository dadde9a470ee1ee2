import { stripVTControlCharacters } from 'node:util';
import { replaceHidden, showHidden, withoutHidden } from '../../base/hidden-characters.js';

/**
 * Makes other people's text safe to print, with its line breaks: without escape sequences, control characters and
 * invisible characters, with which it could repaint the terminal or disguise itself.
 */
export function plainLines(text: string): string {
  return withoutHidden(stripVTControlCharacters(text.replaceAll('\r\n', '\n')));
}

/** The same for a text that somebody confirms: nothing is removed, but written out, `⟨U+202E⟩`. */
export function visibleLines(text: string): string {
  return showHidden(text.replaceAll('\r\n', '\n'));
}

/** Makes other people's text safe to print, on one line. */
export function plainLine(text: string): string {
  return plainLines(text).replace(/\s+/g, ' ').trim();
}

/**
 * JSON that is safe to print in a terminal: it also escapes the invisible characters that `JSON.stringify` keeps.
 *
 * @param form `indented` for people, `line` for programs
 */
export function plainJson(value: unknown, form: 'indented' | 'line' = 'indented'): string {
  return replaceHidden(JSON.stringify(value, null, form === 'indented' ? 2 : 0), escaped);
}

/** `\u200b`; two for a character beyond U+FFFF. */
function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');
}
