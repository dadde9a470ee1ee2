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

interface NetworkServer {
  readonly platform: Platform;
  readonly errors: NetworkErrors;
  /** Handlers by route, such as `POST /2/tweets` or `GET /2/users/:id/tweets`. */
  readonly routes: Readonly<Record<string, Handler>>;
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
  /** The response to a missing, expired or unknown token. */
  readonly unauthorized: (token: string | null) => WireResponse;
  readonly notFound: (request: WireRequest) => WireResponse;
}

interface Route {
  readonly name: string;
  readonly method: string;
  readonly pattern: readonly string[];
  readonly handler: Handler;
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
  const table = Object.entries(server.routes).map(([name, handler]): Route => {
    const [method = '', path = ''] = name.split(' ');
    return { name, method, pattern: path.split('/'), handler };
  });
  const commentRoutes = publishing.comments ?? [];
  const publishingRoutes = [...publishing.posts, ...commentRoutes];
  const quotaRoutes = server.quotaRoutes ?? publishing.posts;

  async function handle(route: Route, call: SimulatedCall): Promise<WireResponse> {
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
    async answer(request, context) {
      if (tokens && tokens.route === `${request.method} ${request.path}`) {
        return renewAccess(platform, tokens, request, context);
      }
      const token = tokenOf(request) ?? server.shownToken?.(request) ?? null;
      const known = token === null ? null : await accountOfToken(platform, token, context);
      if (known === null || known.isExpired || known.account.platform !== platform) {
        return server.unauthorized(token);
      }
      const { account } = known;
      if (failureAt(account, { publishes: false, isPart: false })?.kind === 'forget_token') {
        return server.unauthorized(token);
      }
      const path = request.path.split('/');
      for (const route of table) {
        const params = route.method === request.method ? paramsOf(route.pattern, path) : null;
        if (params) {
          return handle(route, { request, context, account, params, fields: fieldsOf(request), made: [] });
        }
      }
      return server.notFound(request);
    },
  };
}

/** A field as a string; empty if it is missing. */
export function textOf(fields: JsonObject, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}
