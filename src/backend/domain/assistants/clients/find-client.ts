import type { FetchingWorkspace } from '../../../fetching/fetch-policy.js';
import type { Store } from '../../../store/store.js';
import type { AssistantDependencies } from '../dependencies.js';
import { OAuthError } from '../oauth-error.js';
import { isDocumentId, MAX_DOCUMENT_BYTES, readDocument } from './client-document.js';
import { readClientMetadata } from './client-metadata.js';
import { clientOf, type OAuthClient } from './oauth-client.js';

/** A client that is stored here, however old its document is. */
export async function storedClient({ db }: Pick<Store, 'db'>, id: string): Promise<OAuthClient | null> {
  const row = await db.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : clientOf(row);
}

/**
 * A client that asks for access. Its document is read if the last reading is too old. Only for a person who has signed
 * in: nobody else may make this server read an address.
 *
 * @throws OAuthError `invalid_client`, `invalid_client_metadata`
 */
export async function clientFor(
  { store, clock, policy }: AssistantDependencies,
  workspace: FetchingWorkspace,
  id: string,
): Promise<OAuthClient> {
  const now = clock.now();
  const row = await store.db.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst();
  if (row && (row.fresh_until === null || row.fresh_until > now)) return clientOf(row);
  if (!isDocumentId(id)) {
    throw new OAuthError(
      'invalid_client',
      'This server does not know this client. It may have been deleted because nobody used it. Remove the connection in your assistant, and add it again.',
    );
  }
  const what = 'The description of this client';
  const { json, freshMs } = await readDocument(
    id,
    { policy, workspace },
    { what, maxBytes: MAX_DOCUMENT_BYTES },
  );
  const metadata_json = JSON.stringify(readClientMetadata(json, { documentUrl: id }));
  const fresh = { metadata_json, fresh_until: now + freshMs };
  await store.write((trx) =>
    trx
      .insertInto('oauth_clients')
      .values({ id, ...fresh, created_at: now, body_hash: null, keys_json: null, keys_read_at: null })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(fresh))
      .execute(),
  );
  return clientOf({ id, ...fresh });
}
