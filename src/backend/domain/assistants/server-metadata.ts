import { TOOL_SCOPES } from '../../../contract/scopes.js';
import { AUTH_METHODS, SIGNING_ALGORITHMS } from './clients/client-metadata.js';
import { OAUTH_PATHS, type OAuthServer } from './dependencies.js';
import { OFFLINE_ACCESS } from './presets.js';

const NAME = 'Postrider';

/** The document of RFC 9728: whom to ask for access to `/mcp`. */
export function protectedResourceMetadata({ issuer, resource }: OAuthServer) {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: TOOL_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: NAME,
  };
}

/** The document of RFC 8414: what this authorization server can do. */
export function authorizationServerMetadata({ issuer, resource }: OAuthServer) {
  const authentication = {
    auth_methods_supported: AUTH_METHODS,
    auth_signing_alg_values_supported: SIGNING_ALGORITHMS,
  };
  return {
    issuer,
    authorization_endpoint: `${issuer}${OAUTH_PATHS.authorize}`,
    token_endpoint: `${issuer}${OAUTH_PATHS.token}`,
    revocation_endpoint: `${issuer}${OAUTH_PATHS.revoke}`,
    registration_endpoint: `${issuer}${OAUTH_PATHS.register}`,
    scopes_supported: [...TOOL_SCOPES, OFFLINE_ACCESS],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    ...prefixed('token_endpoint', authentication),
    ...prefixed('revocation_endpoint', authentication),
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
    protected_resources: [resource],
  };
}

function prefixed(prefix: string, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}_${name}`, value]));
}
