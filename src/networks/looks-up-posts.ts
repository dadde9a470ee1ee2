import type { Platform } from '../contract/platforms.js';

/**
 * The networks that Postrider cannot ask whether a post is there.
 *
 * LinkedIn: reading posts needs a permission that self-serve apps do not get.
 */
const CANNOT: readonly Platform[] = ['linkedin'];

/** Whether a lost answer can be followed up by looking for the post at the network. */
export function canLookUpOn(platform: Platform): boolean {
  return !CANNOT.includes(platform);
}
