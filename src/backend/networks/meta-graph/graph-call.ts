import { NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { NetworkErrors } from '../refusals/read-refusal.js';
import { ask, bearer, commit } from '../requests/exchange.js';
import { Multipart, type WireResponse } from '../wire.js';
import { secretProof } from './secret-proof.js';

type Fields = Readonly<Record<string, string>>;

/** The API version and the errors of one Graph API network. */
export interface GraphApi {
  readonly version: string;
  readonly errors: NetworkErrors;
  /** Whether calls prove that they come from the app. */
  readonly provesSecret?: true;
}

const FORM = 'application/x-www-form-urlencoded';

export function graphGet(
  api: GraphApi,
  connection: Connection,
  path: string,
  query: Fields,
): Promise<WireResponse> {
  return ask(api.errors, connection, {
    method: 'GET',
    path: `${api.version}${path}`,
    query: { ...query, ...proofOf(api, connection) },
    headers: bearer(connection),
  });
}

/** A POST that publishes nothing: containers, unpublished photos. */
export function graphPost(
  api: GraphApi,
  connection: Connection,
  path: string,
  fields: Fields | Multipart,
): Promise<WireResponse> {
  return ask(api.errors, connection, requestOf(api, connection, path, fields));
}

/** The POST that publishes. */
export function graphPublish(
  api: GraphApi,
  connection: Connection,
  path: string,
  fields: Fields,
): Promise<WireResponse> {
  return commit(api.errors, connection, requestOf(api, connection, path, fields));
}

function requestOf(api: GraphApi, connection: Connection, path: string, fields: Fields | Multipart) {
  const isForm = !(fields instanceof Multipart);
  return {
    method: 'POST',
    path: `${api.version}${path}`,
    query: proofOf(api, connection),
    headers: { ...bearer(connection), ...(isForm && { 'content-type': FORM }) },
    body: isForm ? new URLSearchParams(fields) : fields,
  } as const;
}

export function graphDelete(api: GraphApi, connection: Connection, path: string): Promise<WireResponse> {
  return ask(api.errors, connection, {
    method: 'DELETE',
    path: `${api.version}${path}`,
    query: proofOf(api, connection),
    headers: bearer(connection),
  });
}

const proofOf = ({ provesSecret }: GraphApi, { account }: Connection): Fields =>
  provesSecret ? secretProof(account.credentials) : {};

/** The object does not exist. */
const GONE = '100/33';

export function isGone(cause: unknown): boolean {
  return cause instanceof NetworkRefusal && cause.answer.code === GONE;
}
