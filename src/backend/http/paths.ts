import { nearestNames } from '../../base/nearest-name.js';
import type { Operation } from '../../contract/operation.js';
import { OPERATIONS } from '../../contract/operations.js';
import { RequestRefused } from '../operations/refusal.js';
import { HttpRefusal } from './responses/http-refusal.js';

const MAX_SUGGESTED_PATHS = 3;

const operations: readonly Operation[] = Object.values(OPERATIONS);

/** `/v1/posts/{id}` → `/v1/posts/:id`, as the router writes it. */
export function routePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

const patterns = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The path as written in the operation table, for logs: parameters may be secrets. Null if nothing matches. */
export function pathTemplate(path: string): string | null {
  return patterns.find(({ pattern }) => pattern.test(path))?.operation.path ?? null;
}

/** A route, as the router writes it. */
interface Route {
  readonly method: string;
  readonly path: string;
}

/** The methods of a path, as an `Allow` header; null for an unknown path. */
export function allowedMethods(routes: readonly Route[], path: string): string | null {
  const steps = path.split('/');
  const methods = routes
    .filter((route) => route.method !== 'ALL' && leadsTo(route.path.split('/'), steps))
    .map(({ method }) => method);
  if (methods.length === 0) return null;
  return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ');
}

/** Whether a route, such as `/posts/:id` or `/files/*`, is that of a path. */
function leadsTo(route: readonly string[], path: readonly string[]): boolean {
  const hasRest = route.at(-1) === '*';
  const fixed = hasRest ? route.slice(0, -1) : route;
  if (hasRest ? path.length <= fixed.length : path.length !== fixed.length) return false;
  return fixed.every((step, place) => (step.startsWith(':') ? path[place] !== '' : path[place] === step));
}

/** The refusal of a method that a path does not have. */
export function methodRefused(method: string, path: string, allow: string): RequestRefused {
  return new HttpRefusal('method_not_allowed', `${path} does not support ${method}. Use ${allow}.`, {
    Allow: allow,
  });
}

/** The refusal of an unknown path. */
export function pathRefused(path: string): RequestRefused {
  const near = nearPaths(path);
  const known =
    near.length > 0
      ? `Did you mean ${near.join(', ')}?`
      : '`GET /openapi.json` describes every path; /reference documents them for people.';
  return new RequestRefused('not_found', `Nothing exists at ${path}. ${known}`);
}

function nearPaths(path: string): string[] {
  const known = [...new Set(operations.map((operation) => operation.path))];
  const wanted = path.replace(/(?<!\/)\/+$/, '');
  const candidates = wanted.startsWith('/v1/') ? [wanted] : [wanted, `/v1${wanted}`];
  const found = candidates.flatMap((candidate) =>
    nearestNames(asTemplate(candidate), known, MAX_SUGGESTED_PATHS),
  );
  return [...new Set(found)]
    .slice(0, MAX_SUGGESTED_PATHS)
    .flatMap((near) => operations.filter((one) => one.path === near).map((one) => `${one.method} ${near}`));
}

/** Replaces what looks like an id with the path parameter. */
function asTemplate(path: string): string {
  return path
    .split('/')
    .map((segment) => (/^[a-z]+_[0-9a-z]{20,}$/.test(segment) ? '{id}' : segment))
    .join('/');
}
