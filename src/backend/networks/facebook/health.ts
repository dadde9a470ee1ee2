import { facebook as access } from '../../../networks/access/facebook.js';
import type { TokenHealth } from '../adapter.js';
import type { Connection } from '../connection.js';
import { dataAccessEnd, dataAccessHealth } from '../meta-graph/data-access.js';
import { graphGet } from '../meta-graph/graph-call.js';
import { readFailure } from '../refusals/read-refusal.js';
import { ask, bearer } from '../requests/exchange.js';
import { listAt, textAt, valueAt } from '../requests/json-answer.js';
import { API } from './api.js';
import { facebookErrors } from './errors.js';

/** The permissions that Postrider cannot publish without. */
const NEEDED = access.app.scopes.filter((scope) => !('optional' in scope));

/**
 * What Facebook says of the access, and of the Page.
 *
 * @throws NetworkRefusal the access has ended, or Facebook cannot say
 */
export async function facebookHealth(connection: Connection): Promise<TokenHealth> {
  const { clientId, clientSecret } = connection.account.credentials;
  const token = clientId && clientSecret ? await tokenFacts(connection) : null;
  const missing = token?.missing ?? [];
  if (missing.length > 0) {
    return {
      status: 'reconnect_required',
      reason: `Facebook no longer grants ${missing.join(', ')}, which publishing requires.`,
      action: 'Reconnect the account and allow all permissions.',
      expiresAt: null,
    };
  }
  const { body } = await graphGet(API, connection, '/me', { fields: 'id,name,is_published' });
  if (valueAt(body, 'is_published') !== false) {
    return dataAccessHealth('facebook', token?.dataAccessEnd ?? null, connection.now);
  }
  return {
    status: 'limited',
    reason: 'The Page is not published: only people who manage it see its posts.',
    action: 'Publish the Page in its settings on Facebook.',
    expiresAt: null,
  };
}

interface TokenFacts {
  /** Permissions that publishing requires, and that the access does not have. */
  readonly missing: readonly string[];
  /** Until when the app may read, epoch milliseconds; null: it does not end. */
  readonly dataAccessEnd: number | null;
}

/** Asks with the app’s own access (https://developers.facebook.com/docs/graph-api/reference/debug_token, 2026). */
async function tokenFacts(connection: Connection): Promise<TokenFacts> {
  const { clientId, clientSecret } = connection.account.credentials;
  const { authorization } = bearer(connection);
  const { body } = await ask(facebookErrors, connection, {
    method: 'GET',
    path: `${API.version}/debug_token`,
    query: { input_token: authorization.slice('Bearer '.length) },
    headers: { authorization: `Bearer ${clientId}|${clientSecret}` },
  });
  if (valueAt(body, 'data', 'is_valid') === false) {
    const fault = {
      code: textAt(body, 'data', 'error', 'code') ?? '190',
      subcode: textAt(body, 'data', 'error', 'subcode'),
      message: textAt(body, 'data', 'error', 'message'),
    };
    throw readFailure(facebookErrors, fault, connection.now);
  }
  const granted = listAt(body, 'data', 'scopes');
  const needed = granted.length === 0 ? [] : NEEDED.map(({ name }) => name);
  return { missing: needed.filter((name) => !granted.includes(name)), dataAccessEnd: dataAccessEnd(body) };
}
