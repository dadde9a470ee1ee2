import type { Connection } from '../adapter.js';

/** The public URL of a post. */
export function urlOf({ account, wire }: Connection, id: string): string {
  return `${wire.webUrl}/${account.handle}/status/${id}`;
}
