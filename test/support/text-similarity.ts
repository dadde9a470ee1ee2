/** How much of a text is in another, both as words in their order of frequency. */
export interface Similarity {
  /** Of the words found, how many belong. 1: nothing else is there. */
  readonly precision: number;
  /** Of the words that belong, how many were found. 1: nothing is missing. */
  readonly recall: number;
}

/** Compares by words that come as often; marks of form (`#`, `-`, `>`, `|`) do not count. */
export function compareTexts(found: string, golden: string, language: string): Similarity {
  const have = wordsOf(found, language);
  const want = wordsOf(golden, language);
  let common = 0;
  for (const [word, times] of want) common += Math.min(times, have.get(word) ?? 0);
  return { precision: common / Math.max(1, total(have)), recall: common / Math.max(1, total(want)) };
}

function wordsOf(text: string, language: string): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (const { segment, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    if (isWordLike) words.set(segment.toLowerCase(), (words.get(segment.toLowerCase()) ?? 0) + 1);
  }
  return words;
}

function total(words: ReadonlyMap<string, number>): number {
  return [...words.values()].reduce((sum, times) => sum + times, 0);
}
