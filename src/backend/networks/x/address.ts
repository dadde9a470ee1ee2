import type { Connection } from '../connection.js';

/** The public URL of a post. */
export function urlOf({ account, wire }: Connection, id: string): string {
  return `${wire.webUrl}/${account.handle}/status/${id}`;
}
