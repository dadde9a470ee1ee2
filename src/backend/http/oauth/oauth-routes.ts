import type { Context, Hono } from 'hono';
import { OAUTH_PATHS, type OAuthServer } from '../../domain/assistants/dependencies.js';
import type { HttpEnv } from '../request-context.js';
import { routed } from '../responses/page-answer.js';
import type { OAuthEndpoints } from './oauth-endpoints.js';
import { METADATA_PATHS, oauthServer, RESOURCE_METADATA_PATH } from './oauth-paths.js';

/** Answers of these routes may be read by pages of every origin; cookies are never part of it. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

const PREFLIGHT_HEADERS = 'Authorization, Content-Type, MCP-Protocol-Version';
const PREFLIGHT_SECONDS = '86400';

/** Clients read the documents each time they connect. */
const METADATA_CACHE = 'public, max-age=300';

/**
 * The OAuth endpoints that programs call. The page on which a person decides belongs to the dashboard.
 *
 * @param load loads the code behind them, with the first request
 */
export function addOAuth(app: Hono<HttpEnv>, publicUrl: string, load: () => Promise<OAuthEndpoints>): void {
  const open = (c: Context<HttpEnv>, route: string) => {
    const context = routed(c, route);
    Object.assign(context.headers, CORS);
    return { context, server: serverOf(c, publicUrl) };
  };
  const preflight = (path: string, methods: string): void => {
    app.on('OPTIONS', path, (c) => {
      const { context } = open(c, path);
      const headers = {
        ...context.headers,
        Allow: `${methods}, OPTIONS`,
        'Access-Control-Allow-Methods': methods,
        'Access-Control-Allow-Headers': PREFLIGHT_HEADERS,
        'Access-Control-Max-Age': PREFLIGHT_SECONDS,
      };
      return new Response(null, { status: 204, headers });
    });
  };

  for (const path of METADATA_PATHS) {
    const isResource = path.startsWith(RESOURCE_METADATA_PATH);
    preflight(path, 'GET, HEAD');
    app.get(path, async (c) => {
      const { context, server } = open(c, path);
      const { protectedResourceMetadata, authorizationServerMetadata } = await import(
        '../../domain/assistants/server-metadata.js'
      );
      const document = isResource ? protectedResourceMetadata(server) : authorizationServerMetadata(server);
      return c.json(document, 200, { ...context.headers, 'Cache-Control': METADATA_CACHE });
    });
  }
  for (const name of ['token', 'revoke', 'register'] as const) {
    const path = OAUTH_PATHS[name];
    preflight(path, 'POST');
    app.post(path, async (c) => {
      const { context, server } = open(c, path);
      return (await load())[name](c.req.raw, context, server);
    });
  }
}

/** This server as the sender of a request knows it. */
export function serverOf(c: Context<HttpEnv>, publicUrl: string): OAuthServer {
  return oauthServer(publicUrl, c.req.header('host'));
}
