/**
 * Characters that show nothing but change what a text says: controls of the terminal and of the writing direction,
 * zero-width characters, tags, surplus variation selectors, line breaks that are not a line feed, half characters, the
 * blank braille pattern. `isLegitimate` excludes those that belong to what people write, such as the joiners inside an
 * emoji.
 */
const SUSPECT = /[^\P{Cc}\t\n]|[\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u{fff9}-\u{fffb}\u2800]/u;

const PICTOGRAPH = /^\p{Extended_Pictographic}$/u;
const PICTOGRAPH_END = /^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const KEYCAP_BASE = /^[0-9#*]$/;
const KEYCAP = '\u20e3';
const BRAILLE = /[\u2801-\u28ff]/;
const HAN = /^\p{Script=Han}$/u;
const MONGOLIAN = /^\p{Script=Mongolian}$/u;
const LETTER = /^[\p{L}\p{M}]$/u;

/** Scripts that need joiners in words: the Arabic family, and those of India and its neighbours. */
const JOINING =
  /^[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mand}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Phag}\p{scx=Adlm}\p{scx=Rohg}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Tibt}\p{scx=Mymr}\p{scx=Khmr}]$/u;

/** What follows the black flag in the flags of England, Scotland and Wales: the only tags in emoji (UTS #51). */
const FLAG_TAGS = ['gbeng', 'gbsct', 'gbwls'].map(
  (region) => [...region].map(tagOf).join('') + tagOf('\u007f'),
);
const BLACK_FLAG = '\u{1f3f4}';

function tagOf(character: string): string {
  return String.fromCodePoint(0xe0000 + character.charCodeAt(0));
}

/** Hidden characters of a run that are written out; of the others, only the number. */
const MAX_WRITTEN = 3;

/** Adjacent hidden characters of a text. */
interface HiddenRun {
  readonly start: number;
  readonly end: number;
  /** Code points. */
  readonly characters: readonly number[];
}

/** What is hidden in texts. */
export interface HiddenCharacters {
  readonly count: number;
  /** The kinds of hidden characters, in plain words, in the order in which they appear. */
  readonly kinds: readonly string[];
}

/** Counts the hidden characters of some texts. */
export function findHidden(texts: Iterable<string>): HiddenCharacters {
  let count = 0;
  let last: string | undefined;
  const kinds = new Set<string>();
  for (const text of texts) {
    eachHidden(text, (character) => {
      count += 1;
      const kind = kindOf(character);
      if (kind === undefined || kind === last) return;
      kinds.add(kind);
      last = kind;
    });
  }
  return { count, kinds: [...kinds] };
}

/** The text with its hidden characters written out: `⟨U+202E⟩`, and `⟨21 more⟩` for the rest of a long run. */
export function showHidden(text: string): string {
  return replaceRuns(text, (characters) => {
    const written = characters.slice(0, MAX_WRITTEN).map((character) => `⟨${codeOf(character)}⟩`);
    const more = characters.length - written.length;
    return written.join('') + (more === 0 ? '' : `⟨${more} more⟩`);
  });
}

/** A text in parts, alternating between what is visible and hidden characters that are written out, such as `⟨U+202E⟩`. */
export function hiddenParts(text: string): readonly string[] {
  const shown = showHidden(text);
  return shown === text ? [text] : shown.split(/(⟨(?:U\+[0-9A-F]+|\d+ more)⟩)/);
}

/** The text without its hidden characters. */
export function withoutHidden(text: string): string {
  return replaceRuns(text, () => '');
}

/** The text with each hidden character replaced. */
export function replaceHidden(text: string, replace: (character: string) => string): string {
  return replaceRuns(text, (characters) =>
    characters.map((character) => replace(String.fromCodePoint(character))).join(''),
  );
}

/** `U+202E`. */
function codeOf(character: number): string {
  return `U+${character.toString(16).toUpperCase().padStart(4, '0')}`;
}

function replaceRuns(text: string, replace: (characters: readonly number[]) => string): string {
  let shown = '';
  let from = 0;
  for (const { start, end, characters } of hiddenRuns(text)) {
    shown += text.slice(from, start) + replace(characters);
    from = end;
  }
  return from === 0 ? text : shown + text.slice(from);
}

function hiddenRuns(text: string): HiddenRun[] {
  const runs: { start: number; end: number; characters: number[] }[] = [];
  eachHidden(text, (character, start, end) => {
    const last = runs.at(-1);
    if (last?.end === start) {
      last.end = end;
      last.characters.push(character);
    } else runs.push({ start, end, characters: [character] });
  });
  return runs;
}

/** Visits each hidden character. It creates no objects for them: a text can consist of nothing else. */
function eachHidden(text: string, visit: (character: number, start: number, end: number) => void): void {
  if (!SUSPECT.test(text)) return;
  const hasBraille = BRAILLE.test(text);
  for (let start = 0, end = 0; start < text.length; start = end) {
    const character = text.codePointAt(start) ?? 0;
    end = start + (character > 0xffff ? 2 : 1);
    if (kindOf(character) === undefined) continue;
    if (character >= 0xe0000 && character <= 0xe007f) {
      const flag = flagTagsAt(text, start);
      if (flag > 0) {
        end = start + flag;
        continue;
      }
    }
    if (character === 0x2800 && hasBraille) continue;
    if (dependsOnNeighbours(character) && isLegitimate(text.slice(start, end), text, start)) continue;
    visit(character, start, end);
  }
}

/** The length of the tags at this index, if they make a flag; otherwise 0. */
function flagTagsAt(text: string, index: number): number {
  if (before(text, index) !== BLACK_FLAG) return 0;
  return FLAG_TAGS.find((tags) => text.startsWith(tags, index))?.length ?? 0;
}

/** The characters that `isLegitimate` may accept. */
function dependsOnNeighbours(character: number): boolean {
  return (
    character === 0x0d ||
    character === 0x200c ||
    character === 0x200d ||
    (character >= 0x180b && character <= 0x180f) ||
    (character >= 0xfe00 && character <= 0xfe0f) ||
    (character >= 0xe0100 && character <= 0xe01ef)
  );
}

/** Whether it belongs to what people write here. */
function isLegitimate(suspect: string, text: string, index: number): boolean {
  const previous = before(text, index);
  const next = after(text, index + suspect.length);
  switch (suspect) {
    case '\r':
      return next === '\n';
    case '\u200d':
      return (PICTOGRAPH_END.test(previous) && PICTOGRAPH.test(next)) || joins(previous, next);
    case '\u200c':
      return joins(previous, next);
    case '\ufe0e':
    case '\ufe0f':
      return PICTOGRAPH.test(previous) || (KEYCAP_BASE.test(previous) && next === KEYCAP);
    case '\u180e':
      return MONGOLIAN.test(previous) && MONGOLIAN.test(next);
  }
  if (suspect >= '\u180b' && suspect <= '\u180f') return MONGOLIAN.test(previous);
  const isIdeographVariant =
    (suspect >= '\ufe00' && suspect <= '\ufe02') || (suspect >= '\u{e0100}' && suspect <= '\u{e01ef}');
  return isIdeographVariant && HAN.test(previous);
}

function joins(previous: string, next: string): boolean {
  return isJoining(previous) && isJoining(next);
}

function isJoining(character: string): boolean {
  return LETTER.test(character) && JOINING.test(character);
}

/** The character that ends before this index; empty at the start. */
function before(text: string, index: number): string {
  const low = text.charCodeAt(index - 1);
  const isPair = index > 1 && low >= 0xdc00 && low <= 0xdfff;
  return text.slice(Math.max(0, index - (isPair ? 2 : 1)), index);
}

/** The character at this index; empty at the end. */
function after(text: string, index: number): string {
  const character = text.codePointAt(index);
  return character === undefined ? '' : String.fromCodePoint(character);
}

/** The kind of a character is the first whose expression it matches. */
const KINDS: readonly (readonly [kind: string, characters: RegExp])[] = [
  ['text direction controls', /\p{Bidi_Control}/u],
  ['line breaks of other kinds', /[\v\f\r\p{Zl}\p{Zp}]|\u0085/u],
  ['control characters', /\p{Cc}/u],
  ['hidden tags', /[\u{e0000}-\u{e007f}]/u],
  ['variation selectors', /\p{Variation_Selector}/u],
  ['halves of characters', /\p{Cs}/u],
  ['blank braille patterns', /\u2800/],
  ['zero-width characters', SUSPECT],
];

const MAX_CODE_POINT = 0x10ffff;

/** By code point: 0 if it was not seen yet, 1 if it is not hidden, otherwise 2 more than the index of its kind. */
let seen: Uint8Array | null = null;

/** The kind of a hidden character; undefined for others. Expressions are slow, so each code point is tested once. */
function kindOf(character: number): string | undefined {
  seen ??= new Uint8Array(MAX_CODE_POINT + 1);
  const known = seen[character] || testKind(character);
  seen[character] = known;
  return KINDS[known - 2]?.[0];
}

function testKind(character: number): number {
  const text = String.fromCodePoint(character);
  return SUSPECT.test(text) ? KINDS.findIndex(([, characters]) => characters.test(text)) + 2 : 1;
}
