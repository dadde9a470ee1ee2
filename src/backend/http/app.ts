import { type Context, Hono, type HonoRequest } from 'hono';
import { OPERATION_IDS, OPERATIONS } from '../../contract/operations.js';
import type { Clock } from '../base/clock.js';
import type { IdSource } from '../base/ids.js';
import type { Log } from '../base/log.js';
import type { OpenRequests } from '../operations/open-requests.js';
import { RequestRefused } from '../operations/refusal.js';
import { isDatabaseAway, isDiskFull, isTurnMissed, isUnkeepableText } from '../store/database-faults.js';
import { alreadyAnswered, problemAnswer, SECURITY_HEADERS } from './answer.js';
import type { HostGuard } from './host-guard.js';
import { type OperationEngine, operationRoute } from './operation-route.js';
import { allowedMethods, pathTemplate, refuseUnrouted, routePath } from './paths.js';
import { type HttpEnv, type RequestContext, requestIdOf } from './request-context.js';

export interface AppOptions {
  readonly engine: OperationEngine;
  readonly guard: HostGuard;
  readonly open: OpenRequests;
  readonly log: Log;
  /** It answers whether it is well, and nothing else. */
  readonly healthAlone?: boolean;
  /** Answers a browser in words where there is no page, or one failed; absent: there are no pages. */
  readonly lostPage?: (c: Context<HttpEnv>, refusal: RequestRefused) => Promise<Response>;
}

/** In no name, and refused by one of the databases where it is asked for: no path that has one leads anywhere. */
const NUL = /\0|%00/;

/** A path that no route took is logged up to this many characters. */
const LOGGED_PATH_MAX = 200;

/** The whole HTTP surface: the operations of the contract, made from their table, and what `addPages` adds. */
export function createApp(options: AppOptions, addPages: (app: Hono<HttpEnv>) => void): Hono<HttpEnv> {
  const { engine, guard, open, log, lostPage } = options;
  const { clock, ids } = engine.services;
  const app = new Hono<HttpEnv>();

  app.use(async (c, next) => {
    const context = beginRequest(c.req.raw, open, clock, ids);
    c.set('context', context);
    try {
      guard.check(c.req.header('host') ?? new URL(c.req.url).host, c.req.header('origin'));
      if (options.healthAlone && c.req.path !== OPERATIONS['health.get'].path) throw onlyHealth();
      if (NUL.test(c.req.path)) c.res = await refused(c, refuseUnrouted(c.req.method, c.req.path));
      else await next();
    } catch (error) {
      c.res = problemAnswer(context, refusalOf(error, context, log));
    } finally {
      context.open.end();
    }
    if (open.closing && c.res !== alreadyAnswered()) c.res.headers.set('Connection', 'close');
    const status = context.answeredWith ?? c.res.status;
    logRequest(log, c.req, status, context, clock);
    if (context.call) {
      engine.calls?.note(context.call, {
        status,
        refusal: context.refusal ?? null,
        replayed: context.headers['Idempotency-Replayed'] !== undefined,
      });
    }
  });

  for (const id of OPERATION_IDS) {
    app.on(OPERATIONS[id].method, routePath(OPERATIONS[id].path), operationRoute(id, engine));
  }
  addPages(app);

  app.notFound((c) => {
    const context = c.get('context');
    const allow = allowedMethods(c.req.path);
    if (c.req.method === 'OPTIONS' && allow !== null) {
      return new Response(null, { status: 204, headers: { ...context.headers, Allow: allow } });
    }
    return refused(c, refuseUnrouted(c.req.method, c.req.path));
  });
  app.onError((error, c) => refused(c, refusalOf(error, c.get('context'), log)));
  return app;

  function refused(c: Context<HttpEnv>, refusal: RequestRefused): Response | Promise<Response> {
    return lostPage && asksForPage(c.req) ? lostPage(c, refusal) : problemAnswer(c.get('context'), refusal);
  }
}

/** What programs call answers them in JSON, whatever they take. */
const FOR_PROGRAMS = /^\/(v1|mcp|openapi\.json)(\/|$)/;

function asksForPage(sent: HonoRequest): boolean {
  if (sent.method !== 'GET' || FOR_PROGRAMS.test(sent.path)) return false;
  return /\btext\/html\b/.test(sent.header('accept') ?? '');
}

function beginRequest(request: Request, open: OpenRequests, clock: Clock, ids: IdSource): RequestContext {
  const requestId = requestIdOf(request.headers.get('x-request-id') ?? undefined, ids, clock.now());
  return {
    requestId,
    startedAt: clock.monotonic(),
    open: open.begin(request),
    headers: { ...SECURITY_HEADERS, 'X-Request-Id': requestId },
    route: null,
    keyPrefix: null,
  };
}

/** What a caller is told of an error: refusals as they are; of anything unexpected, that it was logged. */
function refusalOf(error: unknown, context: RequestContext, log: Log): RequestRefused {
  if (error instanceof RequestRefused) return error;
  if (isUnkeepableText(error)) {
    return new RequestRefused('malformed_request', 'It holds a NUL character, which no text may have.');
  }
  log.error(
    { err: error, requestId: context.requestId, route: context.route },
    'a request failed unexpectedly',
  );
  if (isTurnMissed(error)) {
    return new RequestRefused('unavailable', 'The database is busy. Nothing was changed: try again.', {
      retryAfterSeconds: 1,
    });
  }
  if (isDatabaseAway(error)) {
    return new RequestRefused(
      'unavailable',
      'The database cannot be reached at the moment. Send the request again; with an Idempotency-Key it cannot act twice.',
      { retryAfterSeconds: 1 },
    );
  }
  if (isDiskFull(error)) {
    return new RequestRefused(
      'unavailable',
      'The disk of the service is full, or cannot be written. Make room on it, then send the request again; with an Idempotency-Key it cannot act twice.',
      { retryAfterSeconds: 5 },
    );
  }
  return new RequestRefused(
    'internal_error',
    `An unexpected error was logged under request id ${context.requestId}. Send the request again; with an Idempotency-Key it cannot act twice.`,
  );
}

function onlyHealth(): RequestRefused {
  return new RequestRefused(
    'not_found',
    `This process publishes and takes no requests: send them to one that runs with --role api or all. GET ${OPERATIONS['health.get'].path} says whether it is well.`,
  );
}

function logRequest(
  log: Log,
  sent: HonoRequest,
  status: number,
  context: RequestContext,
  clock: Clock,
): void {
  const ms = Math.round((clock.monotonic() - context.startedAt) * 10) / 10;
  const { requestId, keyPrefix } = context;
  const route = context.route ?? `none: ${pathTemplate(sent.path) ?? sent.path.slice(0, LOGGED_PATH_MAX)}`;
  log.info({ method: sent.method, route, status, ms, requestId, keyPrefix }, 'request');
}
