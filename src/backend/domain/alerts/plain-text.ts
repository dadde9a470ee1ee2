/** Characters of a post or a name that an alert quotes. */
export const MAX_QUOTE_LENGTH = 80;

/** One line without characters that would change how it reads: controls, line breaks, marks of direction. */
export function plainText(text: string, maxLength: number): string {
  // A surrogate pair may be cut in half by the first slice, and the second one cuts by characters.
  const line = text
    .slice(0, maxLength * 4)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}
