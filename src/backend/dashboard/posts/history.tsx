import type { HistoryAction, HistoryEntry, Post } from '../../../contract/posts/posts.js';
import { timeForms } from '../../../time/forms.js';
import { spokenTime } from '../layout/local-times.js';
import { When } from '../layout/parts.js';

const ACTION_WORDS: Readonly<Record<HistoryAction, string>> = {
  created: 'created the post',
  updated: 'edited the post',
  publish_requested: 'asked to publish the post',
  approved: 'approved the draft',
  rejected: 'rejected the draft',
  retried: 'retried the post',
  resolved: 'resolved the outcome',
  cancelled: 'cancelled the post',
  deleted_published: 'deleted the published post',
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

/** The dashboard’s names of the fields in a history. */
const FIELDS: Readonly<Record<string, string>> = {
  text: 'Text',
  mediaUrls: 'Images and videos',
  altTexts: 'Alt text',
  overrides: 'Options per channel',
  accounts: 'Channels',
  scheduledAt: 'Time',
  timezone: 'Time zone',
  proposed: 'Proposed time',
  reviewNote: 'Note',
  sourceId: 'Source',
  status: 'Status',
};

/** In characters; longer values are cut. */
const MAX_VALUE_LENGTH = 140;

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** What turns values into text: the channels’ names, and the workspace’s time zone. */
interface Reading {
  readonly post: Pick<Post, 'targets'>;
  readonly now: number;
  readonly timezone: string;
}

function fieldName(field: string): string {
  return FIELDS[field] ?? field;
}

/** A value as text, cut if it is long. */
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

/** A proposed time: an instant, the next open slot, or immediately. */
function proposalWords(value: object, reading: Reading): string | null {
  if (!('scheduleMode' in value)) return null;
  if (value.scheduleMode === 'now') return 'immediately';
  if ('scheduledAt' in value && value.scheduledAt !== null) return wordsOf(value.scheduledAt, reading);
  return 'the next open slot';
}
