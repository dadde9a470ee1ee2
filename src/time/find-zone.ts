import { editDistance, maxTypos } from '../base/edit-distance.js';
import { BundledZone } from './zone.js';
import { allZoneNames, canonicalZoneName } from './zone-data.js';
import { ABBREVIATIONS, PLACES } from './zone-hints.js';

/** A zone that was found by its name, or why it was not and what was probably meant. */
export type ZoneFinding =
  | { readonly ok: true; readonly zone: BundledZone; readonly name: string }
  | { readonly ok: false; readonly message: string; readonly suggestions: readonly string[] };

const SUGGESTIONS = 3;
/** The longest name has 32 letters: what is far longer is not compared with all of them. */
const LONGEST_ASKED = 64;

/**
 * The zone with an IANA name, in any case (`europe/berlin`), today's or former (`Asia/Calcutta`, `US/Pacific`);
 * `name` is it as the database writes it. Abbreviations and bare offsets are refused with the reason.
 */
export function findZone(name: string): ZoneFinding {
  const asked = name.trim();
  if (asked === '') return refusal('A time zone is needed.', ['UTC', 'Europe/Berlin', 'America/New_York']);
  if (asked.length > LONGEST_ASKED) return unknown('There is no time zone with so long a name.');
  const abbreviation = ABBREVIATIONS[asked.toUpperCase()];
  if (abbreviation) return refusal(`“${asked}” is ${abbreviation.meaning}.`, abbreviation.zones);
  const canonical = canonicalZoneName(asked);
  if (canonical) return { ok: true, zone: BundledZone.named(canonical), name: canonical };
  return fixedOffset(asked) ?? posixRule(asked) ?? nearest(asked);
}

const refusal = (reason: string, suggestions: readonly string[]): ZoneFinding => ({
  ok: false,
  message:
    suggestions.length > 0 ? `${reason} Name an IANA time zone, such as ${either(suggestions)}.` : reason,
  suggestions,
});

const either = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** `UTC+2`, `GMT-5`, `+02:00`, `Z`: an offset is not a zone, as it cannot follow a change of the clocks. */
function fixedOffset(asked: string): ZoneFinding | undefined {
  if (/^z$/i.test(asked)) return refusal('“Z” marks a time in UTC.', ['UTC']);
  const match = /^(?:utc|gmt)?\s*([+-]|\u2212)\s*(\d{1,2})(?::?(\d{2}))?$/i.exec(asked);
  if (!match) return undefined;
  const [, sign, hours = '', minutes = '00'] = match;
  const east = sign === '+';
  const written = `${east ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`;
  // Etc names carry the sign the POSIX way round: Etc/GMT-2 is two hours ahead of UTC.
  const fixed =
    minutes === '00' ? canonicalZoneName(`Etc/GMT${east ? '-' : '+'}${Number(hours)}`) : undefined;
  const offset = (east ? 1 : -1) * (Number(hours) * 60 + Number(minutes));
  return refusal(
    `“${asked}” is an offset, which does not follow changes of the clocks, and not a zone: ` +
      `write the offset in the time itself (2026-12-01T09:00${written}) or give a place.`,
    [...(EXAMPLE_BY_OFFSET[offset] ?? []), ...(fixed ? [fixed] : [])],
  );
}

/** A well-known place for each usual standard offset in minutes. */
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

/** `EST5`: a TZ rule as POSIX systems take it; `EST5EDT` is in the database and was found before. */
function posixRule(asked: string): ZoneFinding | undefined {
  const match = /^([a-z]{3,4})[+-]?\d{1,2}(?::?\d{2})?[a-z]{0,4}$/i.exec(asked);
  const abbreviation = ABBREVIATIONS[match?.[1]?.toUpperCase() ?? ''];
  if (!abbreviation) return undefined;
  return refusal(
    `“${asked}” is a POSIX rule with a fixed offset, which does not follow changes of the clocks, and not a zone.`,
    abbreviation.zones,
  );
}

const letters = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');

const unknown = (reason: string): ZoneFinding =>
  refusal(`${reason} Names are an area and a city.`, ['Europe/Berlin', 'America/New_York', 'Asia/Tokyo']);

function nearest(asked: string): ZoneFinding {
  const wanted = letters(asked);
  const placed = PLACES.get(wanted) ?? PLACES.get(letters(asked.slice(asked.lastIndexOf('/') + 1)));
  const reason = `There is no time zone “${asked}”.`;
  if (placed) return refusal(reason, placed);
  const ranked = allZoneNames()
    .map(({ name, current }) => ({ name, distance: distanceTo(name, wanted) + (current ? 0 : 0.5) }))
    .sort((one, other) => one.distance - other.distance || one.name.localeCompare(other.name, 'en'));
  const near = ranked.filter(({ distance }) => distance <= maxTypos(wanted)).slice(0, SUGGESTIONS);
  return near.length > 0 ? refusal(reason, namesOf(near)) : unknown(reason);
}

/** What lies far behind the best name only distracts from it. */
function namesOf(near: readonly { name: string; distance: number }[]): string[] {
  const best = near[0]?.distance ?? 0;
  return near.filter(({ distance }) => distance <= best + 1).map(({ name }) => name);
}

/** Edits between what was asked and the whole name or its city alone, whichever is nearer. */
function distanceTo(name: string, wanted: string): number {
  const whole = editDistance(letters(name), wanted);
  return Math.min(whole, editDistance(letters(name.slice(name.lastIndexOf('/') + 1)), wanted));
}
