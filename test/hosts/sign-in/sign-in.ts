import { type WalkedHost, walkedHost } from '../../../scripts/shipping/walked-hosts.js';
import type { ClientMetadata } from '../../../src/backend/domain/assistants/clients/client-metadata.js';
import type { Check, Scene } from '../check.js';
import { Person } from './person.js';
import { isRedirect } from './redirect.js';

/** A sign-in of a known host, with the person at the browser. @returns what was seen besides */
export type Walk = (scene: Scene, person: Person, host: WalkedHost) => Promise<string>;

/** The check of a known host: it introduces itself as documented. */
export function signInCheck(id: string, walk: Walk): Check {
  const host = walkedHost(id);
  return {
    name: `sign-in-${id}`,
    packages: [host.package],
    async run(scene) {
      const person = await Person.signedIn(scene);
      try {
        const seen = await walk(scene, person, host);
        await demandIntroduction(scene, host);
        return [`“${host.clientName}” at ${host.redirect}`, seen].join('; ');
      } finally {
        await person.close();
      }
    },
  };
}

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

/** @throws if the program that connected last introduced itself otherwise */
async function demandIntroduction({ test }: Scene, host: WalkedHost): Promise<void> {
  const client = await test.backend.services.store.db
    .selectFrom('api_keys')
    .innerJoin('oauth_clients', 'oauth_clients.id', 'api_keys.client_id')
    .select(['oauth_clients.id', 'metadata_json', 'body_hash'])
    .orderBy('api_keys.created_at', 'desc')
    .executeTakeFirstOrThrow();
  const { name, redirectUris }: ClientMetadata = JSON.parse(client.metadata_json);
  const document = client.body_hash === null ? client.id : undefined;
  const isKnown = name === host.clientName && document === host.document;
  if (!isKnown || !redirectUris.some((uri) => isRedirect(host, uri)))
    throw new Error(`it introduced itself as “${name}” (${client.id}) at ${redirectUris.join(', ')}`);
}
