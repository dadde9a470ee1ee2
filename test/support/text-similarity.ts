/** Precision and recall of a text against another, compared as bags of words. */
export interface Similarity {
  /** The share of found words that belong; 1 means nothing else is there. */
  readonly precision: number;
  /** The share of expected words that were found; 1 means nothing is missing. */
  readonly recall: number;
}

/** Compares word counts. Markdown marks (`#`, `-`, `>`, `|`) do not count. */
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
