import { isRecord } from '../../../base/is-record.js';
import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { NetworkPerson } from '../inbox-adapter.js';
import { ask, bearer } from '../requests/exchange.js';
import { textAt } from '../requests/json-answer.js';
import type { WireRequest } from '../wire.js';
import { blueskyErrors } from './errors.js';

/** The service that has direct messages; the account's server passes requests on (docs.bsky.app, service proxying). */
const CHAT = 'did:web:api.bsky.chat#bsky_chat';

/** How servers without the app view or chat service refuse: those that do not know the method, such as other programs. */
const NOT_THERE: readonly (string | null)[] = [
  'MethodNotImplemented',
  'XRPCNotSupported',
  'InvalidRequest',
  'MethodNotFound',
];
const NOT_THERE_STATUSES: readonly (number | null)[] = [404, 501];
/** PDS 0.5 that was set up without an app view (packages/pds/src/pipethrough.ts). */
const NO_SERVICE = { status: 400, code: 'InvalidRequest', says: /^No service configured for / } as const;

export const chatHeaders = (connection: Connection) => ({ ...bearer(connection), 'atproto-proxy': CHAT });

/** A query to the app view, through the account's own server. */
export async function query(
  connection: Connection,
  method: string,
  parameters: NonNullable<WireRequest['query']>,
): Promise<unknown> {
  const path = `/xrpc/${method}`;
  const headers = method.startsWith('chat.') ? chatHeaders(connection) : bearer(connection);
  return (await ask(blueskyErrors, connection, { method: 'GET', path, query: parameters, headers })).body;
}

/** Whether the account's server does not offer the method at all. */
export function isNotOffered(cause: unknown): boolean {
  if (!(cause instanceof NetworkRefusal)) return false;
  const { status, code, message } = cause.answer;
  if (status === NO_SERVICE.status && code === NO_SERVICE.code && NO_SERVICE.says.test(message ?? '')) {
    return true;
  }
  return NOT_THERE_STATUSES.includes(status) && (code === null || NOT_THERE.includes(code));
}

export function personOf(author: unknown): NetworkPerson | null {
  const networkUserId = textAt(author, 'did');
  if (networkUserId === null) return null;
  const handle = textAt(author, 'handle');
  return { networkUserId, handle, displayName: textAt(author, 'displayName') || handle || 'Somebody' };
}

/** A post view: the post and its content identifier; null: it cannot be read. */
export function postIn(view: unknown) {
  const uri = textAt(view, 'uri');
  const cid = textAt(view, 'cid');
  if (!isRecord(view) || uri === null || cid === null) return null;
  return { uri, cid, author: personOf(view['author']), record: view['record'] };
}
