import { COMMON_WORDS, PASSPHRASES } from './common-words.js';

/** Shorter passwords are too easy to guess from a stolen hash. */
const MIN_LENGTH = 12;

/**
 * What must be left of a password, in characters, if each part that attackers try first counts as one: `password1234`
 * has two such parts, and so a strength of 2.
 */
const MIN_STRENGTH = 8;

/** Names that a password must not contain; shorter ones occur in other words by chance. */
const MIN_NAME_LENGTH = 5;

const SERVICE = 'postrider';

/** Rows of keyboards, the alphabet and the digits, in both directions. */
const ROWS: readonly string[] = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  'yxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
].flatMap((row) => [row, [...row].reverse().join('')]);
/** Shorter runs occur in ordinary words, such as “rst” in “first”. */
const MIN_RUN = 4;
/** Shorter words and repetitions occur by chance. */
const MIN_PART = 3;

/** What is longer is several words without spaces. */
const MAX_WORD_LETTERS = 16;
const YEAR_LENGTH = 4;

/** Digits and signs that stand for letters. */
const LETTERS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

export interface PasswordPlace {
  /** Where people reach the backend; null: not known. */
  readonly publicUrl: string | null;
  /** Names of the workspaces. */
  readonly workspaces: readonly string[];
}

/** Why attackers would guess a password soon, and what to use instead; null if nothing is known against it. */
export function passwordProblem(password: string, place: PasswordPlace): string | null {
  const length = [...password.normalize('NFC')].length;
  if (length < MIN_LENGTH) {
    return `The password must have at least ${MIN_LENGTH} characters. Use several words that have nothing to do with each other.`;
  }
  const plain = password.normalize('NFKC').toLowerCase();
  const name = namesAt(place).find((one) => contains(plain, one));
  if (name !== undefined) {
    return `The password must not contain “${name}”, which attackers try first here. Leave it out.`;
  }
  const phrase = knownPassphrase(plain);
  if (phrase !== null) return easyToGuess(`attackers try “${phrase}” first`);
  const parts = partsOf(plain);
  const strength = parts.reduce((sum, part) => sum + (part.isCommon ? 1 : [...part.text].length), 0);
  if (strength >= MIN_STRENGTH) {
    const year = yearBesideWord(plain);
    return year === null ? null : easyToGuess(`attackers try words with a year, such as “${year}”, first`);
  }
  const common = [...new Set(parts.filter(({ isCommon }) => isCommon).map(({ text }) => `“${text}”`))];
  const because = common.length === 0 ? 'it repeats itself' : `attackers try ${listed(common)} first`;
  return easyToGuess(because);
}

function easyToGuess(because: string): string {
  return `This password is easy to guess: ${because}. Use several words that have nothing to do with each other.`;
}

/** The well-known passphrase that a password consists of, nearly or wholly; null if none. */
function knownPassphrase(password: string): string | null {
  const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');
  const texts = [bare(password), bare(unmasked(password))];
  const phrase = PASSPHRASES.find((one) => {
    const wanted = bare(one);
    return texts.some((text) => text.includes(wanted) && text.length - wanted.length < MIN_STRENGTH);
  });
  return phrase ?? null;
}

/** The year of a password that is one word, known or not, with a year and signs; null for others. */
function yearBesideWord(password: string): string | null {
  const core = withoutSignsAround(password);
  const found = [
    { year: core.slice(-YEAR_LENGTH), rest: core.slice(0, -YEAR_LENGTH) },
    { year: core.slice(0, YEAR_LENGTH), rest: core.slice(YEAR_LENGTH) },
  ].find(({ year, rest }) => /^(19|20)\d\d$/.test(year) && isWord(withoutSignsAround(rest)));
  return found?.year ?? null;
}

/** Scripts without spaces between words could say anything in that many letters. */
function isWord(text: string): boolean {
  return (
    text.length <= MAX_WORD_LETTERS &&
    /^[\p{L}\p{M}]+$/u.test(unmasked(text)) &&
    !/[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]/u.test(text)
  );
}

/** The text without the signs at its ends. A loop, because an expression for its end takes quadratic time. */
function withoutSignsAround(text: string): string {
  const characters = [...text];
  const isSign = (character: string): boolean => !/[\p{L}\p{M}\p{N}]/u.test(character);
  const start = characters.findIndex((character) => !isSign(character));
  if (start < 0) return '';
  const end = characters.findLastIndex((character) => !isSign(character));
  return characters.slice(start, end + 1).join('');
}

/** The service, the host names of its URL, and the workspaces. */
function namesAt({ publicUrl, workspaces }: PasswordPlace): string[] {
  const host = publicUrl !== null && URL.canParse(publicUrl) ? new URL(publicUrl).hostname : '';
  // The top-level domain is no name; an IP address has none.
  const labels = /[a-z]/i.test(host) ? host.split('.').slice(0, -1) : [];
  const names = workspaces.map((name) => name.normalize('NFKC').toLowerCase());
  return [SERVICE, ...labels, ...names].filter((name) => name.length >= MIN_NAME_LENGTH);
}

/** Whether a name is in a password, with signs for letters or without its spaces too. */
function contains(password: string, name: string): boolean {
  const bare = (text: string): string => text.replace(/[\s._-]+/g, '');
  const wanted = bare(name);
  return [password, unmasked(password)].some((text) => bare(text).includes(wanted));
}

const unmasked = (text: string): string => [...text].map((sign) => LETTERS[sign] ?? sign).join('');

interface Part {
  readonly text: string;
  /** Attackers try it first: a common word, a run of keys, a repetition, a year. */
  readonly isCommon: boolean;
}

/** Divides a password into parts that attackers try first, and what is between them. */
function partsOf(password: string): Part[] {
  const parts: Part[] = [];
  let between = '';
  for (let at = 0; at < password.length; ) {
    const length = commonLength(password, at, parts);
    if (length === 0) {
      between += password.charAt(at);
      at += 1;
      continue;
    }
    if (between !== '') parts.push({ text: between, isCommon: false });
    between = '';
    parts.push({ text: password.slice(at, at + length), isCommon: true });
    at += length;
  }
  if (between !== '') parts.push({ text: between, isCommon: false });
  return parts;
}

/** The length of the longest common part at a position; 0 if there is none. */
function commonLength(password: string, at: number, before: readonly Part[]): number {
  const rest = password.slice(at);
  return Math.max(
    wordLength(rest),
    wordLength(unmasked(rest)),
    runLength(rest),
    /^(19|20)\d\d/.test(rest) ? 4 : 0,
    repeatedLength(password, at),
    ...before.map(({ text }) => (text.length >= MIN_PART && rest.startsWith(text) ? text.length : 0)),
  );
}

const MAX_WORD_LENGTH = Math.max(...[...COMMON_WORDS].map((word) => word.length));

function wordLength(text: string): number {
  for (let length = Math.min(MAX_WORD_LENGTH, text.length); length >= MIN_PART; length -= 1) {
    if (COMMON_WORDS.has(text.slice(0, length))) return length;
  }
  return 0;
}

/** `1234`, `dcba` and `qwer`. */
function runLength(text: string): number {
  let length = 0;
  while (length < text.length && ROWS.some((row) => row.includes(text.slice(0, length + 1)))) length += 1;
  return length >= MIN_RUN ? length : 0;
}

/** How much from a position on repeats what is right before it: `aaaa`, `abcabc`. */
function repeatedLength(password: string, at: number): number {
  for (let unit = 1; unit <= at; unit += 1) {
    let length = 0;
    while (at + length < password.length && password[at + length] === password[at + length - unit])
      length += 1;
    if (length >= Math.max(unit, MIN_PART - 1)) return length;
  }
  return 0;
}

function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
