import { type Context, Hono, type HonoRequest, type Next } from 'hono';
import { OPERATION_IDS, OPERATIONS } from '../../contract/operations.js';
import { VERSION } from '../../version.js';
import type { Figures } from '../base/figures.js';
import type { Log } from '../base/log.js';
import type { Tracer } from '../base/tracing/tracer.js';
import { StorageUnavailable } from '../files/storage.js';
import { DATABASE_DAMAGED } from '../operations/database-damaged.js';
import { nulRefused } from '../operations/nul.js';
import type { OpenRequests } from '../operations/open-requests.js';
import { RequestRefused } from '../operations/refusal.js';
import {
  isDamaged,
  isDatabaseAway,
  isDiskFull,
  isLockTimeout,
  isUnstorableText,
} from '../store/database-errors.js';
import { openApiRoute } from './document-route.js';
import { isOpenToPages } from './oauth/oauth-paths.js';
import { operationRoute } from './operation-route.js';
import { allowedMethods, methodRefused, pathRefused, pathTemplate, routePath } from './paths.js';
import type { OperationEngine } from './perform-operation.js';
import { type HttpEnv, type RequestContext, requestIdOf } from './request-context.js';
import { inRequestSpan, isKnownMethod } from './request-span.js';
import type { ClientAddresses } from './requests/client-address.js';
import { queryWithNul } from './requests/query.js';
import { alreadyAnswered, HSTS, problemAnswer, SECURITY_HEADERS } from './responses/answer.js';
import { type HostGuard, hostnameOf } from './server/host-guard.js';

export interface AppOptions {
  readonly engine: OperationEngine;
  readonly guard: HostGuard;
  readonly open: OpenRequests;
  readonly log: Log;
  readonly figures: Figures;
  readonly tracer?: Tracer | undefined;
  readonly clients: ClientAddresses;
  /** Serve the health checks and nothing else. */
  readonly healthAlone?: boolean;
  /** Renders the error page for a browser; absent: this process serves no pages. */
  readonly notFoundPage?: (c: Context<HttpEnv>, refusal: RequestRefused) => Promise<Response>;
}

/** What a process that only publishes answers. */
const HEALTH_PATHS: readonly string[] = [OPERATIONS['health.get'].path, OPERATIONS['readiness.get'].path];

/** No route contains a NUL. */
const NUL = /\0|%00/;

/** Characters of an unknown path that are logged. */
const MAX_LOGGED_PATH_LENGTH = 200;

/** The HTTP application: a route for each operation of the contract, and the pages that `addPages` adds. */
export function createApp(options: AppOptions, addPages: (app: Hono<HttpEnv>) => void): Hono<HttpEnv> {
  const { engine, guard, open, log, notFoundPage } = options;
  const { publicUrl } = engine.services;
  const tlsHost = publicUrl.startsWith('https:') ? new URL(publicUrl).hostname : null;
  const app = new Hono<HttpEnv>();

  app.use((c, next) =>
    HEALTH_PATHS.includes(c.req.path)
      ? answer(c, next)
      : inRequestSpan(options.tracer, c, () => answer(c, next)),
  );

  async function answer(c: Context<HttpEnv>, next: Next): Promise<void> {
    const host = c.req.header('host') ?? new URL(c.req.url).host;
    const isOverTls = tlsHost !== null && hostnameOf(host) === tlsHost;
    const context = beginRequest(c, options);
    if (isOverTls) context.headers[HSTS.name] = HSTS.value;
    c.set('context', context);
    try {
      guard.check(host, isOpenToPages(c.req.path) ? undefined : c.req.header('origin'));
      if (options.healthAlone && !HEALTH_PATHS.includes(c.req.path)) throw onlyHealth();
      const malformed = NUL.test(c.req.path) ? nulRefused('The path') : queryOfNoOperation(c.req);
      if (malformed) c.res = await refused(c, malformed);
      else await next();
    } catch (error) {
      c.res = problemAnswer(context, refusalOf(error, context, log));
    } finally {
      context.open.end();
    }
    if ((open.closing || isOverTls) && c.res !== alreadyAnswered()) {
      if (open.closing) c.res.headers.set('Connection', 'close');
      if (isOverTls) c.res.headers.set(HSTS.name, HSTS.value);
    }
    const status = context.answeredWith ?? c.res.status;
    logRequest(options, c.req, status, context);
    if (context.call) {
      engine.calls?.note(context.call, {
        status,
        refusal: context.refusal ?? null,
        replayed: context.headers['Idempotency-Replayed'] !== undefined,
      });
    }
  }

  for (const id of OPERATION_IDS) {
    const route = id === 'openapi.get' ? openApiRoute(engine) : operationRoute(id, engine);
    app.on(OPERATIONS[id].method, routePath(OPERATIONS[id].path), route);
  }
  addPages(app);

  app.notFound((c) => {
    const { method, path } = c.req;
    const allow = allowedMethods(app.routes, path);
    if (allow === null) return refused(c, pathRefused(path));
    if (method !== 'OPTIONS') return refused(c, methodRefused(method, path, allow));
    return new Response(null, { status: 204, headers: { ...c.get('context').headers, Allow: allow } });
  });
  app.onError((error, c) => refused(c, refusalOf(error, c.get('context'), log)));
  return app;

  function refused(c: Context<HttpEnv>, refusal: RequestRefused): Response | Promise<Response> {
    return notFoundPage && wantsPage(c.req)
      ? notFoundPage(c, refusal)
      : problemAnswer(c.get('context'), refusal);
  }
}

/** Always answered in JSON, whatever the request accepts. */
const API_PATHS = /^\/(v1|oauth|notices|mcp|token|revoke|register|\.well-known|openapi\.json)(\/|$)/;

function wantsPage(sent: HonoRequest): boolean {
  if (sent.method !== 'GET' || API_PATHS.test(sent.path)) return false;
  return /\btext\/html\b/.test(sent.header('accept') ?? '');
}

function beginRequest(c: Context<HttpEnv>, { engine, open, clients }: AppOptions): RequestContext {
  const { clock, ids } = engine.services;
  const requestId = requestIdOf(c.req.header('x-request-id'), ids, clock.now());
  return {
    requestId,
    startedAt: clock.monotonic(),
    open: open.begin(c.req.raw),
    clientAddress: () => clients.of(c),
    headers: { ...SECURITY_HEADERS, 'X-Request-Id': requestId, 'Postrider-Version': VERSION },
    route: null,
    keyPrefix: null,
  };
}

/** The refusal to answer with. Unexpected errors are logged, and described only in general terms. */
function refusalOf(error: unknown, context: RequestContext, log: Log): RequestRefused {
  if (error instanceof RequestRefused) return error;
  if (error instanceof StorageUnavailable) return new RequestRefused('unavailable', error.message);
  if (isUnstorableText(error)) {
    return nulRefused('The request');
  }
  log.error(
    { err: error, requestId: context.requestId, route: context.route },
    'a request failed unexpectedly',
  );
  if (isDamaged(error)) return new RequestRefused('database_damaged', DATABASE_DAMAGED);
  if (isLockTimeout(error)) {
    return new RequestRefused('unavailable', 'The database is busy. Try again.', {
      retryAfterSeconds: 1,
    });
  }
  if (isDatabaseAway(error)) {
    return new RequestRefused(
      'unavailable',
      'The database cannot be reached right now. Send the request again; with an Idempotency-Key it takes effect only once.',
      { retryAfterSeconds: 1 },
    );
  }
  if (isDiskFull(error)) {
    return new RequestRefused(
      'unavailable',
      'The disk of the service is full or not writable. Free some space, then send the request again; with an Idempotency-Key it takes effect only once.',
      { retryAfterSeconds: 5 },
    );
  }
  return new RequestRefused(
    'internal_error',
    `An unexpected error occurred; the log has it under request id ${context.requestId}. Send the request again; with an Idempotency-Key it takes effect only once.`,
  );
}

/** What is wrong with the query of a page. An operation refuses its query itself, after the key and the rate limit. */
function queryOfNoOperation({ url, path }: HonoRequest): RequestRefused | null {
  const malformed = queryWithNul(url);
  return malformed && pathTemplate(path) === null ? malformed : null;
}

function onlyHealth(): RequestRefused {
  return new RequestRefused(
    'not_found',
    `This process only publishes. Send requests to a process that runs with --role api or --role all. It answers only ${HEALTH_PATHS.map((path) => `\`GET ${path}\``).join(' and ')}.`,
  );
}

function logRequest(
  { engine, log, figures }: AppOptions,
  sent: HonoRequest,
  status: number,
  context: RequestContext,
): void {
  const { clock } = engine.services;
  const ms = Math.round((clock.monotonic() - context.startedAt) * 10) / 10;
  const labels = { method: methodLabel(sent.method), route: context.route ?? 'none' };
  figures.requests.add({ ...labels, status: String(status) });
  figures.answers.observe(ms / 1_000, { face: faceOf(labels.route) });
  const { requestId, keyPrefix } = context;
  const route =
    context.route ?? `none: ${pathTemplate(sent.path) ?? sent.path.slice(0, MAX_LOGGED_PATH_LENGTH)}`;
  log.info({ method: sent.method, route, status, ms, requestId, keyPrefix }, 'request');
}

/** Strangers choose the method: they must not make new figures with it. */
const methodLabel = (method: string): string => (isKnownMethod(method) ? method : 'other');

/** Whom a route answers. */
function faceOf(route: string): string {
  if (route === 'none') return 'none';
  if (route === '/mcp') return 'tools';
  if (HEALTH_PATHS.includes(route)) return 'health';
  return API_PATHS.test(route) ? 'api' : 'pages';
}
