import type { Post } from '../../../contract/posts/posts.js';
import { timeForms } from '../../../time/forms.js';
import { spokenTime } from '../layout/local-times.js';

/** What the fields that a history names are called on the dashboard's forms. */
const FIELDS: Readonly<Record<string, string>> = {
  text: 'Text',
  mediaUrls: 'Images and videos',
  altTexts: 'In words, for those who do not see it',
  overrides: 'For each channel',
  accounts: 'Channels',
  scheduledAt: 'Time',
  timezone: 'Time zone',
  proposed: 'Wished time',
  reviewNote: 'Note',
  sourceId: 'Source',
  status: 'State',
};

/** Longest value of a change that is shown. */
const VALUE_MAX = 140;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** How a post's page tells of values: its channels have names, its times are the reader's. */
export interface Reading {
  readonly post: Pick<Post, 'targets'>;
  readonly now: number;
  readonly timezone: string;
}

export function fieldName(field: string): string {
  return FIELDS[field] ?? field;
}

/** A value of a change in words, cut where it is long. */
export function valueWords(value: unknown, reading: Reading): string {
  const text = wordsOf(value, reading);
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text;
}

function wordsOf(value: unknown, reading: Reading): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (Array.isArray(value)) {
    return value.length === 0 ? 'none' : value.map((one) => wordsOf(one, reading)).join(', ');
  }
  if (typeof value === 'string') return textWords(value, reading);
  if (typeof value === 'object') return proposalWords(value, reading) ?? JSON.stringify(value);
  return String(value);
}

function textWords(text: string, { post, now, timezone }: Reading): string {
  if (INSTANT.test(text)) return spokenTime(timeForms(Date.parse(text), timezone, now), now);
  return post.targets.find(({ accountId }) => accountId === text)?.handle ?? text;
}

/** What a draft asked for: a time, the next open slot, or to go out at once. */
function proposalWords(value: object, reading: Reading): string | null {
  if (!('scheduleMode' in value)) return null;
  if (value.scheduleMode === 'now') return 'at once';
  if ('scheduledAt' in value && value.scheduledAt !== null) return wordsOf(value.scheduledAt, reading);
  return 'the next open slot';
}
