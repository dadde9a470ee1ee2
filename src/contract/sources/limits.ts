/** Maximum length of a sent or extracted text, in UTF-16 units. */
export const MAX_SOURCE_TEXT = 300_000;
