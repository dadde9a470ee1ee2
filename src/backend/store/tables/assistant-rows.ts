/** Tables of assistants that connect with OAuth. Instants are epoch milliseconds of system time; hashes are SHA-256, hexadecimal. */
export interface AssistantTables {
  oauth_clients: OAuthClientRow;
  oauth_requests: OAuthRequestRow;
  oauth_codes: OAuthCodeRow;
  oauth_tokens: OAuthTokenRow;
  oauth_assertions: OAuthAssertionRow;
}

/** A program that asks for access: registered here, or described by a document at the URL that is its id. */
export interface OAuthClientRow {
  id: string;
  /** `ClientMetadata`. */
  metadata_json: string;
  /** Hash of the body that registered it; null: described by a document. */
  body_hash: string | null;
  created_at: number;
  /** Until when the document need not be read again; null: registered here. */
  fresh_until: number | null;
  /** The keys at its `jwks_uri`, as last read; null: not read. */
  keys_json: string | null;
  keys_read_at: number | null;
}

/** A request for access that waits for the person's decision. */
export interface OAuthRequestRow {
  /** Hash of the secret in the form. */
  hash: string;
  /** Hash of the session that may decide. */
  session: string;
  client_id: string;
  redirect_uri: string;
  state: string | null;
  /** SHA-256 of the verifier, base64url. */
  code_challenge: string;
  /** The scopes that were asked for, with spaces between them. */
  scope: string;
  /** The connection that its approval made; null: not approved. */
  connection_id: string | null;
  created_at: number;
  expires_at: number;
}

interface OAuthCodeRow {
  hash: string;
  client_id: string;
  /** The `api_keys` row. */
  connection_id: string;
  redirect_uri: string;
  code_challenge: string;
  /** Names all tokens that come from this code. */
  family: string;
  expires_at: number;
  used_at: number | null;
}

export interface OAuthTokenRow {
  hash: string;
  kind: 'access' | 'refresh';
  connection_id: string;
  client_id: string;
  family: string;
  /** Hash of the refresh token that it was given for; null: a code. */
  parent: string | null;
  created_at: number;
  expires_at: number;
  /** When a refresh token was first exchanged; null: not yet, or an access token. */
  used_at: number | null;
}

/** A client's signed statement that was used, so that nobody can use it again. */
interface OAuthAssertionRow {
  hash: string;
  expires_at: number;
}
