import type { Sealed } from '../../../src/backend/store/sealing/sealed.js';

/** A secret as a version stored it that did not seal: it is read all the same. */
export function inClear(secret: string): Sealed {
  return secret as Sealed;
}
