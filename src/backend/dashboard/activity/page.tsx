import type { ActivityPage as Page } from '../../../contract/service/activity.js';
import type { ApiKey } from '../../domain/access/api-keys.js';
import { READ_RETENTION_DAYS } from '../../domain/retention/retention-periods.js';
import { Frame } from '../layout/frame.js';
import { live } from '../layout/live.js';
import { Empty, PageHead } from '../layout/parts.js';
import type { Person } from '../person.js';
import { ActivityRow } from './row.js';

/** What the log is narrowed to; empty: to nothing. */
export interface ActivityFilter {
  readonly keyId: string;
  readonly kind: string;
  readonly result: string;
  readonly text: string;
}

interface ActivityProps {
  readonly person: Person;
  readonly page: Page;
  readonly filter: ActivityFilter;
  /** Where the page begins in the log; empty: with the newest entry. */
  readonly cursor: string;
  readonly keys: readonly ApiKey[];
}

/** Every call that was made with a key, newest first. */
export function ActivityPage({ person, page, filter, cursor, keys }: ActivityProps) {
  const narrowed = Object.values(filter).some((value) => value !== '');
  // Older entries stay as they are: only where the newest stand do new ones appear.
  const attributes = cursor === '' ? live('log', activityPath(filter)) : { id: 'log' };
  return (
    <Frame title="Activity" place="/activity" person={person}>
      <PageHead
        title="Activity"
        lead={`Every call that was made with a key, and what you did here: who, what, and what came of it. Reads are forgotten after ${READ_RETENTION_DAYS} days.`}
      />
      <Filter filter={filter} keys={keys} person={person} />
      <div {...attributes}>
        {page.data.length === 0 ? (
          <Empty title={narrowed ? 'No call matches' : 'Nobody has called yet'}>
            {narrowed ? (
              <a href="/activity">Show them all</a>
            ) : (
              <p>
                Once an assistant works with <a href="/settings/keys">a key</a>, each of its calls stands
                here.
              </p>
            )}
          </Empty>
        ) : (
          <ul class="rows" aria-label="Calls">
            {page.data.map((entry) => (
              <ActivityRow entry={entry} person={person} />
            ))}
          </ul>
        )}
      </div>
      {(cursor !== '' || page.nextCursor !== null) && (
        <nav class="buttons pages" aria-label="Pages">
          {cursor !== '' && (
            <a class="button" href={activityPath(filter)}>
              The newest
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

const KINDS = [
  { value: '', words: 'Changes and reads' },
  { value: 'change', words: 'Changes' },
  { value: 'read', words: 'Reads' },
];

const RESULTS = [
  { value: '', words: 'Any result' },
  { value: 'done', words: 'Done' },
  { value: 'refused', words: 'Refused' },
  { value: 'failed', words: 'Failed' },
];

function Filter({ filter, keys, person }: Pick<ActivityProps, 'filter' | 'keys' | 'person'>) {
  const labels = [
    { value: '', words: 'All keys' },
    { value: person.keyId, words: 'You, in the dashboard' },
    ...keys.map(({ id, label }) => ({ value: id, words: label })),
  ];
  return (
    <search>
      <form class="filter activity-filter" method="get" action="/activity">
        <label class="unseen" for="text">
          Text
        </label>
        <input
          type="search"
          id="text"
          name="text"
          placeholder="Search: text, error code, request id"
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

interface ChoiceProps {
  readonly name: keyof ActivityFilter;
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly words: string }[];
}

function Choice({ name, label, value, choices }: ChoiceProps) {
  return (
    <div>
      <label class="unseen" for={name}>
        {label}
      </label>
      <select id={name} name={name}>
        {choices.map((choice) => (
          <option value={choice.value} selected={choice.value === value}>
            {choice.words}
          </option>
        ))}
      </select>
    </div>
  );
}

function activityPath(filter: ActivityFilter, cursor = ''): string {
  const query = new URLSearchParams(
    Object.entries({ ...filter, cursor }).filter(([, value]) => value !== ''),
  );
  return query.size === 0 ? '/activity' : `/activity?${query}`;
}
