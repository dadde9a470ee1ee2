import type { ApiErrorCode } from '../../../contract/api-errors.js';
import { apiTerms, readOverrideTerm, renameApiTerms } from '../../../contract/api-terms.js';
import type { Issue, Problem } from '../../../contract/errors.js';
import { optionName } from '../compose/option-words.js';

/** An API error as the dashboard shows it: without names of fields, operations and codes. */
export interface ProblemWords {
  readonly words: string;
  /** The broken rules, if there are several. */
  readonly rules: readonly string[];
}

/** What the forms call the API’s fields, within a sentence. */
const FIELDS: Readonly<Record<string, string>> = {
  label: 'the name',
  accountIds: 'the channels',
  choices: 'the accounts',
  days: 'the days',
  startTime: 'the start',
  moreTimes: 'the times',
  endTime: 'the end',
  postsPerWindow: 'the number of posts',
  timezone: 'the time zone',
  scheduledAt: 'the time',
  url: 'the URL',
  events: 'the events',
  platform: 'the network',
  handle: 'the handle',
  identifier: 'the handle',
  appPassword: 'the app password',
  server: 'the server',
  code: 'the code',
  note: 'the note',
  text: 'the text',
  mediaUrls: 'the images and videos',
  outcome: 'the outcome',
  status: 'the filter',
  version: 'the form',
};

/** What to do about an empty field. */
const MISSING: Readonly<Record<string, string>> = {
  accountIds: 'Choose at least one channel.',
  choices: 'Choose at least one account.',
  days: 'Choose at least one day.',
  events: 'Select at least one event, or choose all events.',
  platform: 'Choose a network.',
  outcome: 'Choose what happened.',
  startTime: 'Enter a start time.',
  scheduledAt: 'Choose a time.',
};

/** Fields with a format of their own. */
const SHAPES: Readonly<Record<string, string>> = {
  startTime: 'Enter the start as a time of day, such as 09:00.',
  endTime: 'Enter the end as a time of day, such as 17:30.',
  handle:
    'A handle can contain letters, digits, dots, dashes and underscores, but no spaces: for example @fernhill.coffee.',
  version: 'This page is out of date. Reload it and try again.',
};

/** Errors whose text in the API is written for programs. */
const CODES: Readonly<Partial<Record<ApiErrorCode, string>>> = {
  target_required: 'Choose at least one channel.',
  time_required: 'Choose a time.',
  time_invalid: 'This is not a valid time. Choose a date and a time.',
  time_in_past: 'This time has passed. Choose a later time, or publish now.',
  version_conflict:
    'Somebody else changed this in the meantime, so nothing was saved. Check the current version, then try again.',
  cursor_invalid: 'This part of the list no longer exists. Start again from the first page.',
  duplicate_post:
    'The same text and media are already published or scheduled on one of these channels. Change the text, or choose other channels.',
};

/** Fixes in terms of the dashboard, where the API’s are in terms of its operations. */
const REMEDIES: Readonly<Record<string, string>> = {
  no_open_slot: 'Create a schedule under Calendar, or choose a time.',
  media_required: 'Add it with “Add files” or from the library.',
};

/** The text of an API error for the dashboard. */
export function wordsFor(problem: Problem): ProblemWords {
  const { code, detail, errors = [] } = problem;
  const known = knownWords(code, detail);
  if (known !== undefined) return { words: known, rules: [] };
  const inForm = code === 'validation_failed';
  const rules = [...new Set(errors.map((issue) => (inForm ? fieldWords(issue) : ruleWords(issue))))];
  const [only] = rules;
  if (rules.length === 1 && only !== undefined) return { words: only, rules: [] };
  if (rules.length > 1) return { words: 'Fix these problems:', rules };
  const words = [plain(detail) || `${problem.title}.`, REMEDIES[code] ?? ''].join(' ').trim();
  return { words, rules: [] };
}

/** A broken rule: what is wrong, and how to fix it if known. */
export function rule({ code, message, fix = '' }: Issue): { readonly message: string; readonly fix: string } {
  const known = knownWords(code, `${message} ${fix}`);
  if (known !== undefined) return { message: known, fix: '' };
  return { message: plain(message), fix: kept(REMEDIES, code) ?? plain(fix) };
}

const kept = (words: Readonly<Record<string, string>>, code: string): string | undefined =>
  Object.hasOwn(words, code) ? words[code] : undefined;

/** The prepared text for a code; undefined if the API’s own text has no names for programs. */
function knownWords(code: string, said: string): string | undefined {
  const speaks = apiTerms(said).length === 0 && code !== 'version_conflict';
  return speaks ? undefined : kept(CODES, code);
}

function ruleWords(issue: Issue): string {
  const { message, fix } = rule(issue);
  return `${message} ${fix}`.trim();
}

/** What is wrong with a form field. */
function fieldWords(issue: Issue): string {
  const { code, limit, unit } = issue;
  const name = fieldOf(issue);
  if (name === null) return ruleWords(issue);
  const called = nameOf(name);
  const isEmpty = code === 'field_required' || (code === 'too_small' && unit !== undefined);
  if (isEmpty) return MISSING[name] ?? `Fill in ${called}.`;
  if (code === 'value_not_allowed' && MISSING[name] !== undefined) return MISSING[name];
  const isShape = code !== 'too_large' && code !== 'window_empty';
  if (SHAPES[name] !== undefined && isShape) return SHAPES[name];
  if (code === 'too_large' && unit !== undefined) {
    return `${capital(called)} has ${issue.actual} ${unit}. The maximum is ${limit}.`;
  }
  if (code === 'too_large') return `${capital(called)} can be at most ${limit}.`;
  if (code === 'too_small') return `${capital(called)} must be at least ${limit}.`;
  if (code === 'type_invalid') return `${capital(called)} must be a number.`;
  return ruleWords(issue);
}

/** The form field: the last name in the issue’s path. */
function fieldOf({ pointer, field }: Issue): string | null {
  const path = pointer?.split('/').filter((step) => step !== '' && !/^\d+$/.test(step)) ?? [];
  return path.at(-1) ?? field ?? null;
}

function nameOf(name: string): string {
  return FIELDS[name] ?? `“${optionName(name)}”`;
}

/** Drops sentences about what only programs have, and replaces field names by the forms’ labels. */
function plain(text: string): string {
  return capital(renameApiTerms(text, labelOf));
}

/** What the forms call an API name; null if they do not have it. */
function labelOf(term: string): string | null {
  const name = readOverrideTerm(term)?.field.split('.').at(-1) ?? term.split('.').at(-1) ?? term;
  return /^\w+(?:\[\d+\])?$/.test(name) && !FOR_PROGRAMS.includes(name) ? nameOf(name) : null;
}

/** Fields that no form has. */
const FOR_PROGRAMS: readonly string[] = ['allowDuplicate', 'errors', 'scheduleMode', 'cursor', 'nextCursor'];

/** A sentence may begin with the name of a server, which stays as it is: `bsky.social does not accept …`. */
const capital = (text: string): string =>
  /^[^\s.:]+[.:]\w/.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
