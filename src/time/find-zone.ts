import { editDistance, maxTypos } from '../base/edit-distance.js';
import { BundledZone } from './zone.js';
import { allZoneNames, canonicalZoneName } from './zone-data.js';
import { ABBREVIATIONS, PLACES } from './zone-hints.js';

/** A name that is not a zone: why, how to fix it, and likely alternatives. */
export interface ZoneRefusal {
  readonly ok: false;
  readonly message: string;
  readonly fix: string;
  readonly suggestions: readonly string[];
}

/** The zone with a name, or why there is none. */
export type ZoneFinding =
  | { readonly ok: true; readonly zone: BundledZone; readonly name: string }
  | ZoneRefusal;

const MAX_SUGGESTIONS = 3;
/** The longest name has 32 letters. Much longer input is not compared with all names. */
const MAX_NAME_LENGTH = 64;

/**
 * Finds a zone by its IANA name, in any case (`europe/berlin`), current or legacy (`Asia/Calcutta`, `US/Pacific`).
 * `name` is the database's spelling. Abbreviations and bare offsets are refused with the reason.
 */
export function findZone(name: string): ZoneFinding {
  const asked = name.trim();
  if (asked === '') return refusal('A time zone is required.', EXAMPLES);
  if (asked.length > MAX_NAME_LENGTH) return unknown('No time zone has a name this long.');
  const abbreviation = ABBREVIATIONS[asked.toUpperCase()];
  if (abbreviation) return refusal(`“${asked}” is ${abbreviation.meaning}.`, abbreviation.zones);
  const canonical = canonicalZoneName(asked);
  if (canonical) return { ok: true, zone: BundledZone.named(canonical), name: canonical };
  return fixedOffset(asked) ?? posixRule(asked) ?? nearest(asked);
}

const refusal = (message: string, suggestions: readonly string[]): ZoneRefusal => ({
  ok: false,
  message,
  fix: `Use an IANA time zone, such as ${either(suggestions.length > 0 ? suggestions : EXAMPLES)}.`,
  suggestions,
});

const EXAMPLES = ['UTC', 'Europe/Berlin', 'America/New_York'];

const either = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** `UTC+2`, `GMT-5`, `+02:00`, `Z`: an offset is not a zone, because it cannot follow clock changes. */
function fixedOffset(asked: string): ZoneFinding | undefined {
  if (/^z$/i.test(asked)) return refusal('“Z” marks a time in UTC.', ['UTC']);
  const match = /^(?:utc|gmt)?\s*([+-]|\u2212)\s*(\d{1,2})(?::?(\d{2}))?$/i.exec(asked);
  if (!match) return undefined;
  const [, sign, hours = '', minutes = '00'] = match;
  const east = sign === '+';
  const written = `${east ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`;
  // Etc names have the POSIX sign: Etc/GMT-2 is two hours ahead of UTC.
  const fixed =
    minutes === '00' ? canonicalZoneName(`Etc/GMT${east ? '-' : '+'}${Number(hours)}`) : undefined;
  const offset = (east ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
  return refusal(
    `“${asked}” is an offset, not a time zone: it does not follow clock changes. ` +
      `Write the offset in the time itself (2026-12-01T09:00${written}) or use a place.`,
    [...(EXAMPLE_BY_OFFSET[offset] ?? []), ...(fixed ? [fixed] : [])],
  );
}

/** Well-known places by offset in minutes. */
const EXAMPLE_BY_OFFSET: Readonly<Record<number, readonly string[]>> = {
  [-600]: ['Pacific/Honolulu'],
  [-540]: ['America/Anchorage'],
  [-480]: ['America/Los_Angeles'],
  [-420]: ['America/Los_Angeles', 'America/Denver'],
  [-360]: ['America/Denver', 'America/Chicago'],
  [-300]: ['America/Chicago', 'America/New_York'],
  [-240]: ['America/New_York', 'America/Halifax'],
  [-180]: ['America/Sao_Paulo'],
  0: ['UTC', 'Europe/London'],
  60: ['Europe/London', 'Europe/Berlin'],
  120: ['Europe/Berlin', 'Europe/Athens'],
  180: ['Europe/Athens', 'Europe/Istanbul'],
  240: ['Asia/Dubai'],
  300: ['Asia/Karachi'],
  330: ['Asia/Kolkata'],
  345: ['Asia/Kathmandu'],
  420: ['Asia/Bangkok'],
  480: ['Asia/Singapore', 'Australia/Perth'],
  540: ['Asia/Tokyo'],
  570: ['Australia/Darwin', 'Australia/Adelaide'],
  600: ['Australia/Brisbane', 'Australia/Sydney'],
  660: ['Australia/Sydney'],
  720: ['Pacific/Auckland'],
  780: ['Pacific/Auckland'],
};

/** `EST5`: a POSIX TZ rule. `EST5EDT` is in the database, so it is found earlier. */
function posixRule(asked: string): ZoneFinding | undefined {
  const match = /^([a-z]{3,4})[+-]?\d{1,2}(?::?\d{2})?[a-z]{0,4}$/i.exec(asked);
  const abbreviation = ABBREVIATIONS[match?.[1]?.toUpperCase() ?? ''];
  if (!abbreviation) return undefined;
  return refusal(
    `“${asked}” is a POSIX rule with a fixed offset, not a time zone: it does not follow clock changes.`,
    abbreviation.zones,
  );
}

const letters = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

const unknown = (reason: string): ZoneFinding =>
  refusal(`${reason} A name consists of an area and a city.`, [
    'Europe/Berlin',
    'America/New_York',
    'Asia/Tokyo',
  ]);

function nearest(asked: string): ZoneFinding {
  const wanted = letters(asked);
  const placed = PLACES.get(wanted) ?? PLACES.get(letters(asked.slice(asked.lastIndexOf('/') + 1)));
  const reason = `The time zone “${asked}” does not exist.`;
  if (placed) return refusal(reason, placed);
  const ranked = allZoneNames()
    .map(({ name, current }) => ({ name, distance: distanceTo(name, wanted) + (current ? 0 : 0.5) }))
    .sort((one, other) => one.distance - other.distance || one.name.localeCompare(other.name, 'en'));
  const near = ranked.filter(({ distance }) => distance <= maxTypos(wanted)).slice(0, MAX_SUGGESTIONS);
  return near.length > 0 ? refusal(reason, namesOf(near)) : unknown(reason);
}

/** The names that are about as close as the best one. */
function namesOf(near: readonly { name: string; distance: number }[]): string[] {
  const best = near[0]?.distance ?? 0;
  return near.filter(({ distance }) => distance <= best + 1).map(({ name }) => name);
}

/** The edit distance to the whole name or to its city alone, whichever is smaller. */
function distanceTo(name: string, wanted: string): number {
  const whole = editDistance(letters(name), wanted);
  return Math.min(whole, editDistance(letters(name.slice(name.lastIndexOf('/') + 1)), wanted));
}
