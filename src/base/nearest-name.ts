import { editDistance, maxTypos } from './edit-distance.js';

/** A name far longer than every known one is not compared letter by letter. */
const MAX_COMPARED = 100;

/** In shorter names a single letter decides too much: `id` is not a misspelling of `at`. */
const MIN_GUESSED = 3;

/** The known name that was most likely meant; undefined where none is close. */
export function nearestName(wanted: string, known: readonly string[]): string | undefined {
  return nearestNames(wanted, known, 1)[0];
}

/** The known names that may have been meant, the closest first. */
export function nearestNames(wanted: string, known: readonly string[], max: number): string[] {
  const plain = plainName(wanted.slice(0, MAX_COMPARED));
  return known
    .map((name) => ({ name, distance: distanceTo(plain, plainName(name)) }))
    .filter(({ distance }) => distance <= (plain.length < MIN_GUESSED ? 0 : maxTypos(plain)))
    .sort((one, other) => one.distance - other.distance)
    .slice(0, max)
    .map(({ name }) => name);
}

/** Whether two names differ at most in case, spaces, underscores and hyphens. */
export function sameName(one: string, other: string): boolean {
  const comparable = one.length <= MAX_COMPARED && other.length <= MAX_COMPARED;
  return comparable ? plainName(one) === plainName(other) : one === other;
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

/** A name that is a part of the other is as close as one typo: `media` for `mediaIds`, `scheduledAtTime` for `scheduledAt`. */
function distanceTo(wanted: string, known: string): number {
  if (wanted === known) return 0;
  const shorter = Math.min(wanted.length, known.length);
  if (shorter >= MIN_GUESSED && (known.includes(wanted) || wanted.includes(known))) return 1;
  // Each letter that one has more is an edit: most names need no closer look.
  const more = Math.abs(wanted.length - known.length);
  return more > maxTypos(wanted) ? more : editDistance(wanted, known);
}
