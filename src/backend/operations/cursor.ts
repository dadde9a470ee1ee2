import { createHash } from 'node:crypto';
import type * as z from 'zod';
import { RequestRefused } from './refusal.js';

/**
 * Writes a pagination cursor: where the previous page ended, as opaque text. A cursor is bound to its list,
 * filters and order, and is rejected by any other list.
 *
 * @param list everything that identifies the list, such as `['accounts.list', workspaceId, platforms]`
 */
export function writeCursor(list: readonly unknown[], position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([fingerprintOf(list), ...position])).toString('base64url');
}

/**
 * @param shape schema of a position in this list
 * @returns the position; null for the first page
 * @throws RequestRefused `cursor_invalid`
 */
export function readCursor<Position>(
  list: readonly unknown[],
  cursor: string | undefined,
  shape: z.ZodType<Position>,
): Position | null {
  if (cursor === undefined) return null;
  const [fingerprint, ...rest] = partsOf(cursor);
  const position = shape.safeParse(rest);
  if (fingerprint !== fingerprintOf(list) || !position.success) {
    throw new RequestRefused(
      'cursor_invalid',
      'Pass `nextCursor` from the previous page unchanged, with the same filters and order. Omit `cursor` to start from the first page.',
    );
  }
  return position.data;
}

function fingerprintOf(list: readonly unknown[]): string {
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
