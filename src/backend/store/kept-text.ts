/** What a text begins with in the database where it is kept as JSON. No character has this number. */
const AS_JSON = '\uFFFF';

/**
 * A text as the database keeps it. The driver ends a text at its first NUL; such a text is kept as JSON, in
 * which a NUL is written out.
 */
export function keptText(text: string): string {
  return text.includes('\0') || text.startsWith(AS_JSON) ? `${AS_JSON}${JSON.stringify(text)}` : text;
}

/** The text that `keptText` kept. */
export function textKept(kept: string): string {
  return kept.startsWith(AS_JSON) ? String(JSON.parse(kept.slice(1))) : kept;
}
