/**
 * Numbers and lists in English sentences, without `Intl`: the first use of its formats takes 10 ms of a start, for data
 * of all languages.
 */

/** An integer with commas: `10,000`. */
export function withCommas(integer: number): string {
  const digits = String(integer);
  const first = digits.length % 3 || 3;
  const groups = [digits.slice(0, first)];
  for (let place = first; place < digits.length; place += 3) groups.push(digits.slice(place, place + 3));
  return groups.join(',');
}

/** `a`, `a and b`, or `a, b, and c`. */
export function inSentence(words: readonly string[], joint: 'and' | 'or'): string {
  if (words.length <= 2) return words.join(` ${joint} `);
  return `${words.slice(0, -1).join(', ')}, ${joint} ${words.at(-1)}`;
}

/** The first words of a list, and how many more there are: `a, b, and 7 more`. */
export function firstInSentence(words: readonly string[], most: number, joint: 'and' | 'or'): string {
  const more = words.length - most;
  return inSentence(more > 0 ? [...words.slice(0, most), `${more} more`] : words, joint);
}
