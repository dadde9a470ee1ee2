import type { Connection } from '../adapter.js';

/** Where people see a post. */
export function urlOf({ account, wire }: Connection, id: string): string {
  return `${wire.webUrl}/${account.handle}/status/${id}`;
}
