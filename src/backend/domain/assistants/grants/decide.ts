import type { ActingPerson } from '../../../operations/call.js';
import type { ChangedBy } from '../../../store/activity.js';
import type { WorkspaceRow } from '../../../store/schema.js';
import type { OAuthRequestRow } from '../../../store/tables/assistant-rows.js';
import { hashOfSecret } from '../../access/secrets.js';
import { storedClient } from '../clients/find-client.js';
import { connectionLabel } from '../clients/oauth-client.js';
import { isLoopbackRedirect } from '../clients/redirect-uris.js';
import { connect, type Grant } from '../connections.js';
import { newCredential } from '../credentials.js';
import type { AssistantDependencies, OAuthServer } from '../dependencies.js';
import { OAuthError } from '../oauth-error.js';
import { answerAddress } from './authorization-request.js';
import { newFamily } from './tokens.js';

/** How long a code can be exchanged, in milliseconds. */
const CODE_MS = 60_000;

/** The person who decides about a request. */
export interface Decider {
  readonly workspace: WorkspaceRow;
  readonly person: ActingPerson;
  readonly by: ChangedBy;
}

/**
 * A request that this session began and that has not expired.
 *
 * @param secret from the form
 */
export async function pendingRequest(
  { store, clock }: Pick<AssistantDependencies, 'store' | 'clock'>,
  session: string,
  secret: string,
): Promise<OAuthRequestRow | null> {
  const row = await store.db
    .selectFrom('oauth_requests')
    .selectAll()
    .where('hash', '=', hashOfSecret(secret))
    .where('session', '=', session)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Connects the assistant, and gives it a code. Approving the same request again gives another code for the same connection.
 *
 * @returns the address of the client to open
 * @throws OAuthError `invalid_client` if the client was deleted meanwhile
 */
export async function approve(
  { store, clock, ids }: AssistantDependencies,
  { hash, ...request }: OAuthRequestRow,
  grant: Grant,
  { workspace, person, by }: Decider,
  server: OAuthServer,
): Promise<string> {
  const now = clock.now();
  const client = await storedClient(store, request.client_id);
  if (client === null) throw new OAuthError('invalid_client', 'This client was deleted. Connect it again.');
  const code = newCredential('code');
  const connection = {
    ...{ workspace, person, clientId: client.id, ...grant },
    label: connectionLabel(client, request.redirect_uri),
    isHosted: !isLoopbackRedirect(request.redirect_uri),
  };
  await store.write(async (trx) => {
    const known = await trx
      .selectFrom('oauth_requests')
      .innerJoin('api_keys', 'api_keys.id', 'oauth_requests.connection_id')
      .select('api_keys.id')
      .where('oauth_requests.hash', '=', hash)
      .where('revoked_at', 'is', null)
      .executeTakeFirst();
    const id = known?.id ?? (await connect(trx, connection, { ids, now, by }));
    await trx.updateTable('oauth_requests').set({ connection_id: id }).where('hash', '=', hash).execute();
    await trx
      .insertInto('oauth_codes')
      .values({
        hash: hashOfSecret(code),
        client_id: client.id,
        connection_id: id,
        redirect_uri: request.redirect_uri,
        code_challenge: request.code_challenge,
        family: newFamily(),
        expires_at: now + CODE_MS,
        used_at: null,
      })
      .execute();
  });
  return answerAddress({ redirectUri: request.redirect_uri, state: request.state }, server, { code });
}

/** Forgets a request. @returns the address of the client to open */
export async function deny(
  { store }: Pick<AssistantDependencies, 'store'>,
  { hash, redirect_uri: redirectUri, state }: OAuthRequestRow,
  server: OAuthServer,
): Promise<string> {
  await store.write((trx) => trx.deleteFrom('oauth_requests').where('hash', '=', hash).execute());
  return answerAddress({ redirectUri, state }, server, {
    error: 'access_denied',
    error_description: 'The person did not approve the connection.',
  });
}
