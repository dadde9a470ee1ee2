import type { HistoryAction, HistoryEntry } from '../../../contract/posts.js';
import { timeForms } from '../../../time/forms.js';
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

/** Longest value of a change that is shown. */
const VALUE_MAX = 140;

interface HistoryProps {
  readonly entries: readonly HistoryEntry[];
  readonly now: number;
  readonly timezone: string;
}

/** Who did what to a post, and when. */
export function History({ entries, now, timezone }: HistoryProps) {
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
                  {field}: {shown(from)} → {shown(to)}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text;
}
