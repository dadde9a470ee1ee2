import type { Platform } from '../../../contract/platforms.js';
import type { JsonObject } from '../json-answer.js';
import type { NetworkSimulator, SimulatedAccount, SimulatorContext } from '../simulator.js';
import type { WireRequest, WireResponse } from '../wire.js';
import { fieldsOf } from './request-body.js';

/** A request whose token belongs to an account of the network. */
export interface SimulatedCall {
  readonly request: WireRequest;
  readonly context: SimulatorContext;
  readonly account: SimulatedAccount;
  /** What the path holds where the route has `:name`. */
  readonly params: Readonly<Record<string, string>>;
  /** Query, form and JSON fields. */
  readonly fields: JsonObject;
}

type Handler = (call: SimulatedCall) => Promise<WireResponse>;

interface NetworkServer {
  readonly platform: Platform;
  /** `POST /2/tweets` or `GET /2/users/:id/tweets` to what answers it. */
  readonly routes: Readonly<Record<string, Handler>>;
  /** How the network answers without a token, and to one that it does not know. */
  readonly unauthorized: (token: string | null) => WireResponse;
  readonly notFound: (request: WireRequest) => WireResponse;
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
  return /^Bearer (.+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? null;
}

/** A simulated network from its routes: reads the token, finds the route, answers in the network's words. */
export function networkServer({ platform, routes, unauthorized, notFound }: NetworkServer): NetworkSimulator {
  const table = Object.entries(routes).map(([route, handler]) => {
    const [method = '', path = ''] = route.split(' ');
    return { method, pattern: path.split('/'), handler };
  });
  return {
    platform,
    async answer(request, context) {
      const token = tokenOf(request);
      const account = token === null ? null : await context.memory.accountByToken(token);
      if (account === null || account.platform !== platform) return unauthorized(token);
      const path = request.path.split('/');
      for (const { method, pattern, handler } of table) {
        const params = method === request.method ? paramsOf(pattern, path) : null;
        if (params) return handler({ request, context, account, params, fields: fieldsOf(request) });
      }
      return notFound(request);
    },
  };
}

/** A field as text, empty where it is missing. */
export function textOf(fields: JsonObject, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}
