import { type Expression, type RawBuilder, sql } from 'kysely';
import type { AccountRow } from '../../../src/backend/store/schema.js';
import type { Store } from '../../../src/backend/store/store.js';
import { insertCopies, postRow, targetRow } from './rows.js';

export const DAY_MS = 24 * 60 * 60 * 1000;

/** Rows per statement. */
const CHUNK = 50_000;

/** The first posts are close to the current time, as in a workspace with few posts. */
const NEAR = 1_000;
/** How many posts the first account has among all. */
export const RARE = 20;

/** One post in this many is not published. */
const ODD = 200;

export interface ManyRows {
  readonly store: Store;
  readonly workspaceId: string;
  readonly accounts: readonly AccountRow[];
  /** Epoch milliseconds. */
  readonly now: number;
}

export type Amount = RawBuilder<number>;

/** SQL expression of the row's number, from which all values derive. */
const N = sql<number>`n`;

/** Calls back for each chunk, with the number of rows written before. */
export async function inChunks(
  amount: number,
  insert: (from: number, rows: number) => Promise<void>,
  said: (done: number, of: number) => void = () => undefined,
): Promise<void> {
  for (let from = 0; from < amount; from += CHUNK) {
    await insert(from, Math.min(CHUNK, amount - from));
    said(Math.min(from + CHUNK, amount), amount);
  }
}

/** An id of the usual length that sorts by the number. */
export function numberedId(
  { store }: ManyRows,
  prefix: string,
  n: Expression<number> = N,
): RawBuilder<string> {
  const digits =
    store.engine === 'postgres' ? sql`lpad(cast(${n} as text), 26, '0')` : sql`printf('%026d', ${n})`;
  return sql`${sql.lit(`${prefix}_`)} || ${digits}`;
}

/** The time of the n-th post: first around now, then years in the past, then in the future. */
function effectiveTime({ now }: ManyRows, n: Amount, amount: number): Amount {
  const far = Math.max(1, amount - NEAR);
  const past = Math.max(1, Math.floor(far * 0.9));
  const between = (from: number, to: number, at: RawBuilder<unknown>, of: number) =>
    sql`${sql.lit(Math.round(now + from * DAY_MS))} + (${at}) * ${sql.lit(Math.round((to - from) * DAY_MS))} / ${sql.lit(of)}`;
  return sql`case when ${n} <= ${sql.lit(NEAR)} then ${between(-7, 28, sql`${n}`, NEAR)}
    when ${n} <= ${sql.lit(NEAR + past)} then ${between(-3_650, -8, sql`${n} - ${sql.lit(NEAR)}`, past)}
    else ${between(36, 400, sql`${n} - ${sql.lit(NEAR + past)}`, Math.max(1, far - past))} end`;
}

/** SQL expression that cycles through values by number. */
export function oneOf(values: readonly string[], n: Amount): RawBuilder<string> {
  const cases = values.map((value, index) => sql`when ${sql.lit(index)} then ${sql.lit(value)}`);
  return sql`case (${n}) % ${sql.lit(values.length)} ${sql.join(cases, sql` `)} end`;
}

function accountOf({ accounts }: ManyRows, n: Amount, column: 'id' | 'platform'): RawBuilder<string> {
  const [rare, ...others] = accounts.map((account) => account[column]);
  return sql`case when ${n} <= ${sql.lit(RARE)} then ${sql.lit(rare ?? '')} else ${oneOf(others, n)} end`;
}

/** Writes posts with one target each, as the publisher would leave them. */
export async function insertPosts(
  rows: ManyRows,
  amount: number,
  said?: (done: number, of: number) => void,
): Promise<void> {
  const { store, workspaceId, accounts, now } = rows;
  const [account] = accounts;
  if (!account) return;
  const like = { workspaceId, accountId: account.id, platform: account.platform, due: now, now };
  const row = { ...like, postId: '', targetId: '', text: '' };
  await inChunks(
    amount,
    async (from, chunk) => {
      const n: Amount = sql`(n + ${sql.lit(from)})`;
      const at = effectiveTime(rows, n, amount);
      const isPast = sql`(${at}) <= ${sql.lit(now)}`;
      const status = (odd: readonly string[], out: string, planned: string) =>
        sql`case when ${isPast} then case ${n} % ${sql.lit(ODD)} ${sql.join(
          odd.map((name, index) => sql`when ${sql.lit(index)} then ${sql.lit(name)}`),
          sql` `,
        )} else ${sql.lit(out)} end else ${sql.lit(planned)} end`;
      const id = numberedId(rows, 'post', n);
      await store.write(async (trx) => {
        const text = sql`'Number ' || ${n} || ' of the roastery: the beans of this week come from a farm in the hills, and are in the shop from eight.'`;
        await insertCopies(
          trx,
          'posts',
          postRow(row),
          {
            id,
            status: status(['failed', 'cancelled', 'draft', 'missed'], 'published', 'scheduled'),
            text,
            kind: oneOf(['text', 'image', 'text', 'text'], n),
            scheduled_at: at,
            created_at: at,
            updated_at: at,
            effective_at: at,
          },
          chunk,
        );
        const pending = (value: RawBuilder<unknown>) => sql`case when ${isPast} then null else ${value} end`;
        await insertCopies(
          trx,
          'targets',
          targetRow(row),
          {
            id: numberedId(rows, 'tgt', n),
            post_id: id,
            account_id: accountOf(rows, n, 'id'),
            platform: accountOf(rows, n, 'platform'),
            status: status(['failed', 'cancelled', 'pending', 'missed'], 'published', 'pending'),
            content_json: sql`'{"text":"Number ' || ${n} || ' of the roastery","mediaUrls":[],"altTexts":[],"thread":[]}'`,
            fingerprint: numberedId(rows, 'print', n),
            scheduled_at: at,
            due_at: pending(at),
            latest_at: pending(at),
            wake_at: pending(at),
            published_at: sql`case when ${isPast} and ${n} % ${sql.lit(ODD)} > 3 then ${at} end`,
            updated_at: at,
            listed_at: at,
          },
          chunk,
        );
      });
    },
    said,
  );
}
