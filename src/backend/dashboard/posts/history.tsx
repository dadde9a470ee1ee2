import type { HistoryAction, HistoryEntry } from '../../../contract/posts/posts.js';
import { timeForms } from '../../../time/forms.js';
import { When } from '../layout/parts.js';
import { HistoryChange, type Reading } from './history-change.js';

const ACTION_WORDS: Readonly<Record<HistoryAction, string>> = {
  created: 'created the post',
  updated: 'edited the post',
  publish_requested: 'asked to publish the post',
  approved: 'approved the draft',
  rejected: 'rejected the draft',
  retried: 'retried the post',
  resolved: 'said what came of the post',
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
              {entry.changes
                .filter(({ from, to }) => from !== to)
                .map((change) => (
                  <HistoryChange action={entry.action} change={change} reading={reading} />
                ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}
