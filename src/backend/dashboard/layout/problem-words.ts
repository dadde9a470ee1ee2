import type { ApiErrorCode, Issue, Problem } from '../../../contract/errors.js';
import { optionName } from '../compose/option-words.js';

/** What a person reads of a refusal: no name of a field, of an operation or of a code. */
export interface ProblemWords {
  readonly words: string;
  /** Each rule that stands in the way, where there are several. */
  readonly rules: readonly string[];
}

/** How forms call what the API calls so, within a sentence. */
const FIELDS: Readonly<Record<string, string>> = {
  label: 'the name',
  accountIds: 'the channels',
  days: 'the days',
  startTime: 'the start',
  endTime: 'the end',
  postsPerWindow: 'the number of posts',
  timezone: 'the time zone',
  scheduledAt: 'the time',
  url: 'the address',
  events: 'the events',
  platform: 'the network',
  handle: 'the handle',
  note: 'the note',
  text: 'the text',
  outcome: 'what became of it',
  status: 'the filter',
  version: 'the form',
};

/** What to do where nothing was chosen, or nothing was filled in. */
const MISSING: Readonly<Record<string, string>> = {
  accountIds: 'Choose at least one channel.',
  days: 'Choose at least one day.',
  events: 'Choose at least one event, or every event.',
  platform: 'Choose a network.',
  outcome: 'Say what became of it.',
  startTime: 'Say at what time it starts.',
  scheduledAt: 'Say at what time it goes out.',
};

/** What has a form of its own. */
const SHAPES: Readonly<Record<string, string>> = {
  startTime: 'Write the start as a time of day, such as 09:00.',
  endTime: 'Write the end as a time of day, such as 17:30.',
  handle:
    'A handle has letters, digits, dots, dashes and underscores, and no spaces: such as @fernhill.coffee.',
  version: 'Load this page again, and send it again: it is out of date.',
};

/** Refusals whose words, in the API, speak to a program. */
const CODES: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  target_required: 'Choose at least one channel.',
  time_required: 'Say at what time it goes out.',
  time_invalid: 'That time cannot be read. Choose a day and a time.',
  time_in_past: 'That time has passed. Choose a later one, or “Now”.',
  version_conflict:
    'Somebody changed it in the meantime, so nothing was done. Look at it as it is now; then do it again.',
  cursor_invalid: 'This part of the list is no longer there. Begin again at its first page.',
  duplicate_post:
    'The same text and media are on one of these channels already, or soon will be. Change the words, or choose other channels.',
};

/** What to do about it in the dashboard, where the API tells how to do it there. */
const REMEDIES: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  no_open_slot: 'Make a schedule beside the calendar, or choose a time of your own.',
};

/** What a refusal says to a person. */
export function wordsFor(problem: Problem): ProblemWords {
  const { code, detail, errors = [] } = problem;
  const known = knownWords(code, detail);
  if (known !== undefined) return { words: known, rules: [] };
  const inForm = code === 'validation_failed';
  const rules = [...new Set(errors.map((issue) => (inForm ? fieldWords(issue) : ruleWords(issue))))];
  const [only] = rules;
  if (rules.length === 1 && only !== undefined) return { words: only, rules: [] };
  if (rules.length > 1) return { words: 'Nothing was done:', rules };
  const words = [plain(detail) || `${problem.title}.`, REMEDIES[code] ?? ''].join(' ').trim();
  return { words, rules: [] };
}

/** A rule of a network, or of ours: what is wrong, and what to do about it where that is known. */
export function rule({ code, message, fix = '' }: Issue): { readonly message: string; readonly fix: string } {
  const known = knownWords(code, `${message} ${fix}`);
  if (known !== undefined) return { message: known, fix: '' };
  return { message: plain(message), fix: kept(REMEDIES, code) ?? plain(fix) };
}

const kept = (words: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(words, code) ? words[code] : undefined;

/** Words that are kept ready for a code; undefined where those of the API speak to a person as they are. */
function knownWords(code: string, said: string): string | undefined {
  const speaks = !FOR_PROGRAMS.test(said) && code !== 'version_conflict';
  return speaks ? undefined : kept(CODES, code);
}

function ruleWords(issue: Issue): string {
  const { message, fix } = rule(issue);
  return `${message} ${fix}`.trim();
}

/** What is wrong with a field of the form. */
function fieldWords(issue: Issue): string {
  const { code, limit, unit } = issue;
  const name = fieldOf(issue);
  if (name === null) return ruleWords(issue);
  const called = nameOf(name);
  const isEmpty = code === 'field_required' || (code === 'too_small' && unit !== undefined);
  if (isEmpty) return MISSING[name] ?? `Fill in ${called}.`;
  if (code === 'value_not_allowed' && MISSING[name] !== undefined) return MISSING[name];
  const isShape = code !== 'too_large' && !/ the same /.test(issue.message);
  if (SHAPES[name] !== undefined && isShape) return SHAPES[name];
  if (code === 'too_large' && unit !== undefined) {
    return `${capital(called)} has ${issue.actual} ${unit}; at most ${limit} fit.`;
  }
  if (code === 'too_large') return `${capital(called)} can be at most ${limit}.`;
  if (code === 'too_small') return `${capital(called)} must be at least ${limit}.`;
  if (code === 'type_invalid') return `${capital(called)} must be a number.`;
  return ruleWords(issue);
}

/** The field of the form, by the last name on the way to it. */
function fieldOf({ pointer, field }: Issue): string | null {
  const path = pointer?.split('/').filter((step) => step !== '' && !/^\d+$/.test(step)) ?? [];
  return path.at(-1) ?? field ?? null;
}

function nameOf(name: string): string {
  return FIELDS[name] ?? `“${optionName(name)}”`;
}

/** Sentences without the ones that speak to programs, and with the forms' names for what they name. */
function plain(text: string): string {
  return text
    .replace(/(?:Query|Path) parameter /g, '')
    .replace(/`([\w.[\]]+)`/g, (_, path: string) => nameOf(path.split('.').at(-1) ?? path))
    .split(/(?<=[.?!])\s+/)
    .filter((sentence) => !FOR_PROGRAMS.test(sentence))
    .map(capital)
    .join(' ')
    .trim();
}

const FOR_PROGRAMS =
  /`|\b(?:GET|POST|PATCH|PUT|DELETE) \/|\/v1\/|allowDuplicate|scheduleMode|ISO 8601|IANA|\berrors\b|\boverride/;

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
