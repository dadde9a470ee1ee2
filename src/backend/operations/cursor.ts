import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { RequestRefused } from './refusal.js';

/**
 * Cursors of lists: where the page before ended, as opaque text. A cursor says which list it belongs to, its
 * filters and order included, and is refused in any other.
 *
 * @param list everything that makes the list what it is, `['accounts.list', workspaceId, platforms]`
 */
export function writeCursor(list: readonly unknown[], position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([markOf(list), ...position])).toString('base64url');
}

/**
 * @param shape what a position of this list looks like
 * @returns the position; null for the first page
 * @throws RequestRefused `cursor_invalid`
 */
export function readCursor<Position>(
  list: readonly unknown[],
  cursor: string | undefined,
  shape: z.ZodType<Position>,
): Position | null {
  if (cursor === undefined) return null;
  const [mark, ...rest] = partsOf(cursor);
  const position = shape.safeParse(rest);
  if (mark !== markOf(list) || !position.success) {
    throw new RequestRefused(
      'cursor_invalid',
      'Send `nextCursor` of the page before as it was, with the same filters and order; or leave `cursor` out to begin at the first page.',
    );
  }
  return position.data;
}

function markOf(list: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('base64url').slice(0, 8);
}

function partsOf(cursor: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
