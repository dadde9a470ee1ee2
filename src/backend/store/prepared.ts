import type { Compilable, CompiledQuery, InferResult, Insertable, Kysely } from 'kysely';
import type { Tables } from './schema.js';
import type { Queries } from './store.js';

/** Stands in a statement for a value that is given each time it runs. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

interface Statement<Row> {
  readonly compiled: CompiledQuery<Row>;
  readonly parameters: readonly unknown[];
}

/** Statements are written anew for each database that is opened: each has words of its own. */
type Adapter = ReturnType<Kysely<Tables>['getExecutor']>['adapter'];

/**
 * A query that is put together once and then runs with other values: putting one together costs more than it takes
 * to run. `build` is given stand-ins, which it may only hand on as values: not look at, nor count.
 */
export function prepared<Given extends object, Query extends Compilable<unknown>>(
  build: (db: Queries, given: Given) => Query,
): (db: Queries, given: Given) => Promise<InferResult<Query>> {
  const known = new WeakMap<Adapter, Statement<unknown>>();
  const places = new Proxy({}, { get: (_, name) => new Place(String(name)) });
  return async (db, given) => {
    const { adapter } = db.getExecutor();
    let statement = known.get(adapter);
    if (!statement) {
      const compiled = build(db, places as Given).compile();
      statement = { compiled, parameters: compiled.parameters };
      known.set(adapter, statement);
    }
    const parameters = statement.parameters.map((value) =>
      value instanceof Place ? Reflect.get(given, value.name) : value,
    );
    const { rows } = await db.executeQuery({ ...statement.compiled, parameters });
    return rows as InferResult<Query>;
  };
}

const inserts = new WeakMap<Adapter, Map<string, CompiledQuery<unknown>>>();

/**
 * Inserts rows of one table, all of which name the same columns in the same order. The statement is put together once
 * for each number of rows.
 */
export async function insertRows<Table extends keyof Tables>(
  db: Queries,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const names = Object.keys(first).join();
  const parameters = rows.flatMap((row) => Object.values(row));
  if (rows.some((row) => Object.keys(row).join() !== names) || parameters.includes(undefined)) {
    throw new Error(`Rows for ${table} must name the same columns, and a value for each.`);
  }
  const { adapter } = db.getExecutor();
  const known = inserts.get(adapter) ?? new Map<string, CompiledQuery<unknown>>();
  inserts.set(adapter, known);
  const name = `${table} ${rows.length} ${names}`;
  let compiled = known.get(name);
  if (!compiled) {
    compiled = db
      .insertInto(table)
      .values([...rows])
      .compile();
    known.set(name, compiled);
  }
  await db.executeQuery({ ...compiled, parameters });
}
