import { createHash } from 'node:crypto';
import { newSecret } from '../../access/secrets.js';
import { clientSecretOf } from '../credentials.js';
import type { AssistantDependencies } from '../dependencies.js';
import { OAuthError } from '../oauth-error.js';
import { type ClientMetadata, readClientMetadata } from './client-metadata.js';
import { clientOf, type OAuthClient } from './oauth-client.js';

/** For how long the same registration gets the same client, in milliseconds: Claude and opencode register twice. */
const SAME_MS = 10 * 60 * 1000;

/** Registered clients without a connection. Beyond it, the oldest is deleted to make room. */
const MAX_UNUSED = 1_000;

/** A registration as RFC 7591, 3.2.1 answers it. */
export interface Registration {
  readonly client: OAuthClient;
  /** Null for a client that needs none. */
  readonly secret: string | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/**
 * Registers a client. The same metadata within ten minutes gets the same id.
 *
 * @param network who registers: only the same network gets the same secret
 * @throws OAuthError `invalid_client_metadata`, `invalid_redirect_uri`, `temporarily_unavailable`
 */
export async function registerClient(
  { store, clock }: AssistantDependencies,
  sent: unknown,
  network: string,
): Promise<Registration> {
  const metadata = readClientMetadata(sent, { documentUrl: null });
  const now = clock.now();
  const hash = bodyHash(metadata, network);
  const row = await store.write(async (trx) => {
    const same = await trx
      .selectFrom('oauth_clients')
      .selectAll()
      .where('body_hash', '=', hash)
      .where('created_at', '>', now - SAME_MS)
      .orderBy('created_at', 'desc')
      .executeTakeFirst();
    if (same) return same;
    const unused = await trx
      .selectFrom('oauth_clients')
      .select(['id', 'created_at'])
      .where('fresh_until', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(selectFrom('api_keys').select('api_keys.id').whereRef('client_id', '=', 'oauth_clients.id')),
        ),
      )
      .orderBy('created_at', 'desc')
      .offset(MAX_UNUSED - 1)
      .limit(1)
      .executeTakeFirst();
    if (unused) {
      if (unused.created_at > now - SAME_MS) throw tooMany();
      await trx.deleteFrom('oauth_clients').where('id', '=', unused.id).execute();
    }
    const fresh = {
      id: `client_${newSecret().slice(0, 24)}`,
      metadata_json: JSON.stringify(metadata),
      body_hash: hash,
      created_at: now,
      ...{ fresh_until: null, keys_json: null, keys_read_at: null },
    };
    await trx.insertInto('oauth_clients').values(fresh).execute();
    return fresh;
  });
  const client = clientOf(row);
  const hasSecret = client.authMethod.startsWith('client_secret');
  return {
    client,
    secret: hasSecret ? await clientSecretOf(store, client.id) : null,
    createdAt: row.created_at,
  };
}

/** A client with a secret shares its registration with its own network alone. */
function bodyHash(metadata: ClientMetadata, network: string): string {
  const sharer = metadata.authMethod.startsWith('client_secret') ? network : '';
  return createHash('sha256')
    .update(JSON.stringify([metadata, sharer]))
    .digest('hex');
}

const tooMany = (): OAuthError =>
  new OAuthError(
    'temporarily_unavailable',
    'Too many clients registered in the last minutes. Try again later.',
  );
