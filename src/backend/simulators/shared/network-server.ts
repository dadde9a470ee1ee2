import type { JsonObject } from '../../../base/json.js';
import type { Platform } from '../../../contract/platforms.js';
import type { NetworkErrors } from '../../networks/refusals/read-refusal.js';
import type { WireRequest, WireResponse } from '../../networks/wire.js';
import type { NetworkSimulator, SimulatedAccount, SimulatorContext } from '../simulator.js';
import { failing, failureAt } from './failing.js';
import { overQuota, type Quota } from './quotas.js';
import { fieldsOf } from './request-body.js';
import { answerShown } from './shown-calls.js';
import { answeredBy } from './thread-of.js';
import { accountOfToken, renewAccess, type TokenService } from './tokens.js';

/** A request with the token of an account of the network. */
export interface SimulatedCall {
  readonly request: WireRequest;
  readonly context: SimulatorContext;
  readonly account: SimulatedAccount;
  /** Path parameters: the values of `:name` in the route. */
  readonly params: Readonly<Record<string, string>>;
  /** The fields of the query, form and JSON body. */
  readonly fields: JsonObject;
  /** Ids of the posts that the request has created. */
  readonly made: string[];
}

export type Handler = (call: SimulatedCall) => Promise<WireResponse>;

/** A request without the access token of an account. */
export type OpenCall = Pick<SimulatedCall, 'request' | 'context' | 'params' | 'fields'>;
type OpenHandler = (call: OpenCall) => Promise<WireResponse>;

interface NetworkServer {
  readonly platform: Platform;
  /** Absent: nothing depends on it. */
  readonly origin?: string;
  readonly errors: NetworkErrors;
  /** Handlers by route, such as `POST /2/tweets` or `GET /2/users/:id/tweets`. */
  readonly routes: Readonly<Record<string, Handler>>;
  /** Handlers of routes that need no access token of an account. */
  readonly open?: Readonly<Record<string, OpenHandler>>;
  /** The routes that publish: posts, and comments. */
  readonly publishing: { readonly posts: readonly string[]; readonly comments?: readonly string[] };
  /** Whether a request to a publishing route only reads. */
  readonly onlyAsks?: (request: WireRequest) => boolean;
  /** The limits per account, and the routes that enforce them; by default the publishing ones. */
  readonly quotas?: readonly Quota[];
  readonly quotaRoutes?: readonly string[];
  readonly tokens?: TokenService;
  /** Reads a token from elsewhere than the header; null: there is none. */
  readonly shownToken?: (request: WireRequest) => string | null;
  /**
   * The response to a missing, expired or unknown token.
   * @param isKnown whether the network gave it out once
   */
  readonly unauthorized: (token: string | null, isKnown: boolean) => WireResponse;
  readonly notFound: (request: WireRequest) => WireResponse;
}

interface Route<Handles> {
  readonly name: string;
  readonly method: string;
  readonly pattern: readonly string[];
  readonly handler: Handles;
}

function routesOf<Handles>(handlers: Readonly<Record<string, Handles>>): readonly Route<Handles>[] {
  return Object.entries(handlers).map(([name, handler]) => {
    const [method = '', path = ''] = name.split(' ');
    return { name, method, pattern: path.split('/'), handler };
  });
}

/** The route of a request with its path parameters; null: none matches. */
function routeFor<Handles>(routes: readonly Route<Handles>[], { method, path }: WireRequest) {
  const parts = path.split('/');
  for (const route of routes) {
    const params = route.method === method ? paramsOf(route.pattern, parts) : null;
    if (params) return { route, params };
  }
  return null;
}

function paramsOf(pattern: readonly string[], path: readonly string[]): Record<string, string> | null {
  if (pattern.length !== path.length) return null;
  const params: Record<string, string> = {};
  for (const [place, part] of pattern.entries()) {
    const given = path[place] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(given);
    else if (part !== given) return null;
  }
  return params;
}

function tokenOf({ headers }: WireRequest): string | null {
  return /^(?:Bearer|OAuth) (.+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? null;
}

/**
 * Makes a simulated network from its routes: renews access, authenticates, routes, enforces quotas, and responds in
 * the network's words. An account whose handle names a failure fails.
 */
export function networkServer(server: NetworkServer): NetworkSimulator {
  const { platform, errors, tokens, quotas = [], publishing } = server;
  const table = routesOf(server.routes);
  const openTable = routesOf(server.open ?? {});
  const commentRoutes = publishing.comments ?? [];
  const publishingRoutes = [...publishing.posts, ...commentRoutes];
  const quotaRoutes = server.quotaRoutes ?? publishing.posts;

  async function handle(route: Route<Handler>, call: SimulatedCall): Promise<WireResponse> {
    const { account, context, request } = call;
    const isPart = commentRoutes.includes(route.name) || answeredBy(platform, call.fields) !== null;
    const publishes = publishingRoutes.includes(route.name) && server.onlyAsks?.(request) !== true;
    const work = async () => {
      const full = quotaRoutes.includes(route.name)
        ? await overQuota(quotas, errors, account, context, call.fields)
        : null;
      const answer = full ?? (await route.handler(call));
      for (const id of call.made) await context.memory.noteAnswer(id, answerShown(answer));
      return answer;
    };
    const failure = failureAt(account, { publishes, isPart });
    return failure ? failing(failure, { errors, account, context }, work) : work();
  }

  return {
    platform,
    origin: server.origin ?? `https://${platform}.example`,
    async answer(sent, context) {
      const request = withOwnQuery(sent);
      if (tokens && tokens.route === `${request.method} ${request.path}`) {
        return renewAccess(platform, tokens, request, context);
      }
      const opened = routeFor(openTable, request);
      if (opened) {
        return opened.route.handler({ request, context, params: opened.params, fields: fieldsOf(request) });
      }
      const token = tokenOf(request) ?? server.shownToken?.(request) ?? null;
      const known = token === null ? null : await accountOfToken(platform, token, context);
      if (known === null || known.isExpired || known.account.platform !== platform) {
        return server.unauthorized(token, known !== null);
      }
      const { account } = known;
      if (failureAt(account, { publishes: false, isPart: false })?.kind === 'forget_token') {
        return server.unauthorized(token, true);
      }
      const found = routeFor(table, request);
      if (found === null) return server.notFound(request);
      const { route, params } = found;
      return handle(route, { request, context, account, params, fields: fieldsOf(request), made: [] });
    },
  };
}

/** A path can have a query of its own, where the network's syntax forbids to encode it as usual. */
function withOwnQuery(request: WireRequest): WireRequest {
  const [path = '', own] = request.path.split('?', 2);
  if (own === undefined) return request;
  return { ...request, path, query: { ...Object.fromEntries(new URLSearchParams(own)), ...request.query } };
}

/** A field as a string; empty if it is missing. */
export function textOf(fields: JsonObject, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}
