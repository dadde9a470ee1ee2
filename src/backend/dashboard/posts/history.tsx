import { PLATFORM_NAMES } from '../../../contract/platforms.js';
import { actorWords } from '../../../contract/posts/actor-words.js';
import type { HistoryAction, HistoryEntry, Target } from '../../../contract/posts/posts.js';
import { timeForms } from '../../../time/forms.js';
import type { ActivityOperation } from '../../store/activity.js';
import { didThe } from '../activity/sentences.js';
import { When } from '../layout/parts.js';
import { VisibleText } from '../layout/visible-text.js';
import { HistoryChange, type Reading } from './history-change.js';

/** The operation that each action of a history comes from. */
const OPERATION_OF: Readonly<Record<HistoryAction, ActivityOperation>> = {
  created: 'posts.create',
  updated: 'posts.update',
  publish_requested: 'posts.publish',
  approved: 'posts.approve',
  rejected: 'posts.reject',
  reopened: 'posts.reopen',
  retried: 'posts.retry',
  resolved: 'posts.resolve',
  cancelled: 'posts.delete',
  deleted_published: 'posts.deletePublished',
};

/** An edit that ended an approval is one step, though the post became a draft again by a second change. */
function withEndedApprovals(entries: readonly HistoryEntry[]): HistoryEntry[] {
  const steps: HistoryEntry[] = [];
  for (const entry of entries) {
    const edit = steps.at(-1);
    if (entry.action !== 'reopened' || edit?.action !== 'updated' || edit.version + 1 !== entry.version) {
      steps.push(entry);
    } else {
      steps[steps.length - 1] = {
        ...entry,
        action: edit.action,
        changes: [...edit.changes, ...entry.changes],
      };
    }
  }
  return steps;
}

/** Whether the entry is an edit together with the end of the approval that it caused. */
const endedApproval = ({ action, changes }: HistoryEntry): boolean =>
  action === 'updated' && changes.some(({ field, to }) => field === 'status' && to === 'draft');

/** Asking to publish means several things, and so does resolving. */
function actionWords(entry: HistoryEntry): string {
  const { action, changes } = entry;
  if (endedApproval(entry)) return 'edited the post, which ended its approval';
  const status = changes.find(({ field }) => field === 'status');
  if (action === 'publish_requested' && status) {
    if (status.to === 'queued') return 'published the post';
    return status.from === 'scheduled' ? 'moved the post' : 'scheduled the post';
  }
  if (action === 'resolved' && changes.some(({ to }) => to === 'check')) {
    return 'looked the post up at the network';
  }
  if (action === 'resolved' && changes.some(({ to }) => to === 'published')) {
    return 'said that the post is published';
  }
  return didThe(OPERATION_OF[action]);
}

/** What came of a target. */
interface Result {
  /** ISO 8601. */
  readonly at: string;
  readonly result: string;
}

/** The history with what came of each target, in order. */
function withResults(
  entries: readonly HistoryEntry[],
  targets: readonly Target[],
): (HistoryEntry | Result)[] {
  const byPostrider = targets.filter(({ accountId }) => !isSettledByHand(entries, accountId));
  return [...entries, ...byPostrider.flatMap(resultOf)].toSorted(
    (one, other) => Date.parse(one.at) - Date.parse(other.at),
  );
}

/** Whether a person, not Postrider, has said that the post is published on the account. */
function isSettledByHand(entries: readonly HistoryEntry[], accountId: string): boolean {
  const said = entries
    .filter(({ action }) => action === 'resolved')
    .toSorted((one, other) => one.version - other.version)
    .flatMap(({ changes }) => changes)
    .findLast(({ field }) => field === `target on ${accountId}`);
  return said?.to === 'published';
}

function resultOf({ platform, handle, status, publishedAt, error }: Target): Result[] {
  const name = `${PLATFORM_NAMES[platform]} ${handle}`;
  if (publishedAt !== null) return [{ at: publishedAt, result: `published it on ${name}` }];
  if (error === null) return [];
  const at = error.occurredAt;
  if (status === 'failed') return [{ at, result: `could not publish it on ${name}` }];
  return status === 'unknown' ? [{ at, result: `sent it to ${name} and got no response` }] : [];
}

interface HistoryProps extends Reading {
  readonly entries: readonly HistoryEntry[];
}

/** Who did what to a post, and when. */
export function History({ entries, ...reading }: HistoryProps) {
  const { now, timezone } = reading;
  return (
    <ol class="history">
      {withResults(withEndedApprovals(entries), reading.post.targets).map((entry) =>
        'result' in entry ? (
          <li>
            <p>
              <strong>Postrider</strong> <VisibleText text={entry.result} />{' '}
              <span class="soft small">
                <When forms={timeForms(Date.parse(entry.at), timezone, now)} now={now} />
              </span>
            </p>
          </li>
        ) : (
          <li>
            <p>
              <strong class="words">{entry.by === null ? 'Postrider' : actorWords(entry.by)}</strong>{' '}
              {actionWords(entry)}{' '}
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
        ),
      )}
    </ol>
  );
}
