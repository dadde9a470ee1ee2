/** Marks a text that is stored as JSON. U+FFFF is not a character. */
const JSON_MARK = '\uFFFF';

/** A text as stored. The driver truncates at the first NUL, so a text with NUL is stored as JSON, which escapes it. */
export function toStoredText(text: string): string {
  return text.includes('\0') || text.startsWith(JSON_MARK) ? `${JSON_MARK}${JSON.stringify(text)}` : text;
}

/** Reverses `toStoredText`. */
export function fromStoredText(kept: string): string {
  return kept.startsWith(JSON_MARK) ? String(JSON.parse(kept.slice(1))) : kept;
}
