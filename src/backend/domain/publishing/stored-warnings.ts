import type { Delivered } from '../../networks/outgoing-post.js';

/** As they are stored with the target; null: there are none. */
export function storedWarnings({ warnings = [] }: Delivered): string | null {
  return warnings.length === 0 ? null : JSON.stringify(warnings);
}
