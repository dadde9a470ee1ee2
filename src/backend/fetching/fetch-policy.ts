import { isLoopback } from '../../base/loopback.js';
import { FetchFailure } from './fetch-failure.js';
import type { GuardedAnswer, GuardedRequest } from './guarded-fetch.js';
import type { Origins } from './url-rules.js';

/** The operator’s settings for fetching. */
export interface FetchPolicy {
  /** Origins on this machine that sandboxes may fetch from, such as `http://127.0.0.1:8080`. */
  readonly allowedOrigins: Origins;
  /** The HTTP proxy for all fetches. It resolves names. */
  readonly proxy: URL | null;
  /** How to find and trust servers. Only tests set it, to put servers of their own in the place of others. */
  readonly connecting?: Pick<GuardedRequest, 'resolve' | 'dial' | 'ca'>;
}

/** Allows no origin on this machine, and uses no proxy. */
export const STRICT_POLICY: FetchPolicy = { allowedOrigins: new Set(), proxy: null };

/** Lets sandboxes reach any port on this machine: for tests, whose receivers listen on free ports. */
export const OPEN_TO_THIS_MACHINE: FetchPolicy = {
  allowedOrigins: { has: (origin) => URL.canParse(origin) && isLoopback(new URL(origin).hostname) },
  proxy: null,
};

/** Fetches nothing at all: for a backend from which nothing leaves this machine. */
export const NO_FETCHES: FetchPolicy = {
  allowedOrigins: new Set(),
  proxy: null,
  connecting: {
    resolve: () => Promise.reject(stays()),
    dial: () => {
      throw stays();
    },
  },
};

const stays = () => new FetchFailure('address_refused', 'This is a rehearsal: nothing leaves this machine.');

/** An invalid setting. The message shows the right form. */
export class FetchPolicyInvalid extends Error {
  override readonly name = 'FetchPolicyInvalid';
}

/**
 * @param allowedOrigins such as `http://127.0.0.1:8080` or `http://localhost:3000`
 * @param proxy `http://[name:password@]host:port`
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

/** The options of a guarded fetch, without those that the policy sets. */
export type WorkspaceFetch = (
  url: string,
  options: Omit<GuardedRequest, 'allowedOrigins' | 'proxy' | 'share'>,
) => Promise<GuardedAnswer>;

/** What a fetch is for. Somebody waits for a page or a file; a webhook’s receiver may be dead for days. */
export type FetchPurpose = 'content' | 'webhook';

/** The workspace of a fetch. */
export interface FetchingWorkspace {
  readonly id: string;
  readonly sandbox: number;
}

/** The guarded fetch for one workspace. Only a sandbox may fetch from the allowed origins of this machine. */
export function fetchFor(
  policy: FetchPolicy,
  workspace: FetchingWorkspace,
  purpose: FetchPurpose = 'content',
): WorkspaceFetch {
  return async (url, options) => {
    const { guardedFetch } = await import('./guarded-fetch.js');
    return guardedFetch(url, {
      ...options,
      ...policy.connecting,
      share: `${workspace.id} ${purpose}`,
      proxy: policy.proxy,
      ...(workspace.sandbox === 1 ? { allowedOrigins: policy.allowedOrigins } : {}),
    });
  };
}

function readOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || !isBare(url) || !isLoopback(url.hostname)) {
    throw new FetchPolicyInvalid(
      `"${text}" is not an origin on this machine. Use a URL without a path, such as http://127.0.0.1:8080.`,
    );
  }
  return url.origin;
}

function readProxy(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'http:' || url.pathname !== '/' || url.search !== '') {
    throw new FetchPolicyInvalid(
      'The proxy for fetching must be a URL such as http://proxy.example.org:3128.',
    );
  }
  return url;
}

function isBare(url: URL): boolean {
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
}
