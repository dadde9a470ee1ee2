import { NetworkRefusal } from '../adapter.js';

/** How far a list was read. */
export interface Looked {
  readonly cursor: string | null;
  /** What the network does not let Postrider read, in a sentence; null: it lets it. */
  readonly withheld: string | null;
  /** The network has more. */
  readonly more?: boolean;
}

/**
 * Runs a look at one list. A permission that the app lacks is told, and does not hold up other lists.
 *
 * @throws every other cause
 */
export async function orWithheld(
  { cursor, withheld }: { readonly cursor: string | null; readonly withheld: string },
  look: (cursor: string | null) => Promise<{ readonly next: string; readonly more?: boolean }>,
): Promise<Looked> {
  try {
    const { next, more = false } = await look(cursor);
    return { cursor: next, withheld: null, more };
  } catch (cause) {
    if (!(cause instanceof NetworkRefusal) || cause.code !== 'permission_missing') throw cause;
    return { cursor, withheld };
  }
}
