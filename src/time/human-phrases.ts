import { ABBREVIATIONS } from './zone-hints.js';

/** The original words, to quote in messages. */
interface Quoted {
  readonly words: string;
}

/** A part of the day: its default hour, and the range of hours it covers (`to` excluded). */
interface DayPart {
  readonly hour: number;
  readonly from: number;
  readonly to: number;
}

type DayPhrase =
  /** Days from today. With `keepsTime`, a phrase without a time of day keeps the current one. */
  | { readonly kind: 'relative'; readonly days: number; readonly keepsTime: boolean }
  | {
      readonly kind: 'date';
      readonly year: number | undefined;
      readonly month: number;
      readonly day: number;
    };

export interface ClockPhrase {
  readonly hour: number;
  readonly minute: number;
  /** Whether it is an hour alone, without minutes, am or pm. */
  readonly bare: boolean;
  /** Whether the half of the day is explicit, as with am, pm or noon. */
  readonly explicitHalf: boolean;
}

/** The parts of a time that a text contains. */
export interface HumanPhrase {
  day?: DayPhrase & Quoted;
  /** 0 is Sunday. */
  weekday?: { readonly weekday: number; readonly next: boolean } & Quoted;
  nextWeek?: Quoted;
  clock?: ClockPhrase & Quoted;
  part?: DayPart & Quoted;
  /** Calendar days from now, then exact milliseconds. */
  length?: { readonly days: number; readonly milliseconds: number } & Quoted;
  zone?: Quoted;
}

interface Form {
  readonly slot: keyof HumanPhrase;
  readonly pattern: RegExp;
  /** Adds the groups to the phrase; returns false if they are not valid. */
  readonly put: (phrase: HumanPhrase, words: string, groups: readonly (string | undefined)[]) => boolean;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const WEEKDAY =
  '(sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?)';
const DAY_OF_MONTH = '(\\d{1,2})(?:st|nd|rd|th)?';
const COUNT = '(\\d{1,6}(?:\\.\\d{1,3})?|half an|an?|one|two|three)';
const WHOLE = '(\\d{1,6}|an?|one|two|three)';
const HOURS = '(?:h|hrs?|hours?)';
const MINUTES = '(?:m|mins?|minutes?)';
const COUNT_WORDS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  'half an': 0.5,
};

const PARTS: Readonly<Record<string, DayPart>> = {
  morning: { hour: 9, from: 0, to: 12 },
  afternoon: { hour: 14, from: 12, to: 18 },
  evening: { hour: 18, from: 17, to: 24 },
  night: { hour: 20, from: 18, to: 24 },
};

const count = (text = ''): number => COUNT_WORDS[text] ?? Number(text);

/** A pattern that must end at a word boundary. */
const form = (slot: Form['slot'], pattern: string, put: Form['put']): Form => ({
  slot,
  pattern: new RegExp(`^${pattern}(?=\\s|$)`),
  put,
});

const relative = (pattern: string, days: number): Form =>
  form('day', pattern, (phrase, words) => {
    phrase.day = { kind: 'relative', days, keepsTime: false, words };
    return true;
  });

const partOf = (word: string, pattern: string): Form =>
  form('part', pattern, (phrase, words) => {
    const part = PARTS[word];
    if (part) phrase.part = { ...part, words };
    return part !== undefined;
  });

const daysAhead = (unit: string, length: number): Form =>
  form('day', `in ${WHOLE} ?${unit}`, (phrase, words, [amount]) => {
    phrase.day = { kind: 'relative', days: count(amount) * length, keepsTime: true, words };
    return true;
  });

const lengthAhead = (pattern: string, large: number, small: number): Form =>
  form('length', pattern, (phrase, words, [amount, rest = '0']) => {
    phrase.length = { days: 0, milliseconds: Math.round(count(amount) * large + count(rest) * small), words };
    return true;
  });

function putDate(
  phrase: HumanPhrase,
  words: string,
  year: string | undefined,
  month: number,
  day: string | undefined,
) {
  phrase.day = {
    kind: 'date',
    year: year === undefined ? undefined : Number(year),
    month,
    day: Number(day),
    words,
  };
  return true;
}

const monthNumber = (name = ''): number => MONTHS.indexOf(name.slice(0, 3)) + 1;

function putClock(
  phrase: HumanPhrase,
  words: string,
  hourText = '',
  minuteText?: string,
  half?: string,
): boolean {
  const [hour, minute] = [Number(hourText), Number(minuteText ?? '0')];
  if (minute > 59 || hour > 23 || (half !== undefined && (hour < 1 || hour > 12))) return false;
  const twelve = half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0);
  const bare = minuteText === undefined && half === undefined;
  phrase.clock = { hour: twelve, minute, bare, explicitHalf: half !== undefined, words };
  return true;
}

/** The first match wins, so a form comes before any other form that is its prefix. */
const FORMS: readonly Form[] = [
  relative('(?:the )?day after tomorrow', 2),
  relative('tomorrow', 1),
  relative('today', 0),
  relative('yesterday', -1),
  form('day', 'tonight', (phrase, words) => {
    if (phrase.part) return false;
    phrase.day = { kind: 'relative', days: 0, keepsTime: false, words };
    phrase.part = { hour: 20, from: 17, to: 24, words };
    return true;
  }),
  form('day', 'this (morning|afternoon|evening)', (phrase, words, [word = '']) => {
    const part = PARTS[word];
    if (!part || phrase.part) return false;
    phrase.day = { kind: 'relative', days: 0, keepsTime: false, words };
    phrase.part = { ...part, words };
    return true;
  }),
  form(
    'length',
    `in (\\d{1,4}) ?(?:d|days?)(?: and)? (\\d{1,4}) ?${HOURS}`,
    (phrase, words, [days, hours]) => {
      phrase.length = { days: count(days), milliseconds: count(hours) * 3_600_000, words };
      return true;
    },
  ),
  lengthAhead(`in ${COUNT} ?${HOURS}(?:(?: and)? ?(\\d{1,3}) ?${MINUTES})?`, 3_600_000, 60_000),
  lengthAhead(`in ${COUNT} ?${MINUTES}`, 60_000, 0),
  lengthAhead(`in ${COUNT} ?(?:s|secs?|seconds?)`, 1000, 0),
  daysAhead('(?:d|days?)', 1),
  daysAhead('(?:w|weeks?)', 7),
  form('nextWeek', 'next week', (phrase, words) => {
    phrase.nextWeek = { words };
    return true;
  }),
  form('day', '(\\d{4})-(\\d{1,2})-(\\d{1,2})', (phrase, words, [year, month, day]) =>
    putDate(phrase, words, year, Number(month), day),
  ),
  form('day', `${MONTH} ${DAY_OF_MONTH}(?: (\\d{4}))?`, (phrase, words, [month, day, year]) =>
    putDate(phrase, words, year, monthNumber(month), day),
  ),
  form('day', `${DAY_OF_MONTH}(?: of)? ${MONTH}(?: (\\d{4}))?`, (phrase, words, [day, month, year]) =>
    putDate(phrase, words, year, monthNumber(month), day),
  ),
  form('weekday', `(?:(next|this|coming) )?${WEEKDAY}`, (phrase, words, [which, name = '']) => {
    phrase.weekday = { weekday: WEEKDAYS.indexOf(name.slice(0, 3)), next: which === 'next', words };
    return true;
  }),
  form('clock', '(?:noon|midday)', (phrase, words) => {
    phrase.clock = { hour: 12, minute: 0, bare: false, explicitHalf: true, words };
    return true;
  }),
  form('clock', '(\\d{1,2})(?::(\\d{2}))?(?: ?(am|pm))?', (phrase, words, [hour, minute, half]) =>
    putClock(phrase, words, hour, minute, half),
  ),
  partOf('morning', '(?:in the )?morning'),
  partOf('afternoon', '(?:in the )?afternoon'),
  partOf('evening', '(?:in the )?evening'),
  partOf('night', '(?:at )?night'),
];

const FILLER = /^(?:at|on|by|the)(?=\s|$)/;
const ZONE_NAME =
  /^(?:[a-z]+(?:\/[a-z0-9_+-]+)+|(?:utc|gmt)(?:[+-]\d{1,2}(?::?\d{2})?)?|z|[+-]\d{2}:?\d{2})(?=\s|$)/;

/** Parses a text whose parts may be in any order. Returns the phrase, or the part that was not understood. */
export function parsePhrase(text: string): { phrase: HumanPhrase } | { unclear: string } {
  let rest = normalize(text);
  const phrase: HumanPhrase = {};
  while (rest !== '') {
    const length = readNext(rest, phrase);
    if (length === undefined) return { unclear: rest };
    rest = rest.slice(length).trim();
  }
  return { phrase };
}

/** Lower case, single spaces, no irrelevant punctuation; “2 hours from now” becomes “in 2 hours”. */
function normalize(text: string): string {
  return text
    .toLowerCase()
    .replace(/\b([ap])\.?m\b\.?/g, '$1m')
    .replace(/,|\bo[’']clock\b|([a-z])\.(?=\s|$)/g, '$1 ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^(?:in )?(.+) from now$/, 'in $1');
}

/** Adds the first words to the phrase and returns their length; undefined if they are not understood. */
function readNext(rest: string, phrase: HumanPhrase): number | undefined {
  for (const { slot, pattern, put } of FORMS) {
    const match = pattern.exec(rest);
    if (!match) continue;
    const [words, ...groups] = match;
    return phrase[slot] === undefined && put(phrase, words, groups) ? words.length : undefined;
  }
  const filler = FILLER.exec(rest);
  if (filler) return filler[0].length;
  const zone = ZONE_NAME.exec(rest)?.[0] ?? (ABBREVIATIONS[rest.toUpperCase()] ? rest : undefined);
  if (zone === undefined || phrase.zone) return undefined;
  phrase.zone = { words: zone };
  return zone.length;
}
