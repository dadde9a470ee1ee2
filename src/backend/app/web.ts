import type { Hono } from 'hono';
import { FILES_PATH } from '../files/signed-url.js';
import { type AppOptions, createApp } from '../http/app.js';
import type { HttpEnv } from '../http/request-context.js';
import { McpRoute } from '../mcp/route.js';
import type { PageOptions } from './pages.js';

export interface WebOptions extends Omit<AppOptions, 'lostPage'>, PageOptions {
  /** Serves the bytes of media at signed addresses. */
  readonly addFiles: (routes: Hono<HttpEnv>) => void;
}

/** Addresses at which no page is, whatever is asked for. */
const PROGRAMS_ALONE = new RegExp(
  `^\\w+://[^/?#]*/(v1/|(mcp|healthz|openapi\\.json)([?#]|$)|${FILES_PATH.slice(1)}/)`,
);

/**
 * Everything that one backend answers over HTTP. What only pages need, a seventh of the whole program, is
 * loaded when somebody asks for the first of them: many a backend serves programs alone, and none has to wait
 * for it at its start.
 */
export class Web {
  readonly #options: WebOptions;
  readonly #mcp: McpRoute;
  readonly #programs: Hono<HttpEnv>;
  /** The same with all pages. */
  #whole: Promise<Hono<HttpEnv>> | null = null;

  constructor(options: WebOptions) {
    const { engine, open, log } = options;
    this.#options = options;
    this.#mcp = new McpRoute({ ...engine, publicUrl: engine.services.publicUrl, open, log });
    this.#programs = this.#made(() => undefined);
  }

  /** @param bindings what the server gives beside a request: Node's own objects */
  async fetch(request: Request, bindings: object): Promise<Response> {
    const { healthAlone } = this.#options;
    const app = healthAlone || PROGRAMS_ALONE.test(request.url) ? this.#programs : await this.#withPages();
    return app.fetch(request, bindings);
  }

  /** What it answers to, as the router writes it. */
  async routes(): Promise<{ method: string; path: string }[]> {
    return (await this.#withPages()).routes.map(({ method, path }) => ({ method, path }));
  }

  close(): Promise<void> {
    return this.#mcp.close();
  }

  #withPages(): Promise<Hono<HttpEnv>> {
    const { engine } = this.#options;
    this.#whole ??= import('./pages.js').then(({ addPages }) =>
      this.#made((routes) => addPages(routes, engine, this.#options)),
    );
    return this.#whole;
  }

  #made(addPages: (routes: Hono<HttpEnv>) => void): Hono<HttpEnv> {
    const { addFiles, ...options } = this.#options;
    const lostPage: AppOptions['lostPage'] = async (c, refusal) => {
      const { lostPages } = await import('./pages.js');
      return lostPages(options.engine)(c, refusal);
    };
    return createApp({ ...options, lostPage }, (routes) => {
      this.#mcp.add(routes);
      addPages(routes);
      addFiles(routes);
    });
  }
}
