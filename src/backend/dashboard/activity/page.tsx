import type { ActivityPage as Page } from '../../../contract/service/activity.js';
import { timeForms } from '../../../time/forms.js';
import type { ApiKey } from '../../domain/access/api-keys.js';
import { READ_RETENTION_DAYS } from '../../domain/retention/retention-periods.js';
import { Choice } from '../layout/choice.js';
import { DayLine } from '../layout/day-line.js';
import { Frame } from '../layout/frame.js';
import { live } from '../layout/live.js';
import { dayOf } from '../layout/local-times.js';
import { Empty, PageHead } from '../layout/parts.js';
import type { User } from '../user.js';
import { nameInEntry, type ObjectName } from './object-names.js';
import { ActivityRow } from './row.js';

/** The filters of the log; empty means no filter. */
export interface ActivityFilter {
  readonly keyId: string;
  readonly kind: string;
  readonly result: string;
  readonly text: string;
}

interface ActivityProps {
  readonly user: User;
  readonly page: Page;
  /** The objects of its entries, by their ids. */
  readonly objects: ReadonlyMap<string, ObjectName>;
  readonly filter: ActivityFilter;
  /** Where in the log the page starts; empty for the newest entry. */
  readonly cursor: string;
  /** The assistants and keys to choose from. */
  readonly keys: readonly Pick<ApiKey, 'id' | 'label'>[];
}

/** Every API call, newest first. */
export function ActivityPage({ user, page, objects, filter, cursor, keys }: ActivityProps) {
  const narrowed = Object.values(filter).some((value) => value !== '');
  // New entries appear only on the first page.
  const attributes = cursor === '' ? live('log', activityPath(filter)) : { id: 'log' };
  return (
    <Frame title="Activity" place="/activity" user={user}>
      <PageHead
        title="Activity"
        lead={`Every API call and every change you made here: who, what, and the result. Reads are deleted after ${READ_RETENTION_DAYS} days.`}
      />
      <Filter filter={filter} keys={keys} user={user} />
      <div {...attributes}>
        {page.data.length === 0 ? (
          <Empty title={narrowed ? 'No matching activity' : 'No activity yet'}>
            {narrowed ? (
              <a href="/activity">Show all activity</a>
            ) : (
              <p>
                Calls that your assistant makes with an <a href="/settings/keys">API key</a> appear here.
              </p>
            )}
          </Empty>
        ) : (
          <ul class="rows activity-rows" aria-label="Calls">
            <DaysOfCalls user={user} entries={page.data} objects={objects} />
          </ul>
        )}
      </div>
      {(cursor !== '' || page.nextCursor !== null) && (
        <nav class="buttons pages" aria-label="Pages">
          {cursor !== '' && (
            <a class="button" href={activityPath(filter)}>
              Newest
            </a>
          )}
          {page.nextCursor !== null && (
            <a class="button" href={activityPath(filter, page.nextCursor)}>
              Older
            </a>
          )}
        </nav>
      )}
    </Frame>
  );
}

interface DaysProps extends Pick<ActivityProps, 'user' | 'objects'> {
  readonly entries: Page['data'];
}

/** Rows under a heading for each day. */
function DaysOfCalls({ user, entries, objects }: DaysProps) {
  const days = entries.map(({ at }) => dayOf(timeForms(Date.parse(at), user.workspace.timezone, user.now)));
  return (
    <>
      {entries.map((entry, index) => (
        <>
          {days[index] !== days[index - 1] && <DayLine day={days[index] ?? ''} user={user} />}
          <ActivityRow
            entry={entry}
            object={nameInEntry(entry, objects.get(entry.objectId ?? ''))}
            user={user}
          />
        </>
      ))}
    </>
  );
}

const KINDS = [
  { value: '', words: 'All calls' },
  { value: 'change', words: 'Changes' },
  { value: 'read', words: 'Reads' },
];

const RESULTS = [
  { value: '', words: 'Any result' },
  { value: 'done', words: 'Done' },
  { value: 'refused', words: 'Refused' },
  { value: 'failed', words: 'Failed' },
];

function Filter({ filter, keys, user }: Pick<ActivityProps, 'filter' | 'keys' | 'user'>) {
  const labels = [
    { value: '', words: 'All assistants and keys' },
    { value: user.keyId, words: 'You, in the dashboard' },
    ...keys.map(({ id, label }) => ({ value: id, words: label })),
  ];
  return (
    <search>
      <form class="filter activity-filter" method="get" action="/activity">
        <label class="unseen" for="text">
          Search activity
        </label>
        <input
          type="search"
          id="text"
          name="text"
          placeholder="Search text, error code or request ID"
          maxlength={200}
          value={filter.text}
        />
        <Choice name="keyId" label="Key" value={filter.keyId} choices={labels} />
        <Choice name="kind" label="Kind" value={filter.kind} choices={KINDS} />
        <Choice name="result" label="Result" value={filter.result} choices={RESULTS} />
        <button class="button" type="submit">
          Search
        </button>
      </form>
    </search>
  );
}

function activityPath(filter: ActivityFilter, cursor = ''): string {
  const query = new URLSearchParams(
    Object.entries({ ...filter, cursor }).filter(([, value]) => value !== ''),
  );
  return query.size === 0 ? '/activity' : `/activity?${query}`;
}
