import { findHidden } from '../../base/hidden-characters.js';
import { normalized } from '../../base/normalized.js';
import * as z from '../lazy-zod.js';

/** How a name is compared: upper and lower case, and the ways to write a letter in Unicode, are the same. */
export function nameKey(name: string): string {
  const folded = normalized(name, 'NFKC').toLowerCase().toUpperCase().toLowerCase();
  return normalized(folded, 'NFC').replace(/\s+/gu, ' ').trim();
}

/** A name that people choose and read: one line, without spaces around it. */
export function chosenName(maxLength: number) {
  return z
    .string()
    .trim()
    .refine((text) => text !== '' && [...text].length <= maxLength, {
      error: `must have 1 to ${maxLength} characters.`,
    })
    .refine((text) => !/[\t\n]/.test(text) && findHidden([text]).count === 0, {
      error: 'must be one line without invisible characters.',
    });
}
