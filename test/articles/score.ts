/** How well a text matches the text of its page, compared as sequences. */
interface Score {
  /** The share of found sequences that belong to the article; 1 means that nothing else was found. */
  readonly precision: number;
  /** The share of the article’s sequences that were found; 1 means that nothing is missing. */
  readonly recall: number;
  readonly f1: number;
}

/** Words per sequence, as in public benchmarks of article extraction. */
const WORDS = 4;

/** Characters per sequence in scripts without spaces, where a word has about two characters. */
const CHARACTERS = 8;

const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Compares sequences of words, or of characters in scripts without spaces. Markdown marks do not count. */
export function scoreOf(found: string, expected: string): Score {
  const units = unitsFor(expected);
  const have = sequences(found, units);
  const want = sequences(expected, units);
  let common = 0;
  for (const [sequence, times] of want) common += Math.min(times, have.get(sequence) ?? 0);
  const precision = common / Math.max(1, total(have));
  const recall = common / Math.max(1, total(want));
  return { precision, recall, f1: (2 * precision * recall) / Math.max(Number.EPSILON, precision + recall) };
}

/** Of lists, headings and quotes. */
const MARKS = /^[ \t]*(?:\d+\. |- |#+ |> )/gm;

interface Units {
  readonly pattern: RegExp;
  readonly length: number;
}

function unitsFor(text: string): Units {
  const letters = text.match(/\p{L}/gu) ?? [];
  const unspaced = letters.filter((letter) => WITHOUT_SPACES.test(letter)).length;
  return unspaced > letters.length / 2
    ? { pattern: /[\p{L}\p{N}]/gu, length: CHARACTERS }
    : { pattern: /[\p{L}\p{N}\p{M}]+/gu, length: WORDS };
}

function sequences(text: string, { pattern, length }: Units): ReadonlyMap<string, number> {
  const units = text.replace(MARKS, '').toLowerCase().match(pattern) ?? [];
  const found = new Map<string, number>();
  for (let at = 0; at + length <= units.length; at += 1) {
    const sequence = units.slice(at, at + length).join(' ');
    found.set(sequence, (found.get(sequence) ?? 0) + 1);
  }
  return found;
}

function total(sequences: ReadonlyMap<string, number>): number {
  return [...sequences.values()].reduce((sum, times) => sum + times, 0);
}
