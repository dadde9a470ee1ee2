import { createHash } from 'node:crypto';
import { NetworkRefusal } from '../adapter.js';
import { webAddressIn } from '../connecting/presentable.js';
import type { Connection } from '../connection.js';
import type { NetworkPerson } from '../inbox-adapter.js';
import { ask, bearer } from '../requests/exchange.js';
import { textAt } from '../requests/json-answer.js';
import type { WireRequest, WireResponse } from '../wire.js';
import { mastodonErrors } from './errors.js';

const GONE: readonly (number | null)[] = [404, 410];

export function get(
  connection: Connection,
  path: string,
  query: NonNullable<WireRequest['query']> = {},
): Promise<WireResponse> {
  return ask(mastodonErrors, connection, { method: 'GET', path, query, headers: bearer(connection) });
}

export function isGone(cause: unknown): boolean {
  return cause instanceof NetworkRefusal && GONE.includes(cause.answer.status);
}

/** The answer; null: there is no such object. */
export async function getIfThere(connection: Connection, path: string): Promise<unknown> {
  try {
    return (await get(connection, path)).body;
  } catch (cause) {
    if (isGone(cause)) return null;
    throw cause;
  }
}

export const statusPath = (id: string): string => `/api/v1/statuses/${encodeURIComponent(id)}`;

/** The web page of an own status. Servers may name none, or something that is not a web address. */
export function pageOf({ wire, account }: Connection, status: unknown, id: string): string {
  return webAddressIn(textAt(status, 'url')) ?? `${wire.webUrl}/@${account.handle}/${id}`;
}

/** Visible only to those that it mentions. */
export const DIRECT = 'direct';

/** The author of a status; null: it does not name one. */
export function authorOf(status: unknown): NetworkPerson | null {
  return personOf(status, 'account');
}

export function personOf(value: unknown, ...path: readonly string[]): NetworkPerson | null {
  const networkUserId = textAt(value, ...path, 'id');
  if (networkUserId === null) return null;
  const handle = textAt(value, ...path, 'acct');
  return {
    networkUserId,
    handle,
    displayName: textAt(value, ...path, 'display_name') || handle || 'Somebody',
  };
}

/** A reply mentions whom it answers: nobody else is told of it. */
export function mentioning(handle: string | null, text: string): string {
  if (!handle || text.toLowerCase().includes(`@${handle.toLowerCase()}`)) return text;
  return `@${handle} ${text}`;
}

/** An own text as it was written in Postrider. */
export function withoutMention(text: string): string {
  return text.replace(/^(?:@[\w.-]+(?:@[\w.-]+(?::\d+)?)?\s+)+/, '');
}

/** The same for each attempt at a reply or message. */
export function keyOf(parts: readonly (string | number | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
