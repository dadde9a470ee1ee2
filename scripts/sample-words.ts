/**
 * Prints a random sample of the comments, user-facing sentences and names in `src`, to be read by someone who asks
 * whether each is clear at first sight. The same seed on the same code picks the same sample.
 *
 *     npm run sample-words -- [seed] [count]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../src/backend/base/random.js';
import { ROOT, sourcesBelow } from '../test/house/sources.js';

interface Pick {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Block comments, and runs of line comments that stand alone on their lines. */
const COMMENTS = /\/\*\*?([\s\S]*?)\*\/|(?:^[ \t]*\/\/[^\n]*\n)+/gm;

/** Literals and JSX text with at least three words that begin like a sentence. */
const SENTENCES = /'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`|>\s*([A-Z“][^<>{}=;]*?)\s*</g;

/** Declared names: top-level and members. */
const NAMES =
  /^(?:export )?(?:async )?(?:function\*?|class|interface|type|const|let) (\w+)|^ {2}(?:readonly )?(?:async )?(#?\w+)(?:\(|:|\?:)/gm;

const [seed = 1, count = 40] = process.argv.slice(2).map(Number);
const files = sourcesBelow('src').filter((file) => !/generated/.test(file));

print('Comments', picksOf(COMMENTS, plainComment));
print('Sentences', picksOf(SENTENCES, sentence));
print(
  'Names',
  picksOf(NAMES, (text) => text),
);

function picksOf(pattern: RegExp, read: (text: string) => string | undefined): Pick[] {
  return files.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    return [...source.matchAll(pattern)].flatMap((match) => {
      const [whole, ...groups] = match;
      const text = read(groups.find((group) => group !== undefined) ?? whole);
      const line = source.slice(0, match.index).split('\n').length;
      return text === undefined ? [] : [{ file, line, text }];
    });
  });
}

function plainComment(text: string): string | undefined {
  const plain = text
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\/|\*)?\s?/, ''))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.startsWith('biome-ignore') || plain === '' ? undefined : plain;
}

function sentence(text: string): string | undefined {
  const plain = text.replace(/\s+/g, ' ').trim();
  const isProse = /^["“`$A-Z]/.test(plain) && /[a-z]/.test(plain) && plain.split(' ').length >= 3;
  return isProse && !/[{;]\s*$|=>|^\$\{[^}]*\}$/.test(plain) ? plain : undefined;
}

/** A sample without repetition, in the order of the code. */
function print(title: string, all: readonly Pick[]): void {
  const random = seededRandom(seed);
  const shuffled = all.map((pick) => ({ pick, at: random() })).sort((one, other) => one.at - other.at);
  const sample = shuffled.slice(0, count).map(({ pick }) => pick);
  console.log(`\n## ${title} (${sample.length} of ${all.length})\n`);
  for (const { file, line, text } of sample) console.log(`${file}:${line}\n  ${text}`);
}
