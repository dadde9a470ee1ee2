import { isLoopback } from '../../../base/loopback.js';
import { OAUTH_PATHS, type OAuthServer } from '../../domain/assistants/dependencies.js';
import { hostnameOf } from '../server/host-guard.js';

export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';
const SERVER_METADATA_PATH = '/.well-known/oauth-authorization-server';

/** The path of what access tokens are for. */
export const MCP_PATH = '/mcp';

/** Each document has two paths: clients look below the issuer, or below the address of `/mcp`. */
export const METADATA_PATHS: readonly string[] = [RESOURCE_METADATA_PATH, SERVER_METADATA_PATH].flatMap(
  (path) => [path, `${path}${MCP_PATH}`],
);

const OPEN_PATHS: ReadonlySet<string> = new Set([
  ...METADATA_PATHS,
  OAUTH_PATHS.token,
  OAUTH_PATHS.revoke,
  OAUTH_PATHS.register,
]);

/** Paths that pages of every origin may call, because they use no cookie: clients that run in a browser do. */
export const isOpenToPages = (path: string): boolean => OPEN_PATHS.has(path);

/**
 * This server as the client knows it. Clients compare the addresses byte by byte with the one that they were given, and on
 * this machine `localhost` and `127.0.0.1` lead to the same server.
 *
 * @param host the `Host` header, which the guard has accepted
 */
export function oauthServer(publicUrl: string, host: string | undefined): OAuthServer {
  const url = new URL(publicUrl);
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname);
  const issuer =
    isLocal && host !== undefined && isLoopback(hostnameOf(host))
      ? `http://${host.toLowerCase()}`
      : publicUrl;
  return { issuer, resource: `${issuer}${MCP_PATH}` };
}

/** The address of the document that says whom to ask for access: absolute, because Claude accepts no other. */
export const resourceMetadataUrl = ({ issuer }: OAuthServer): string =>
  `${issuer}${RESOURCE_METADATA_PATH}${MCP_PATH}`;
