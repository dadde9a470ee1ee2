/** Longest text that can be sent or is kept of a page, in UTF-16 units. */
export const SOURCE_TEXT_MAX = 300_000;
