import type { HistoryAction, HistoryEntry } from '../../../contract/posts/posts.js';
import { timeForms } from '../../../time/forms.js';
import { When } from '../layout/parts.js';
import { fieldName, type Reading, valueWords } from './changed-values.js';

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
