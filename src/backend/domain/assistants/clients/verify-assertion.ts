import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose';
import * as z from 'zod';
import type { FetchingWorkspace } from '../../../fetching/fetch-policy.js';
import { hashOfSecret } from '../../access/secrets.js';
import { type AssistantDependencies, OAUTH_PATHS, type OAuthServer } from '../dependencies.js';
import { OAuthError } from '../oauth-error.js';
import { MAX_ASSERTION_LENGTH } from './client-credentials.js';
import { readDocument } from './client-document.js';
import { SIGNING_ALGORITHMS } from './client-metadata.js';
import type { OAuthClient } from './oauth-client.js';

/** Larger than the document of a client: some keys come with certificates. */
const MAX_KEYS_BYTES = 32 * 1024;

/** For how long keys are not read again, in milliseconds; with an assertion of an unknown key, at least a minute. */
const KEYS_FRESH_MS = 60 * 60 * 1000;
const KEYS_PAUSE_MS = 60_000;

/** How far ahead an assertion may expire, and how far clocks may differ, in seconds. */
const MAX_LIFETIME_S = 10 * 60;
const CLOCK_TOLERANCE_S = 60;

const MAX_ID_LENGTH = 1_000;

/** Where a client authenticates, and for which connection. */
export interface AuthenticationPlace {
  readonly workspace: FetchingWorkspace;
  readonly server: OAuthServer;
}

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(50) });

/**
 * Checks the JWT by which a client authenticates (RFC 7523): signed with one of its keys by RS256 or ES256, for this
 * server, not expired, and never used before.
 *
 * @throws OAuthError `invalid_client`
 */
export async function verifyAssertion(
  dependencies: AssistantDependencies,
  client: OAuthClient,
  assertion: string,
  { workspace, server }: AuthenticationPlace,
): Promise<void> {
  if (assertion.length > MAX_ASSERTION_LENGTH) throw refused('it is too long');
  const keys = new ClientKeys(dependencies, client, workspace);
  const check = (set: JSONWebKeySet) => verified(set, assertion, client.id, server, dependencies.clock.now());
  const set = await keys.current();
  const claims = await check(set)
    .catch(async (error: unknown) => {
      const fresh = error instanceof errors.JWKSNoMatchingKey ? await keys.readAgain() : null;
      if (fresh === null) throw error;
      return check(fresh);
    })
    .catch((error: unknown) => {
      throw error instanceof errors.JOSEError ? refused(`it is not valid (${error.code})`) : error;
    });
  await useOnce(dependencies, client.id, claims);
}

async function verified(
  set: JSONWebKeySet,
  assertion: string,
  clientId: string,
  { issuer }: OAuthServer,
  now: number,
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(assertion, createLocalJWKSet(set), {
    algorithms: [...SIGNING_ALGORITHMS],
    issuer: clientId,
    subject: clientId,
    // RFC 7523 lets clients name the token endpoint; its successor asks for the issuer.
    audience: [issuer, `${issuer}${OAUTH_PATHS.token}`],
    requiredClaims: ['exp', 'jti'],
    clockTolerance: CLOCK_TOLERANCE_S,
    currentDate: new Date(now),
  });
  return payload;
}

/** Two requests with one assertion: the second is somebody who has seen it. */
async function useOnce(
  { store, clock }: AssistantDependencies,
  clientId: string,
  { jti, exp = 0 }: JWTPayload,
): Promise<void> {
  if (typeof jti !== 'string' || jti === '' || jti.length > MAX_ID_LENGTH)
    throw refused('its jti is missing or too long');
  if (exp > clock.now() / 1000 + MAX_LIFETIME_S + CLOCK_TOLERANCE_S)
    throw refused('it is valid for too long');
  const row = {
    hash: hashOfSecret(JSON.stringify([clientId, jti])),
    expires_at: Math.ceil((exp + CLOCK_TOLERANCE_S) * 1000),
  };
  const inserted = await store.write((trx) =>
    trx
      .insertInto('oauth_assertions')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst(),
  );
  if ((inserted.numInsertedOrUpdatedRows ?? 0n) === 0n) throw refused('it was used before');
}

/** The public keys of a client: in its metadata, or at an address there. */
class ClientKeys {
  readonly #dependencies: AssistantDependencies;
  readonly #client: OAuthClient;
  readonly #workspace: AuthenticationPlace['workspace'];
  #readAt: number | null = null;

  constructor(
    dependencies: AssistantDependencies,
    client: OAuthClient,
    workspace: AuthenticationPlace['workspace'],
  ) {
    this.#dependencies = dependencies;
    this.#client = client;
    this.#workspace = workspace;
  }

  async current(): Promise<JSONWebKeySet> {
    const { store, clock } = this.#dependencies;
    if (this.#client.jwksUri === null) return keySetOf({ keys: this.#client.jwks ?? [] });
    const row = await store.db
      .selectFrom('oauth_clients')
      .select(['keys_json', 'keys_read_at'])
      .where('id', '=', this.#client.id)
      .executeTakeFirst();
    this.#readAt = row?.keys_read_at ?? null;
    if (!row?.keys_json || clock.now() - (row.keys_read_at ?? 0) >= KEYS_FRESH_MS) return this.#read();
    return keySetOf(JSON.parse(row.keys_json));
  }

  /** @returns null if they were read just now, or have no address */
  async readAgain(): Promise<JSONWebKeySet | null> {
    if (this.#client.jwksUri === null) return null;
    if (this.#readAt !== null && this.#dependencies.clock.now() - this.#readAt < KEYS_PAUSE_MS) return null;
    return this.#read();
  }

  async #read(): Promise<JSONWebKeySet> {
    const { store, clock, policy } = this.#dependencies;
    const { json } = await readDocument(
      this.#client.jwksUri ?? '',
      { policy, workspace: this.#workspace },
      { what: 'The document with the keys of this client', maxBytes: MAX_KEYS_BYTES },
    );
    const set = keySetOf(json);
    this.#readAt = clock.now();
    const read = { keys_json: JSON.stringify(set), keys_read_at: this.#readAt };
    await store.write((trx) =>
      trx.updateTable('oauth_clients').set(read).where('id', '=', this.#client.id).execute(),
    );
    return set;
  }
}

function keySetOf(json: unknown): JSONWebKeySet {
  const { success, data } = KeySet.safeParse(json);
  if (!success) throw refused('the keys of the client are not a JSON Web Key Set');
  return data;
}

const refused = (why: string): OAuthError =>
  new OAuthError('invalid_client', `The client assertion was refused: ${why}.`);
