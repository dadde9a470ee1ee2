import { findZone } from './find-zone.js';
import { localForm } from './forms.js';
import { parseIsoTime } from './iso-time.js';
import {
  bothForms,
  type ConflictingReading,
  gapWarning,
  instantOf,
  isoWithOffset,
  refuse,
  refuseOutOfRange,
  refuseZone,
  type TimeRead,
  type TimeRefusal,
} from './time-reading.js';
import { readWallTime, type WallTime, wallTimeAt } from './wall-clock.js';
import { BundledZone, formatOffset } from './zone.js';

const MINUTE = 60_000;

export interface ScheduledAtInput {
  readonly scheduledAt: string;
  /** The zone in the request. */
  readonly timezone?: string | undefined;
  /**
   * The zone for a time without an offset or a zone; using it adds a warning. The API omits it and so refuses such
   * times. Tools and the command line pass the workspace's zone.
   */
  readonly defaultTimezone?: string | undefined;
  /** The server's current time in epoch milliseconds. */
  readonly now: number;
}

/**
 * Reads the time in a request: ISO 8601 with an offset, or a local time with a zone. The returned `timezone` is the
 * zone in the request, else the default zone, else `UTC`.
 *
 * `Z` counts as an offset, so it conflicts with a `timezone` that is not at UTC then. `09:00Z` with a zone often means
 * 09:00 in that zone, and a refusal costs less than a post at the wrong hour.
 */
export function readScheduledAt(input: ScheduledAtInput): TimeRead | TimeRefusal {
  const text = input.scheduledAt.trim();
  if (text === '') {
    return refuse(
      'time_required',
      'A publishing time is required.',
      'Set `scheduledAt`, for example 2026-12-01T09:00+01:00.',
    );
  }
  const iso = parseIsoTime(text);
  if (!iso.ok) return iso;
  const named = namedZone(input.timezone, iso.zone);
  if (named?.ok === false) return named;
  const fallback = namedZone(input.defaultTimezone);
  if (fallback?.ok === false) return fallback;
  if (iso.dateOnly) return refuseDateOnly(text);
  const zone = named?.zone ?? fallback?.zone ?? BundledZone.named('UTC');
  const read =
    iso.offset === undefined
      ? readLocal(text, iso.wall, named?.zone, fallback?.zone)
      : readOffset(text, iso.wall, iso.offset, named?.zone);
  if (!read.ok) return read;
  return refuseOutOfRange(read.instant, input.now, zone) ?? { ...read, timezone: zone.name };
}

/** An instant without the zone to show it in. */
type InstantRead = Omit<TimeRead, 'timezone'>;

const refuseDateOnly = (text: string): TimeRefusal =>
  refuse(
    'time_invalid',
    `“${text}” is a date without a time.`,
    `Add a time: ${text}T09:00 with \`timezone\`, or with an offset ${text}T09:00+01:00.`,
  );

/** The zone in the request: `timezone`, or the one in brackets after the time. If both are given, they must be the same. */
function namedZone(
  timezone: string | undefined,
  bracketed?: string,
): { ok: true; zone: BundledZone } | TimeRefusal | undefined {
  const [first, second] = [timezone, bracketed]
    .filter((name) => name !== undefined && name.trim() !== '')
    .map(String);
  if (first === undefined) return undefined;
  const found = findZone(first);
  if (!found.ok) return refuseZone(found);
  if (second !== undefined && second.toLowerCase() !== first.toLowerCase()) {
    return refuse(
      'time_conflict',
      `The time is in ${second}, but \`timezone\` is ${found.name}.`,
      'Give one time zone.',
    );
  }
  return { ok: true, zone: found.zone };
}

function readLocal(
  text: string,
  wall: WallTime,
  named: BundledZone | undefined,
  fallback: BundledZone | undefined,
): InstantRead | TimeRefusal {
  if (named) return { ok: true, ...instantOf(wall, named) };
  if (!fallback) {
    return refuse(
      'time_required',
      `“${text}” has no offset and no \`timezone\`, so it could be any of about 40 instants.`,
      `Add an offset (${text}+01:00, or ${text}Z for UTC) or \`timezone\` (such as "Europe/Berlin").`,
    );
  }
  const { instant, warnings } = instantOf(wall, fallback);
  const message = `“${text}” has no offset or time zone. It was read in ${fallback.name}, as ${bothForms(instant, fallback)}.`;
  return { ok: true, instant, warnings: [{ code: 'timezone_assumed', message }, ...warnings] };
}

function readOffset(
  text: string,
  wall: WallTime,
  offset: number,
  named: BundledZone | undefined,
): InstantRead | TimeRefusal {
  const instant = wall - offset * MINUTE;
  if (!named) return { ok: true, instant, warnings: [] };
  if (wallTimeAt(instant, named) === wall) return { ok: true, instant, warnings: [] };
  const local = readWallTime(wall, named);
  if (local.kind === 'gap' && local.instant === instant) {
    return { ok: true, instant, warnings: [gapWarning(wall, instant, named)] };
  }
  return conflict(
    text,
    offset,
    [reading('offset', instant, named), reading('timezone', local.instant, named)],
    named,
  );
}

const reading = (by: ConflictingReading['by'], instant: number, zone: BundledZone): ConflictingReading => ({
  by,
  utc: new Date(instant).toISOString(),
  local: localForm(instant, zone),
  write: isoWithOffset(instant, zone),
});

function conflict(
  text: string,
  offset: number,
  readings: readonly [ConflictingReading, ConflictingReading],
  zone: BundledZone,
): TimeRefusal {
  const [byOffset, byZone] = readings;
  const there = zone.offsetName(Date.parse(byZone.utc));
  return {
    ...refuse(
      'time_conflict',
      `“${text}” has the offset UTC${formatOffset(offset)}, but ${zone.name} is at ${there} then. By its offset it is ` +
        `${byOffset.local} in ${zone.name} (${byOffset.utc}); by its local time it is ${byZone.local} (${byZone.utc}).`,
      `Write ${byOffset.write} or ${byZone.write}, or omit the offset or \`timezone\`.`,
    ),
    readings,
  };
}
