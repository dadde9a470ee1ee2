/** A text that costs more than others where something is searched, split or compared: parts to repeat. */
interface Awkward {
  readonly start?: string;
  readonly repeated: string | ((index: number) => string);
  readonly end?: string;
}

/** Han characters, each another one: what encodes a name compares each with all others. */
const differentHan = (index: number): string => String.fromCharCode(0x4e00 + (index % 20_000));

/** Texts that a stranger may send, as data. Benchmarks send them, and tests feed them to everything that reads texts. */
const AWKWARD = {
  'one word': { repeated: 'a', end: '!' },
  'a mention without a server': { start: '@', repeated: 'a', end: '!' },
  mentions: { repeated: '@aaa!' },
  'a mention of many labels': { start: '@', repeated: 'a.', end: '@' },
  'mentions of servers': { repeated: '@a.a.a.a@' },
  'a server of dots': { start: '@a@b', repeated: '.', end: '@' },
  'number signs': { repeated: '#' },
  'a tag with dots': { start: '#a', repeated: '.', end: 'b' },
  'a tag of digits': { start: '#', repeated: '1' },
  schemes: { repeated: 'http://' },
  'schemes with brackets': { repeated: 'http://[' },
  'a link with brackets': { start: 'http://a', repeated: '(a)', end: '.' },
  'a link with marks at its end': { start: 'http://a', repeated: '.', end: ' ' },
  'a host in Han': { start: 'http://', repeated: differentHan, end: '.com' },
  'a domain in Han': { repeated: differentHan, end: '.com' },
  'a domain with an encoded label': { start: 'xn--', repeated: 'a', end: '世.com' },
  'separators of schemes': { repeated: '://' },
  brackets: { repeated: '(' },
  'bracketed words': { repeated: '((a' },
  'one character of eighteen letters': { repeated: '\ufdfa' },
  families: { repeated: '👨‍👩‍👧‍👦' },
  'one long family': { start: '👨', repeated: '\u200d👦' },
  flags: { repeated: '🇩🇪' },
  'half flags': { repeated: '🇦' },
  'tagged flags': { repeated: '🏴\u{e0067}\u{e0062}\u{e007f}' },
  'skin tones': { repeated: '👍🏽' },
  'letters with marks': { repeated: 'e\u0301' },
  'one letter of many marks': { start: 'e', repeated: '\u0301' },
  'marks in the wrong order': { start: 'e', repeated: '\u0301\u0316' },
  'letters of three hundred marks': { repeated: `e${'\u0301'.repeat(299)}` },
  'Hangul jamo': { repeated: '\u1100\u1161\u11a8' },
  'leading jamo': { repeated: '\u1100' },
  conjuncts: { repeated: '\u0915\u094d' },
  Arabic: { repeated: 'ع' },
  Thai: { repeated: 'ก็' },
  'Han and kana': { repeated: '水曜日に会いましょう' },
  'high surrogates': { repeated: '\ud83d' },
  'low surrogates': { repeated: '\udc00' },
  'line ends': { repeated: '\r\n' },
  'line feeds': { repeated: '\n', end: 'a' },
  'spaces before a letter': { start: 'a', repeated: ' ', end: 'a' },
  'tabs before a letter': { start: 'a', repeated: '\t', end: 'a' },
  'words and spaces': { repeated: 'a b ' },
  'heading with spaces': { start: '# a', repeated: ' ', end: 'b' },
  'heading with number signs': { start: '# a', repeated: '# ', end: 'b' },
  'front matter': { start: '---\nlang: en-', repeated: 'abcde-', end: '\n---\n水' },
  quotes: { repeated: '> ' },
  tags: { repeated: '<' },
  'open tags': { repeated: '<a ' },
  'attributes of one tag': { start: '<a ', repeated: (index) => `a${index} ` },
  comments: { repeated: '<!--' },
  'meta tags': { repeated: '<meta' },
  entities: { repeated: '&amp' },
  ampersands: { repeated: '&' },
  links: { repeated: '[](' },
  'quotation marks': { repeated: '"' },
  'triple quotation marks': { repeated: '"""' },
  backslashes: { repeated: '\\' },
  braces: { repeated: '{' },
  'list brackets': { repeated: '[' },
  digits: { repeated: '1' },
  'numbers with dots': { repeated: '1.' },
  numbers: { repeated: '1 ' },
  dots: { repeated: '.' },
  'dotted ends': { repeated: '..@' },
  hyphens: { repeated: '-' },
  'underlined line': { start: 'a\n', repeated: '=', end: 'b' },
  slashes: { start: 'a', repeated: '/', end: 'b' },
  'paths upwards': { repeated: 'a/../' },
  'percent signs': { repeated: '%' },
  semicolons: { repeated: ';' },
  commas: { repeated: ',' },
  colons: { repeated: ':' },
  backticks: { repeated: '`' },
  'dollar signs': { repeated: '$a ' },
  'zero-width spaces': { repeated: '\u200b' },
  'direction marks': { repeated: '\u202e' },
  'blank braille': { repeated: '\u2800' },
  escapes: { repeated: '\u001b[' },
  'terminal colours': { repeated: '\u001b[31m' },
  deletes: { repeated: '\u007f' },
  'letters and deletes': { repeated: 'a\u007f' },
  'carriage returns': { repeated: '\r' },
  NULs: { repeated: '\0' },
  'keys cut short': { repeated: 'postrider_api_' },
  bearers: { repeated: 'bearer ' },
  times: { repeated: 'tomorrow at 9 ' },
  ranges: { start: 'mon', repeated: ' ', end: 'to fri' },
  'words of errors': { repeated: 'text ' },
} as const satisfies Readonly<Record<string, Awkward>>;

export type AwkwardText = keyof typeof AWKWARD;

export const AWKWARD_TEXTS = Object.keys(AWKWARD) as readonly AwkwardText[];

/** Those for which expressions, the segmenter and encodings of names are known to be slow. The quick tier has no others. */
export const WORST_TEXTS: readonly AwkwardText[] = [
  ...(['one word', 'a mention without a server', 'a mention of many labels', 'mentions of servers'] as const),
  ...(['a tag with dots', 'a tag of digits', 'schemes with brackets', 'a link with brackets'] as const),
  ...(['a link with marks at its end', 'a host in Han', 'a domain with an encoded label'] as const),
  ...(['brackets', 'one character of eighteen letters', 'families', 'one long family', 'flags'] as const),
  ...(['one letter of many marks', 'marks in the wrong order', 'leading jamo', 'conjuncts', 'Thai'] as const),
  ...([
    'high surrogates',
    'line ends',
    'spaces before a letter',
    'heading with spaces',
    'open tags',
  ] as const),
  ...(['comments', 'entities', 'backslashes', 'digits', 'zero-width spaces', 'escapes'] as const),
];

/** A text of one kind, of about this many UTF-16 units. */
export function awkwardText(name: AwkwardText, length: number): string {
  const { start = '', repeated, end = '' }: Awkward = AWKWARD[name];
  if (typeof repeated === 'string') return start + repeated.repeat(Math.ceil(length / repeated.length)) + end;
  const parts: string[] = [];
  for (let units = 0; units < length; units += parts.at(-1)?.length ?? 1) parts.push(repeated(parts.length));
  return start + parts.join('') + end;
}
