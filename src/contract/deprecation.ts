/** That an operation is going to be removed. */
export interface Deprecation {
  /** Since when callers should use something else: an ISO 8601 instant. */
  readonly since: string;
  /** When it may stop to work, if that is decided: an ISO 8601 instant. */
  readonly sunset?: string;
  /** What to use instead, as a sentence. */
  readonly instead: string;
}

/** The headers `Deprecation` (RFC 9745, seconds since 1970) and `Sunset` (RFC 8594, an HTTP date). */
export function deprecationHeaders({ since, sunset }: Deprecation): Readonly<Record<string, string>> {
  return {
    Deprecation: `@${Math.floor(Date.parse(since) / 1000)}`,
    ...(sunset !== undefined && { Sunset: new Date(sunset).toUTCString() }),
  };
}

/** The day from which an operation is deprecated, and the day on which it may end, as `2027-03-01`. */
export interface DeprecationDays {
  readonly since: string;
  /** Null: not decided. */
  readonly sunset: string | null;
}

/** Reads the two headers, by their lower-case names; null without a valid `Deprecation`. */
export function deprecationDays(headers: Readonly<Record<string, string>>): DeprecationDays | null {
  const seconds = /^@(-?\d{1,12})$/.exec(headers['deprecation']?.trim() ?? '')?.[1];
  const since = seconds === undefined ? null : dayOf(Number(seconds) * 1000);
  return since === null ? null : { since, sunset: dayOf(Date.parse(headers['sunset'] ?? '')) };
}

/** A deprecation in words, for the documentation. */
export function deprecationInWords({ since, sunset, instead }: Deprecation): string {
  const end = sunset === undefined ? '' : `, and may stop working on ${dayOf(Date.parse(sunset))}`;
  return `Deprecated since ${dayOf(Date.parse(since))}${end}. ${instead}`;
}

function dayOf(ms: number): string | null {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 10);
}
