/** Readers of unchecked JSON from a network. Nothing here throws. */

import { isRecord } from '../../../base/is-record.js';

/** The value at a path, or undefined. A number in the path is a list index. */
export function valueAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  let here = value;
  for (const step of path) {
    if (typeof step === 'number') here = Array.isArray(here) ? here[step] : undefined;
    else here = isRecord(here) ? here[step] : undefined;
  }
  return here;
}

/** A string, or a number as a string (networks disagree on the type of ids and codes); otherwise null. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string | null {
  const found = valueAt(value, ...path);
  if (typeof found === 'string') return found;
  return typeof found === 'number' ? String(found) : null;
}

/** A whole number of zero or more at a path, also where it is written as a string; otherwise null. */
export function countAt(value: unknown, ...path: readonly (string | number)[]): number | null {
  const written = textAt(value, ...path);
  return written !== null && /^\d+$/.test(written) ? Number(written) : null;
}

/** The list at a path, or an empty one. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = valueAt(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** An ISO 8601 time as epoch milliseconds, or null. Accepts `+0000` as Meta writes it. */
export function timeAt(value: unknown, ...path: readonly (string | number)[]): number | null {
  const written = textAt(value, ...path);
  if (written === null) return null;
  const instant = Date.parse(written.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
  return Number.isNaN(instant) ? null : instant;
}
