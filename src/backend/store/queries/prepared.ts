import type { Compilable, CompiledQuery, InferResult, Insertable, Kysely } from 'kysely';
import { runOn } from '../direct-connection.js';
import type { Tables } from '../schema.js';
import type { Queries } from '../store.js';

/** Placeholder in a statement for a value that is bound on each run. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

interface Statement<Row> {
  readonly compiled: CompiledQuery<Row>;
  readonly parameters: readonly unknown[];
}

/** Statements are compiled per open database, because each has its own SQL dialect. */
type Adapter = ReturnType<Kysely<Tables>['getExecutor']>['adapter'];

/**
 * A query that is compiled once and then runs with different values: compiling costs more than running. `build`
 * receives placeholders, which it may only pass on as values.
 */
export function prepared<Input extends object, Query extends Compilable<unknown>>(
  build: (db: Queries, input: Input) => Query,
): (db: Queries, input: Input) => Promise<InferResult<Query>> {
  const known = new WeakMap<Adapter, Statement<unknown>>();
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });
  return async (db, input) => {
    const { adapter } = db.getExecutor();
    let statement = known.get(adapter);
    if (!statement) {
      const compiled = build(db, placeholders as Input).compile();
      statement = { compiled, parameters: compiled.parameters };
      known.set(adapter, statement);
    }
    const parameters = statement.parameters.map((value) =>
      value instanceof Placeholder ? Reflect.get(input, value.name) : value,
    );
    const { rows } = await runOn(db, { ...statement.compiled, parameters });
    return rows as InferResult<Query>;
  };
}

const inserts = new WeakMap<Adapter, Map<string, CompiledQuery<unknown>>>();

/**
 * Inserts rows of one table that all have the same columns in the same order. The statement is compiled once for each
 * number of rows and set of columns. For a single row, null columns are omitted: binding a null costs as much as
 * binding a value.
 */
export async function insertRows<Table extends keyof Tables>(
  db: Queries,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const { columns, parameters } =
    rows.length === 1 ? withoutNulls(table, first) : inOneOrder(table, first, rows);
  const { adapter } = db.getExecutor();
  const known = inserts.get(adapter) ?? new Map<string, CompiledQuery<unknown>>();
  inserts.set(adapter, known);
  const name = `${table} ${rows.length} ${columns}`;
  let compiled = known.get(name);
  if (!compiled) {
    const kept = rows.length === 1 ? [notNull(first)] : [...rows];
    compiled = db.insertInto(table).values(kept).compile();
    known.set(name, compiled);
  }
  await runOn(db, { ...compiled, parameters });
}

interface Parts {
  /** The column names, as a cache key. */
  readonly columns: string;
  readonly parameters: readonly unknown[];
}

/** An omitted column is null: no nullable column has another default. */
function withoutNulls(table: string, row: object): Parts {
  let columns = '';
  const parameters: unknown[] = [];
  for (const [column, value] of Object.entries(row)) {
    if (value === undefined) throw unlike(table);
    if (value === null) continue;
    columns += `${column},`;
    parameters.push(value);
  }
  return { columns, parameters };
}

function notNull<Row extends object>(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as Row;
}

function inOneOrder<Row extends object>(table: string, first: Row, rows: readonly Row[]): Parts {
  const columns = Object.keys(first).join();
  const parameters = rows.flatMap((row) => Object.values(row));
  const alike = rows.every((row) => Object.keys(row).join() === columns);
  if (!alike || parameters.includes(undefined)) throw unlike(table);
  return { columns, parameters };
}

const unlike = (table: string): Error =>
  new Error(`Rows for ${table} must name the same columns, and a value for each.`);
