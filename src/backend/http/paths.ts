import { nearestNames } from '../../base/nearest-name.js';
import type { Operation } from '../../contract/operation.js';
import { OPERATIONS } from '../../contract/operations.js';
import { RequestRefused } from '../operations/refusal.js';

const PATHS_SUGGESTED = 3;

const operations: readonly Operation[] = Object.values(OPERATIONS);

/** `/v1/posts/{id}` → `/v1/posts/:id`, as the router writes it. */
export function routePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

const patterns = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The path as the operation table writes it; null for one that is not there. Parameters may be secrets. */
export function pathTemplate(path: string): string | null {
  return patterns.find(({ pattern }) => pattern.test(path))?.operation.path ?? null;
}

/** The methods that a path takes, in the form of the `Allow` header; null for a path that is not there. */
export function allowedMethods(path: string): string | null {
  const methods = patterns
    .filter(({ pattern }) => pattern.test(path))
    .map(({ operation }) => operation.method);
  if (methods.length === 0) return null;
  return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ');
}

/** What to say of a request that no route took: another method is wanted, or the path is not there. */
export function refuseUnrouted(method: string, path: string): RequestRefused {
  const allow = allowedMethods(path);
  if (allow !== null) {
    return new RequestRefused(
      'method_not_allowed',
      `${path} does not take ${method}. It takes ${allow}.`,
      {},
      { Allow: allow },
    );
  }
  const near = nearPaths(path);
  const known =
    near.length > 0
      ? `Near it: ${near.join(', ')}.`
      : 'GET /openapi.json describes every path, and /reference shows them to people.';
  return new RequestRefused('not_found', `There is nothing at ${path}. ${known}`);
}

function nearPaths(path: string): string[] {
  const known = [...new Set(operations.map((operation) => operation.path))];
  const wanted = path.replace(/\/+$/, '');
  const candidates = wanted.startsWith('/v1/') ? [wanted] : [wanted, `/v1${wanted}`];
  const found = candidates.flatMap((candidate) =>
    nearestNames(asTemplate(candidate), known, PATHS_SUGGESTED),
  );
  return [...new Set(found)]
    .slice(0, PATHS_SUGGESTED)
    .flatMap((near) => operations.filter((one) => one.path === near).map((one) => `${one.method} ${near}`));
}

/** What looks like an id is taken for the parameter that it would be. */
function asTemplate(path: string): string {
  return path
    .split('/')
    .map((segment) => (/^[a-z]+_[0-9a-z]{20,}$/.test(segment) ? '{id}' : segment))
    .join('/');
}
