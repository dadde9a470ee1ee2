import {
  METRIC_WINDOWS,
  METRICS,
  type Metric,
  type MetricWindow,
  type MissingReason,
  WINDOW_HOURS,
} from '../../../contract/insights/values.js';
import type { ReadingColumn } from '../../store/tables/metric-rows.js';

const HOUR_MS = 60 * 60_000;

/** The numbers of a target at one age. */
export interface Reading {
  /** Epoch milliseconds of workspace time; null: nothing was read. */
  readonly readAt: number | null;
  /** Why nothing was read. */
  readonly reason: MissingReason | null;
  /** A number that is not here was not given. */
  readonly counts: Readonly<Partial<Record<Metric, number>>>;
  /** Why some numbers are missing that the network usually gives. */
  readonly missing: Readonly<Partial<Record<Metric, MissingReason>>>;
}

/** A reading that could not be made. */
export function missedReading(reason: MissingReason): Reading {
  return { readAt: null, reason, counts: {}, missing: {} };
}

/** When a target’s age is that of a reading. */
export function dueAt(publishedAt: number, window: MetricWindow): number {
  return publishedAt + WINDOW_HOURS[window] * HOUR_MS;
}

/** The column that has the readings of an age. */
export function readingColumn(window: MetricWindow): ReadingColumn {
  return `reading_${window}`;
}

/** The age of a number of hours. */
export function windowOf(hours: number): MetricWindow {
  const found = METRIC_WINDOWS.find((window) => WINDOW_HOURS[window] === hours);
  if (found === undefined) throw new Error(`Nothing is read at ${hours} hours.`);
  return found;
}

/**
 * The order in which the counts are stored. What is added goes to the end, because texts that were written before have
 * the others in these places.
 */
const PLACES = {
  ...{ impressions: 1, views: 2, reach: 3, likes: 4, reposts: 5, quotes: 6 },
  ...{ replies: 7, saves: 8, shares: 9, clicks: 10, watchMs: 11 },
} as const satisfies Record<Metric, number>;

const IN_ORDER = METRICS.toSorted((one, other) => PLACES[one] - PLACES[other]);

const MISSED = '!';
const MISSING = ';';
const COMMA = 44;
const MINUS = 45;
const ZERO = 48;

/**
 * A reading as it is stored, in 10 to 40 characters: how many milliseconds after the age was reached it was made, the
 * counts in their order, and as JSON why some are missing: `5120,,,,12,3,0,4;{"saves":"refused"}`. Commas at the end are
 * left out. A reading that could not be made is `!` and the reason: `!too_late`.
 *
 * A row for each reading would take two to four times the space, and a look-up each where thousands are compared.
 *
 * @param due when the target reached the age
 */
export function packReading({ readAt, reason, counts, missing }: Reading, due: number): string {
  if (readAt === null) return `${MISSED}${reason ?? 'refused'}`;
  const fields = [readAt - due, ...IN_ORDER.map((metric) => counts[metric] ?? '')].join(',');
  let end = fields.length;
  while (fields.charCodeAt(end - 1) === COMMA) end -= 1;
  const why = Object.keys(missing).length === 0 ? '' : `${MISSING}${JSON.stringify(missing)}`;
  return fields.slice(0, end) + why;
}

/** @param due when the target reached the age */
export function unpackReading(text: string, due: number): Reading {
  const reason = reasonOfReading(text);
  if (reason !== null) return missedReading(reason);
  const fields = fieldsOf(text, METRICS.length);
  return {
    readAt: due + (fields[0] ?? 0),
    reason: null,
    counts: Object.fromEntries(
      METRICS.flatMap((metric) => {
        const count = fields[PLACES[metric]] ?? null;
        return count === null ? [] : [[metric, count]];
      }),
    ),
    missing: missingOfReading(text),
  };
}

/** Why a reading could not be made; null: it was made. */
export function reasonOfReading(text: string): MissingReason | null {
  return text.startsWith(MISSED) ? (text.slice(MISSED.length) as MissingReason) : null;
}

/** Why numbers of a reading are missing. */
export function missingOfReading(text: string): Reading['missing'] {
  const at = text.indexOf(MISSING);
  return at < 0 ? {} : JSON.parse(text.slice(at + MISSING.length));
}

/** Finds some counts of thousands of readings, without the others. */
export interface CountsOf {
  /** When it was made, in milliseconds after the age was reached. */
  readonly late: number;
  /** In the order of the metrics that were asked for; null: not given. */
  readonly counts: readonly (number | null)[];
}

/** @returns a function, which returns null for a reading that could not be made */
export function countsReader(metrics: readonly Metric[]): (text: string) => CountsOf | null {
  const places = metrics.map((metric) => PLACES[metric]);
  const last = Math.max(0, ...places);
  return (text) => {
    if (text.startsWith(MISSED)) return null;
    const fields = fieldsOf(text, last);
    return { late: fields[0] ?? 0, counts: places.map((place) => fields[place] ?? null) };
  };
}

/** The numbers of a reading up to this place; null: none. */
function fieldsOf(text: string, last: number): (number | null)[] {
  const fields: (number | null)[] = [];
  let value: number | null = null;
  let isNegative = false;
  for (let at = 0; at < text.length && fields.length <= last; at += 1) {
    const code = text.charCodeAt(at);
    if (code === COMMA) {
      fields.push(isNegative && value !== null ? -value : value);
      value = null;
      isNegative = false;
    } else if (code === MINUS) isNegative = true;
    else if (code >= ZERO && code <= ZERO + 9) value = (value ?? 0) * 10 + (code - ZERO);
    else break;
  }
  if (fields.length <= last) fields.push(isNegative && value !== null ? -value : value);
  return fields;
}
