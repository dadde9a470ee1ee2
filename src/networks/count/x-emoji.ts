/**
 * The emoji sequences that X counts as one character: those of Emoji 11, as its published counter (twitter-text 3.1.0
 * with twemoji-parser 11.0.2) does when run. It counts newer sequences part by part, and so does this counter, so that no
 * text passes that X refuses. Single emoji need no entry: they always count 2.
 */

/** Drawn as emoji when U+FE0F follows. */
const STYLED = String.raw`©®\u203c\u2049\u2122\u2139\u2194-\u2199\u21a9\u21aa\u231a\u231b\u2328\u23cf\u23ed-\u23ef
\u23f1\u23f2\u23f8-\u23fa\u24c2\u25aa\u25ab\u25b6\u25c0\u25fb-\u25fe\u2600-\u2604\u260e\u2611\u2614\u2615\u2618
\u2620\u2622\u2623\u2626\u262a\u262e\u262f\u2638-\u263a\u2640\u2642\u2648-\u2653\u265f\u2660\u2663\u2665\u2666
\u2668\u267b\u267f\u2692-\u2697\u2699\u269b\u269c\u26a0\u26a1\u26aa\u26ab\u26b0\u26b1\u26bd\u26be\u26c4\u26c5
\u26c8\u26cf\u26d1\u26d3\u26d4\u26e9\u26ea\u26f0-\u26f5\u26f8\u26fa\u26fd\u2702\u2708\u2709\u270f\u2712\u2714
\u2716\u271d\u2721\u2733\u2734\u2744\u2747\u2757\u2763\u2764\u27a1\u2934\u2935\u2b05-\u2b07\u2b1b\u2b1c\u2b50
\u2b55\u3030\u303d\u3297\u3299\u{1f004}\u{1f170}\u{1f171}\u{1f17e}\u{1f17f}\u{1f202}\u{1f21a}\u{1f22f}\u{1f237}
\u{1f321}\u{1f324}-\u{1f32c}\u{1f336}\u{1f37d}\u{1f396}\u{1f397}\u{1f399}-\u{1f39b}\u{1f39e}\u{1f39f}\u{1f3cd}
\u{1f3ce}\u{1f3d4}-\u{1f3df}\u{1f3f3}\u{1f3f5}\u{1f3f7}\u{1f43f}\u{1f441}\u{1f4fd}\u{1f549}\u{1f54a}\u{1f56f}
\u{1f570}\u{1f573}\u{1f576}-\u{1f579}\u{1f587}\u{1f58a}-\u{1f58d}\u{1f5a5}\u{1f5a8}\u{1f5b1}\u{1f5b2}\u{1f5bc}
\u{1f5c2}-\u{1f5c4}\u{1f5d1}-\u{1f5d3}\u{1f5dc}-\u{1f5de}\u{1f5e1}\u{1f5e3}\u{1f5e8}\u{1f5ef}\u{1f5f3}\u{1f5fa}
\u{1f6cb}\u{1f6cd}-\u{1f6cf}\u{1f6e0}-\u{1f6e5}\u{1f6e9}\u{1f6f0}\u{1f6f3}`;

/** Take a skin tone, with U+FE0F before it or not. */
const STYLED_TONED = String.raw`\u261d\u26f7\u26f9\u270c\u270d\u{1f3cb}\u{1f3cc}\u{1f574}\u{1f575}\u{1f590}`;

/** Take a skin tone. */
const TONED = String.raw`\u270a\u270b\u{1f385}\u{1f3c2}-\u{1f3c4}\u{1f3c7}\u{1f3ca}\u{1f442}\u{1f443}
\u{1f446}-\u{1f450}\u{1f466}-\u{1f469}\u{1f46e}\u{1f470}-\u{1f478}\u{1f47c}\u{1f481}-\u{1f483}
\u{1f485}-\u{1f487}\u{1f4aa}\u{1f57a}\u{1f595}\u{1f596}\u{1f645}-\u{1f647}\u{1f64b}-\u{1f64f}\u{1f6a3}
\u{1f6b4}-\u{1f6b6}\u{1f6c0}\u{1f6cc}\u{1f918}-\u{1f91c}\u{1f91e}\u{1f91f}\u{1f926}\u{1f930}-\u{1f939}
\u{1f93d}\u{1f93e}\u{1f9b5}\u{1f9b6}\u{1f9b8}\u{1f9b9}\u{1f9d1}-\u{1f9dd}`;

/** Become a woman or a man by U+200D and ♀ or ♂; the first kind after a skin tone too. */
const GENDERED = String.raw`\u{1f3c3}\u{1f3c4}\u{1f3ca}\u{1f46e}\u{1f471}\u{1f473}\u{1f477}\u{1f481}\u{1f482}
\u{1f486}\u{1f487}\u{1f645}-\u{1f647}\u{1f64b}\u{1f64d}\u{1f64e}\u{1f6a3}\u{1f6b4}-\u{1f6b6}\u{1f926}\u{1f935}
\u{1f937}-\u{1f939}\u{1f93d}\u{1f93e}\u{1f9b8}\u{1f9b9}\u{1f9d6}-\u{1f9dd}`;
const GENDERED_PLAIN = String.raw`\u{1f46f}\u{1f93c}\u{1f9de}\u{1f9df}`;
const GENDERED_STYLED = String.raw`\u26f9\u{1f3cb}\u{1f3cc}\u{1f574}\u{1f575}`;

/** The role of a man or woman, after U+200D: ⚕ ⚖ ✈ with U+FE0F, the others without. */
const STYLED_ROLES = String.raw`\u2695\u2696\u2708`;
const ROLES = String.raw`\u{1f33e}\u{1f373}\u{1f393}\u{1f3a4}\u{1f3a8}\u{1f3eb}\u{1f3ed}\u{1f4bb}\u{1f4bc}\u{1f527}
\u{1f52c}\u{1f680}\u{1f692}\u{1f9b0}-\u{1f9b3}`;

/** The regions with a flag: a first letter, then all second letters. */
const FLAGS =
  'ACDEFGILMOQRSTUWXZ BABDEFGHIJLMNOQRSTVWYZ CACDFGHIKLMNOPRUVWXYZ DEGJKMOZ EACEGHRSTU FIJKMOR ' +
  'GABDEFGHILMNPQRSTUWY HKMNRTU ICDELMNOQRST JEMOP KEGHIMNPRWYZ LABCIKRSTUVY MACDEFGHKLMNOPQRSTUVWXYZ ' +
  'NACEFGILOPRUZ OM PAEFGHKLMNRSTWY QA REOSUW SABCDEGHIJKLMNORSTVXYZ TACDFGHJKLMNORTVWZ UAGMNSYZ VACEGINU ' +
  'WFS XK YET ZAMW';

/** England, Scotland and Wales: a black flag, the region's letters as tags, and an end tag. */
const TAG_FLAGS = ['gbeng', 'gbsct', 'gbwls'];

const TONE = '[\u{1f3fb}-\u{1f3ff}]';
const STYLE = '\ufe0f';
const JOIN = '\u200d';
const SEX = `[♀♂]${STYLE}`;

/** Couples and families, joined with U+200D: the parents, then one or two children. */
const FAMILIES = [
  `👨(?:${JOIN}[👨👩])?(?:${JOIN}👧)?${JOIN}[👦👧]|👨(?:${JOIN}[👨👩])?${JOIN}👦(?:${JOIN}👦)?`,
  `👩(?:${JOIN}👩)?(?:${JOIN}👧)?${JOIN}[👦👧]|👩(?:${JOIN}👩)?${JOIN}👦(?:${JOIN}👦)?`,
];
const COUPLES = [
  `👩${JOIN}❤${STYLE}${JOIN}(?:💋${JOIN})?[👨👩]`,
  `👨${JOIN}❤${STYLE}${JOIN}(?:💋${JOIN})?👨`,
];

const SINGLES = [`🏳${STYLE}${JOIN}🌈`, `🏴${JOIN}☠${STYLE}`, `👁${JOIN}🗨`, `[#*0-9]${STYLE}?\u20e3`];

let pattern: RegExp | undefined;

function sequences(): RegExp {
  pattern ??= new RegExp(
    [
      `[👨👩]${TONE}?${JOIN}(?:${oneOf(STYLED_ROLES)}${STYLE}|${oneOf(ROLES)})`,
      `${oneOf(GENDERED_STYLED)}(?:${TONE}|${STYLE})${JOIN}${SEX}`,
      `${oneOf(GENDERED)}${TONE}?${JOIN}${SEX}`,
      `${oneOf(GENDERED_PLAIN)}${JOIN}${SEX}`,
      ...COUPLES,
      ...FAMILIES,
      ...SINGLES,
      `${oneOf(STYLED_TONED)}(?:${STYLE}?${TONE}|${STYLE})`,
      `${oneOf(TONED)}${TONE}`,
      `${oneOf(STYLED)}${STYLE}`,
      ...FLAGS.split(' ').map(
        ([first = '', ...seconds]) => flagLetter(first) + oneOf(seconds.map(flagLetter).join('')),
      ),
      ...TAG_FLAGS.map((region) => `🏴${Array.from(region, tagLetter).join('')}\u{e007f}`),
    ].join('|'),
    'gu',
  );
  return pattern;
}

function oneOf(characters: string): string {
  return `[${characters.replaceAll('\n', '')}]`;
}

/** A regional indicator: U+1F1E6 for A. */
function flagLetter(letter: string): string {
  return String.fromCodePoint(0x1f1e6 + letter.charCodeAt(0) - 0x41);
}

/** A tag character: U+E0061 for a. */
function tagLetter(letter: string): string {
  return String.fromCodePoint(0xe0000 + letter.charCodeAt(0));
}

/** Every emoji sequence contains one of these: a style, a joiner, a keycap, a skin tone, a flag letter or a tag. */
const JOINED = /\u200d|[\ufe0f\u20e3\u{1f3fb}-\u{1f3ff}\u{1f1e6}-\u{1f1ff}\u{e007f}]/u;

/** The emoji sequences that X counts as one character: UTF-16 start index to end index. */
export function emojiSequences(text: string): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  if (!JOINED.test(text)) return found;
  for (const match of text.matchAll(sequences())) found.set(match.index, match.index + match[0].length);
  return found;
}
