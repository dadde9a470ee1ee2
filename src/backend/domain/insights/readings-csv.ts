import {
  METRIC_WINDOWS,
  METRICS,
  type Metric,
  type MetricWindow,
} from '../../../contract/insights/values.js';
import type { Call } from '../../operations/call.js';
import type { Queries } from '../../store/store.js';
import { postsAsked } from './insights.js';
import { followedIn, type MeasuredRange } from './measured-posts.js';
import { dueAt, type Reading, readingColumn, unpackReading } from './reading-text.js';

/** Targets whose rows are read and sent at a time. */
const PAGE = 500;

/** The column of a metric. */
const columnOf = (metric: Metric): string => (metric === 'watchMs' ? 'watch_ms' : metric);

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
  const windows = call.query.window === undefined ? METRIC_WINDOWS : [call.query.window];
  const lines = linesOf(call.services.store.db, range, windows);
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

async function* linesOf(
  db: Queries,
  range: MeasuredRange,
  windows: readonly MetricWindow[],
): AsyncGenerator<string, void> {
  yield line(COLUMNS);
  let after: { readonly at: number; readonly seq: number } | null = null;
  for (;;) {
    const targets: Awaited<ReturnType<typeof targetsAfter>> = await targetsAfter(db, range, after);
    const last = targets.at(-1);
    if (!last) return;
    const lines = targets.flatMap((target) =>
      windows.flatMap((window) => {
        const stored = target[readingColumn(window)];
        if (stored === null) return [];
        const reading = unpackReading(stored, dueAt(target.published_at, window));
        const { text }: { readonly text: string } = JSON.parse(target.content_json);
        return line([
          target.post_id,
          target.target_id,
          target.account_id,
          target.platform,
          instantOf(target.published_at),
          window,
          instantOf(reading.readAt),
          reading.readAt === null ? null : Math.round((reading.readAt - target.published_at) / 1000),
          ...METRICS.map((metric) => reading.counts[metric] ?? null),
          reasonOf(reading),
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
function reasonOf({ reason, missing }: Reading): string | null {
  if (reason !== null) return reason;
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
    .select('targets.content_json')
    .select(METRIC_WINDOWS.map((window) => `metric_targets.${readingColumn(window)}` as const));
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
