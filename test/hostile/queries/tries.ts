import type { Operation } from '../../../src/contract/operation.js';
import { OPERATION_IDS, OPERATIONS, type OperationId } from '../../../src/contract/operations.js';
import { pairs, type Try } from '../support/tries.js';

/** Text that would change a query if it became part of one, for SQLite and PostgreSQL. */
const SQL_TEXTS = [
  "' or '1'='1",
  "' or 1=1 --",
  "') or ('1'='1' --",
  '" or ""="',
  "'; drop table posts; --",
  "'; update api_keys set revoked_at = null; --",
  "' union select hash, label, id from api_keys --",
  "' and (select count(*) from sqlite_master) > 0 --",
  "'; select pg_sleep(5); --",
  "' || (select value from secrets limit 1) || '",
  "\\'; vacuum; --",
  '1; attach database "/tmp/x" as x',
  '$$; select 1; $$',
  '{{7*7}} <%= 1 %>',
  '%',
  '_%_',
  "x'00' \u0000",
  '{"$gt": ""}',
] as const;

const of = (id: OperationId): Operation => OPERATIONS[id];

/** The operations that only a whole body could make harmless, or that would end the scene of the other tries. */
const LEFT_OUT: readonly OperationId[] = ['testWorkspace.reset', 'testClock.move'];

const TRIED = OPERATION_IDS.filter((id) => !LEFT_OUT.includes(id));

interface QueryTry extends Try {
  readonly id: OperationId;
  /** Where the text is put. */
  readonly place: 'path' | 'query' | 'body';
  readonly field: string;
  readonly text: string;
}

interface Place {
  readonly id: OperationId;
  readonly place: QueryTry['place'];
  readonly field: string;
}

const fieldsOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** Every parameter of every path and query, and every text in the bodies of the examples. */
const PLACES: readonly Place[] = TRIED.flatMap((id): Place[] => {
  const { path, query, example } = of(id);
  const body = typeof example.body === 'object' && example.body !== null ? Object.entries(example.body) : [];
  return [
    ...fieldsOf(path).map((field) => ({ id, place: 'path' as const, field })),
    ...Object.keys(query?.shape ?? {}).map((field) => ({ id, place: 'query' as const, field })),
    ...body
      .filter(([, value]) => typeof value === 'string')
      .map(([field]) => ({ id, place: 'body' as const, field })),
  ];
});

/** Every such text in every place. */
export const QUERY_TEXTS: readonly QueryTry[] = pairs(PLACES, SQL_TEXTS).map(([place, text]) => ({
  ...place,
  text,
  name: `${place.id}, ${place.place} ${place.field}: ${text}`,
}));

/** Cursors that this server never gave, or gave for another list. `{other}` is one of another list. */
const CURSORS = [
  ...['', 'x', '{other}', 'null', '0', '-1', '[]', '{}', 'W10', 'W251bGxd', 'WyJhIiwxXQ', 'e30'],
  ...["' or 1=1 --", 'AAAAAAAA', '%00', '../..', 'eyJfX3Byb3RvX18iOnt9fQ', 'WzEsMiwzLDQsNSw2LDcsOCw5XQ'],
] as const;

/** Every list with every such cursor. */
export const FORGED_CURSORS: readonly (Try & { readonly id: OperationId; readonly cursor: string })[] = pairs(
  OPERATION_IDS.filter((id) => of(id).paged && 'cursor' in (of(id).query?.shape ?? {})),
  CURSORS,
).map(([id, cursor]) => ({ name: `${id}: ${cursor}`, id, cursor }));
