import {
  METRIC_WINDOWS,
  METRICS,
  type Metric,
  type MissingReason,
  WINDOW_HOURS,
} from '../../../contract/insights/values.js';
import type { Call } from '../../operations/call.js';
import { inList } from '../../store/queries/in-list.js';
import type { Queries } from '../../store/store.js';
import type { MetricReadingRow } from '../../store/tables/metric-rows.js';
import { postsAsked } from './insights.js';
import { followedIn, type MeasuredRange } from './measured-posts.js';
import { columnOf } from './metric-records.js';

/** Targets whose rows are read and sent at a time. */
const PAGE = 500;

const COLUMNS = [
  'post_id',
  'target_id',
  'account_id',
  'platform',
  'published_at',
  'window',
  'read_at',
  'age_seconds',
  ...METRICS.map(columnOf),
  'reason',
  'url',
  'text',
] as const;

/** Programs that calculate take a text that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const SPECIAL = /[",\r\n]/;

/** A field of a line (RFC 4180). */
function field(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (values: readonly (string | number | null)[]): string => `${values.map(field).join(',')}\r\n`;

/**
 * The readings of the posts that a request asks about, a line for each target and age. Produces the next lines only
 * after the client has read the ones before.
 *
 * @param headers response headers to add
 */
export async function readingsAsCsv(
  call: Call<'insights.get'>,
  _request: Request,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const range = await postsAsked(call);
  const hours = call.query.window === undefined ? null : WINDOW_HOURS[call.query.window];
  const lines = linesOf(call.services.store.db, range, hours);
  const encoder = new TextEncoder();
  const bytes = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await lines.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(bytes, {
    headers: {
      ...headers,
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': 'attachment; filename="insights.csv"',
    },
  });
}

const instantOf = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString();

/** @param hours of the only age; null: all */
async function* linesOf(
  db: Queries,
  range: MeasuredRange,
  hours: number | null,
): AsyncGenerator<string, void> {
  yield line(COLUMNS);
  let after: { readonly at: number; readonly seq: number } | null = null;
  for (;;) {
    const targets: Awaited<ReturnType<typeof targetsAfter>> = await targetsAfter(db, range, after);
    const last = targets.at(-1);
    if (!last) return;
    const readings = await readingsOf(db, targets, hours);
    const lines = targets.flatMap((target) =>
      METRIC_WINDOWS.flatMap((window) => {
        const row = readings.get(`${target.seq}/${WINDOW_HOURS[window]}`);
        if (!row) return [];
        const { text }: { readonly text: string } = JSON.parse(target.content_json);
        return line([
          target.post_id,
          target.target_id,
          target.account_id,
          target.platform,
          instantOf(target.published_at),
          window,
          instantOf(row.read_at),
          row.read_at === null ? null : Math.round((row.read_at - target.published_at) / 1000),
          ...METRICS.map((metric) => row[columnOf(metric)]),
          reasonOf(row),
          target.url,
          text,
        ]);
      }),
    );
    if (lines.length > 0) yield lines.join('');
    if (targets.length < PAGE) return;
    after = { at: last.published_at, seq: last.seq };
  }
}

/** Why numbers are missing: of all of them, or of each by its name. */
function reasonOf({
  reason,
  missing_json,
}: Pick<MetricReadingRow, 'reason' | 'missing_json'>): string | null {
  if (reason !== null || missing_json === null) return reason;
  const missing: Partial<Record<Metric, MissingReason>> = JSON.parse(missing_json);
  const each = METRICS.flatMap((metric) => {
    const why = missing[metric];
    return why === undefined ? [] : [`${columnOf(metric)}: ${why}`];
  });
  return each.length === 0 ? null : each.join('; ');
}

/** The next targets of the range, oldest first. */
function targetsAfter(
  db: Queries,
  range: MeasuredRange,
  after: { readonly at: number; readonly seq: number } | null,
) {
  let query = followedIn(db, range)
    .innerJoin('targets', 'targets.id', 'metric_targets.target_id')
    .select(['metric_targets.seq', 'metric_targets.target_id', 'metric_targets.account_id'])
    .select(['metric_targets.published_at', 'targets.post_id', 'targets.platform', 'targets.url'])
    .select('targets.content_json');
  if (after !== null) {
    query = query.where((where) =>
      where(
        where.refTuple('metric_targets.published_at', 'metric_targets.seq'),
        '>',
        where.tuple(after.at, after.seq),
      ),
    );
  }
  return query.orderBy('metric_targets.published_at').orderBy('metric_targets.seq').limit(PAGE).execute();
}

async function readingsOf(
  db: Queries,
  targets: readonly { readonly target_id: string }[],
  hours: number | null,
) {
  let query = db
    .selectFrom('metric_targets')
    .innerJoin('metric_readings', 'metric_readings.target_seq', 'metric_targets.seq')
    .selectAll('metric_readings')
    .where('metric_targets.target_id', 'in', inList(targets.map(({ target_id }) => target_id)));
  if (hours !== null) query = query.where('metric_readings.window_hours', '=', hours);
  const rows = await query.execute();
  return new Map(rows.map((row) => [`${row.target_seq}/${row.window_hours}`, row]));
}
