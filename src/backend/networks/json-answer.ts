/** Reads what a network answered: JSON that nobody has checked. Nothing here throws. */

import { isRecord } from '../../base/is-record.js';

/** What lies at the end of the path, or undefined; a number in the path is a place in a list. */
export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof step === 'number') here = Array.isArray(here) ? here[step] : undefined;
    else here = isRecord(here) ? here[step] : undefined;
  }
  return here;
}

/** Text, or a number as text (networks disagree on which of the two an id or code is); else null. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string | null {
  const found = valueAt(value, ...path);
  if (typeof found === 'string') return found;
  return typeof found === 'number' ? String(found) : null;
}

/** The list there, or an empty one. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** An ISO 8601 time as epoch milliseconds; null where there is none. Takes `+0000` as Meta writes it. */
export function timeAt(value: unknown, ...path: readonly (string | number)[]): number | null {
  const written = textAt(value, ...path);
  if (written === null) return null;
  const instant = Date.parse(written.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(instant) ? null : instant;
}
