import { readClientMetadata } from '../../../src/backend/domain/assistants/clients/client-metadata.js';
import type { BackendUnderTest } from '../../support/running-backend.js';

/** Stores the document of a client as if it had been read just now: tests reach no other servers. */
export async function storeDocument(
  { backend, clock }: Pick<BackendUnderTest, 'backend' | 'clock'>,
  id: string,
  metadata: Readonly<Record<string, unknown>>,
): Promise<void> {
  const read = readClientMetadata({ client_id: id, ...metadata }, { documentUrl: id });
  await backend.services.store.write((trx) =>
    trx
      .insertInto('oauth_clients')
      .values({
        id,
        metadata_json: JSON.stringify(read),
        created_at: clock.now(),
        fresh_until: clock.now() + 24 * 60 * 60 * 1000,
        ...{ body_hash: null, keys_json: null, keys_read_at: null },
      })
      .execute(),
  );
}
