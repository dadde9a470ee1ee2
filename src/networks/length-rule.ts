import type { CountUnit } from './count/count.js';
import type { Figure } from './figure.js';

/** How long a field can be. */
export interface LengthRule {
  readonly unit: CountUnit;
  readonly max: Figure<number>;
  /** What a link counts, where the account's own server says it; absent: what it counts in the unit. */
  readonly linkLength?: number;
  /** Longer text may be accepted but is not advisable. The note says why, as the end of a sentence. */
  readonly warn?: Figure<number> & { readonly unit: CountUnit; readonly note: string };
}
