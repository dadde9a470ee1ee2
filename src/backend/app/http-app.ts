import type { Hono } from 'hono';
import { FILES_PATH } from '../files/signed-url.js';
import { type AppOptions, createApp } from '../http/app.js';
import { addClientMetadata } from '../http/client-metadata-route.js';
import { addNoticeRoutes } from '../http/notice-routes.js';
import type { OAuthEndpoints } from '../http/oauth/oauth-endpoints.js';
import { addOAuth } from '../http/oauth/oauth-routes.js';
import type { HttpEnv } from '../http/request-context.js';
import { McpRoute } from '../mcp/route.js';
import type { PageOptions } from './pages.js';

export interface WebOptions extends Omit<AppOptions, 'notFoundPage'>, PageOptions {
  /** Serves the bytes of media at signed URLs. */
  readonly addFiles: (routes: Hono<HttpEnv>) => void;
}

/** URLs that never serve a page. */
const API_URLS = new RegExp(
  `^\\w+://[^/?#]*/(v1/|oauth/|notices/|\\.well-known/|(mcp|token|revoke|register|healthz|readyz|openapi\\.json)([?#]|$)|${FILES_PATH.slice(1)}/)`,
);

/**
 * Everything a backend answers over HTTP. The code for pages is a seventh of the program; the first page request
 * loads it, so that a start does not wait for it.
 */
export class HttpApp {
  readonly #options: WebOptions;
  readonly #mcp: McpRoute;
  readonly #api: Hono<HttpEnv>;
  /** The API and all pages. */
  #withPagesLoaded: Promise<Hono<HttpEnv>> | null = null;
  #oauth: Promise<OAuthEndpoints> | null = null;

  constructor(options: WebOptions) {
    const { engine, open, log, tracer } = options;
    this.#options = options;
    this.#mcp = new McpRoute({ ...engine, publicUrl: engine.services.publicUrl, open, log, tracer });
    this.#api = this.#create(() => undefined);
  }

  /** @param bindings Node's request and response objects */
  async fetch(request: Request, bindings: object): Promise<Response> {
    const { healthAlone } = this.#options;
    const app = healthAlone || API_URLS.test(request.url) ? this.#api : await this.#withPages();
    return app.fetch(request, bindings);
  }

  /** Every route, as the router writes it. */
  async routes(): Promise<{ method: string; path: string }[]> {
    return (await this.#withPages()).routes.map(({ method, path }) => ({ method, path }));
  }

  close(): Promise<void> {
    return this.#mcp.close();
  }

  #withPages(): Promise<Hono<HttpEnv>> {
    const { engine } = this.#options;
    this.#withPagesLoaded ??= import('./pages.js').then(({ addPages }) =>
      this.#create((routes) => addPages(routes, engine, this.#options)),
    );
    return this.#withPagesLoaded;
  }

  #oauthEndpoints(): Promise<OAuthEndpoints> {
    const { engine, fetching, take } = this.#options;
    this.#oauth ??= import('../http/oauth/oauth-endpoints.js').then(({ oauthEndpoints }) =>
      oauthEndpoints({ ...engine.services, policy: fetching }, take),
    );
    return this.#oauth;
  }

  #create(addPages: (routes: Hono<HttpEnv>) => void): Hono<HttpEnv> {
    const { addFiles, ...options } = this.#options;
    const notFoundPage: AppOptions['notFoundPage'] = async (c, refusal) => {
      const { errorPages } = await import('./pages.js');
      return errorPages(options.engine)(c, refusal);
    };
    return createApp({ ...options, notFoundPage }, (routes) => {
      this.#mcp.add(routes);
      addClientMetadata(routes, options.engine.services);
      addOAuth(routes, options.engine.services.publicUrl, () => this.#oauthEndpoints());
      addNoticeRoutes(routes, { ...options, services: options.engine.services });
      addPages(routes);
      addFiles(routes);
    });
  }
}
