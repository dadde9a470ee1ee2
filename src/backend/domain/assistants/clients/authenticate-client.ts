import { isSameText } from '../../../base/same-text.js';
import { clientSecretOf } from '../credentials.js';
import type { AssistantDependencies } from '../dependencies.js';
import { OAuthError } from '../oauth-error.js';
import type { ClientCredentials } from './client-credentials.js';
import type { OAuthClient } from './oauth-client.js';
import type { AuthenticationPlace } from './verify-assertion.js';

/**
 * Checks that a request comes from the client that it names, in the way that the client has registered.
 *
 * @throws OAuthError `invalid_client`
 */
export async function requireClient(
  dependencies: AssistantDependencies,
  client: OAuthClient | null,
  credentials: ClientCredentials,
  place: AuthenticationPlace,
): Promise<void> {
  if (client === null) throw new OAuthError('invalid_client', 'This server does not know this client.');
  switch (client.authMethod) {
    case 'none':
      return;
    case 'client_secret_post':
    case 'client_secret_basic': {
      const expected = await clientSecretOf(dependencies.store, client.id);
      if (isSameText(credentials.secret ?? '', expected)) return;
      throw new OAuthError('invalid_client', 'The client secret is missing or wrong.');
    }
    case 'private_key_jwt': {
      if (credentials.assertion === null) {
        throw new OAuthError('invalid_client', 'This client must authenticate with client_assertion.');
      }
      // Few clients sign assertions, and the library that verifies them is large.
      const { verifyAssertion } = await import('./verify-assertion.js');
      return verifyAssertion(dependencies, client, credentials.assertion, place);
    }
  }
}
