import type { ClientMetadata } from '../../../src/backend/domain/assistants/clients/client-metadata.js';
import type { Scene } from '../check.js';

/** The addresses of pages that ask a person, in what a program printed. One that may not be whole yet is left out. */
export function addressesToOpen(output: string, { url }: Scene): readonly string[] {
  const start = `${url}/authorize?`;
  return output.split(start).flatMap((part, index) => {
    const [query = ''] = part.split(/[\s"'<>]/, 1);
    return index === 0 || query === part ? [] : [`${start}${query}`];
  });
}

/** Makes every access token expire, as after an hour. The next request needs a new one. */
export async function expireAccessTokens({ test }: Scene): Promise<void> {
  await test.backend.services.store.db
    .updateTable('oauth_tokens')
    .set({ expires_at: test.clock.now() - 1 })
    .where('kind', '=', 'access')
    .execute();
}

/** @throws if no access token was given in exchange for a refresh token */
export async function demandRefresh({ test }: Scene): Promise<void> {
  const refreshed = await test.backend.services.store.db
    .selectFrom('oauth_tokens')
    .select('hash')
    .where('kind', '=', 'access')
    .where('parent', 'is not', null)
    .where('expires_at', '>', test.clock.now())
    .execute();
  if (refreshed.length === 0) throw new Error('it did not refresh its access token');
}

/** How the program that connected last introduced itself. */
export async function introduction({ test }: Scene): Promise<string> {
  const client = await test.backend.services.store.db
    .selectFrom('api_keys')
    .innerJoin('oauth_clients', 'oauth_clients.id', 'api_keys.client_id')
    .select(['oauth_clients.id', 'metadata_json', 'body_hash'])
    .orderBy('api_keys.created_at', 'desc')
    .executeTakeFirstOrThrow();
  const { name, redirectUris }: ClientMetadata = JSON.parse(client.metadata_json);
  const way = client.body_hash === null ? `with the document ${client.id}` : 'by registration';
  return `as “${name}” ${way}, redirects to ${redirectUris.join(', ')}`;
}
