import type { HistoryAction, HistoryEntry, Post } from '../../../contract/posts/posts.js';
import { timeForms } from '../../../time/forms.js';
import { spokenTime } from '../layout/local-times.js';
import { When } from '../layout/parts.js';

const ACTION_WORDS: Readonly<Record<HistoryAction, string>> = {
  created: 'made it',
  updated: 'changed it',
  publish_requested: 'asked for it to be published',
  approved: 'approved it',
  rejected: 'rejected it',
  retried: 'asked for another try',
  resolved: 'said what became of it',
  cancelled: 'cancelled it',
};

interface HistoryProps extends Reading {
  readonly entries: readonly HistoryEntry[];
}

/** Who did what to a post, and when. */
export function History({ entries, ...reading }: HistoryProps) {
  const { now, timezone } = reading;
  return (
    <ol class="history">
      {entries.map((entry) => (
        <li>
          <p>
            <strong>{entry.by?.label ?? 'Postrider'}</strong> {ACTION_WORDS[entry.action]}{' '}
            <span class="soft small">
              <When forms={timeForms(Date.parse(entry.at), timezone, now)} now={now} />, version{' '}
              {entry.version}
            </span>
          </p>
          {entry.changes.length > 0 && entry.action !== 'created' && (
            <ul class="small soft">
              {entry.changes.map(({ field, from, to }) => (
                <li>
                  {fieldName(field)}: {valueWords(from, reading)} → {valueWords(to, reading)}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

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
const MAX_VALUE_LENGTH = 140;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** How a post's page tells of values: its channels have names, its times are the reader's. */
interface Reading {
  readonly post: Pick<Post, 'targets'>;
  readonly now: number;
  readonly timezone: string;
}

function fieldName(field: string): string {
  return FIELDS[field] ?? field;
}

/** A value of a change in words, cut where it is long. */
function valueWords(value: unknown, reading: Reading): string {
  const text = wordsOf(value, reading);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
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
