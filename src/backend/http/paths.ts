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

/** The methods of a path, as an `Allow` header; null for an unknown path. */
export function allowedMethods(path: string): string | null {
  const methods = patterns
    .filter(({ pattern }) => pattern.test(path))
    .map(({ operation }) => operation.method);
  if (methods.length === 0) return null;
  return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ');
}

/** The refusal of a request that matched no route: wrong method or unknown path. */
export function refuseUnrouted(method: string, path: string): RequestRefused {
  const allow = allowedMethods(path);
  if (allow !== null) {
    return new HttpRefusal('method_not_allowed', `${path} does not support ${method}. Use ${allow}.`, {
      Allow: allow,
    });
  }
  const near = nearPaths(path);
  const known =
    near.length > 0
      ? `Did you mean ${near.join(', ')}?`
      : '`GET /openapi.json` describes every path; /reference documents them for people.';
  return new RequestRefused('not_found', `Nothing exists at ${path}. ${known}`);
}

function nearPaths(path: string): string[] {
  const known = [...new Set(operations.map((operation) => operation.path))];
  const wanted = path.replace(/\/+$/, '');
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
