import { createHash } from 'node:crypto';
import type { Conversion } from '../../../../networks/conversion.js';

/** Raised when the same plan is carried out in another way: what was made before is then made anew. */
const METHOD = 1;

/** The variant under which an image lies that was converted in this way. */
export function variantOf({ type, maxBytes, maxSide }: Conversion): string {
  const plan = JSON.stringify([METHOD, type, maxBytes, maxSide]);
  return `converted-${createHash('sha256').update(plan).digest('hex').slice(0, 24)}`;
}
