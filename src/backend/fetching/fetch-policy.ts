import { isLoopback } from '../../base/loopback.js';
import type { GuardedAnswer, GuardedRequest } from './guarded-fetch.js';
import type { Origins } from './url-rules.js';

/** What whoever runs the backend says about fetching. */
export interface FetchPolicy {
  /** Origins on this machine that sandbox workspaces may reach, such as `http://127.0.0.1:8080`. */
  readonly allowedOrigins: Origins;
  /** The HTTP proxy that every fetch goes through; it looks names up itself. */
  readonly proxy: URL | null;
}

/** Nothing on this machine may be reached, and no proxy is used. */
export const STRICT_POLICY: FetchPolicy = { allowedOrigins: new Set(), proxy: null };

/** Sandboxes may reach whatever listens on this machine: for tests, whose receivers take any free port. */
export const OPEN_TO_THIS_MACHINE: FetchPolicy = {
  allowedOrigins: { has: (origin) => URL.canParse(origin) && isLoopback(new URL(origin).hostname) },
  proxy: null,
};

/** A setting of fetching that cannot be used; the message says what it has to look like. */
export class FetchPolicyInvalid extends Error {
  override readonly name = 'FetchPolicyInvalid';
}

/**
 * @param allowedOrigins as they are written, such as `http://127.0.0.1:8080` or `http://localhost:3000`
 * @param proxy `http://[name:password@]host:port`, or nothing
 * @throws FetchPolicyInvalid
 */
export function readFetchPolicy(
  allowedOrigins: readonly string[],
  proxy: string | null | undefined,
): FetchPolicy & { readonly allowedOrigins: ReadonlySet<string> } {
  return {
    allowedOrigins: new Set(allowedOrigins.map(readOrigin)),
    proxy: proxy ? readProxy(proxy) : null,
  };
}

/** The request options, the policy's for this workspace among them, of which one may be left out. */
export type WorkspaceFetch = (
  url: string,
  options: Omit<GuardedRequest, 'allowedOrigins' | 'proxy'>,
) => Promise<GuardedAnswer>;

/** The guarded fetch for one workspace: only a sandbox may reach the allowed origins of this machine. */
export function fetchFor(policy: FetchPolicy, workspace: { readonly sandbox: number }): WorkspaceFetch {
  return async (url, options) => {
    const { guardedFetch } = await import('./guarded-fetch.js');
    return guardedFetch(url, {
      ...options,
      proxy: policy.proxy,
      ...(workspace.sandbox === 1 ? { allowedOrigins: policy.allowedOrigins } : {}),
    });
  };
}

function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || !isBare(url) || !isLoopback(url.hostname)) {
    throw new FetchPolicyInvalid(
      `"${text}" cannot be allowed for fetching: name an origin on this machine and nothing after it, such as http://127.0.0.1:8080.`,
    );
  }
  return url.origin;
}

function readProxy(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'http:' || url.pathname !== '/' || url.search !== '') {
    throw new FetchPolicyInvalid('The proxy for fetching is written like http://proxy.example.org:3128.');
  }
  return url;
}

function isBare(url: URL): boolean {
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
}
