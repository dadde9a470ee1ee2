import { isLoopback } from '../../../base/loopback.js';
import type { ApiErrorCode } from '../../../contract/api-errors.js';
import { FetchFailure, type FetchFailureKind } from '../../fetching/fetch-failure.js';
import type { WorkspaceFetch } from '../../fetching/fetch-policy.js';
import type { GuardedAnswer } from '../../fetching/guarded-fetch.js';
import { RequestRefused } from '../../operations/refusal.js';

/** The maximum size of a page, both transferred and decompressed. */
const PAGE_MAX_BYTES = 5_000_000;

/** The limit for the whole fetch, in milliseconds. */
const PAGE_DEADLINE_MS = 20_000;

const ACCEPT =
  'text/html, application/xhtml+xml, text/markdown;q=0.9, application/pdf;q=0.8, text/plain;q=0.8, application/rss+xml;q=0.7, application/atom+xml;q=0.7, application/feed+json;q=0.7, */*;q=0.1';

export interface FetchedPage {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly robotsHeader: string;
  readonly url: string;
}

/**
 * Fetches a page with the guarded fetch.
 *
 * @throws RequestRefused with the reason
 */
export async function fetchPage(
  fetch: WorkspaceFetch,
  url: string,
  signal: AbortSignal,
): Promise<FetchedPage> {
  try {
    const answer = await fetch(url, {
      signal,
      maxBytes: PAGE_MAX_BYTES,
      deadlineMs: PAGE_DEADLINE_MS,
      accept: ACCEPT,
    });
    refuseStatus(answer);
    return {
      bytes: await answer.bytes(),
      contentType: answer.headers['content-type'] ?? '',
      robotsHeader: answer.headers['x-robots-tag'] ?? '',
      url: answer.finalUrl,
    };
  } catch (error) {
    if (error instanceof FetchFailure) throw refusedFetch(error, url);
    throw error;
  }
}

const CODES: Readonly<Record<FetchFailureKind, ApiErrorCode>> = {
  refused: 'url_refused',
  unreachable: 'url_unavailable',
  answer: 'url_unreadable',
};

/** Turns a failed fetch into a refusal of the request. */
function refusedFetch({ code, kind, message }: FetchFailure, requested: string): RequestRefused {
  const hint = kind === 'refused' ? localOriginHint(requested) : '';
  return unusable(CODES[kind], code, `${message}${hint}`);
}

/**
 * How the operator lets sandboxes read a page on this machine. Only for the requested URL: a page must not choose by a
 * redirect which origin an operator is told to allow.
 */
function localOriginHint(requested: string): string {
  if (!URL.canParse(requested)) return '';
  const { origin, hostname } = new URL(requested);
  if (!isLoopback(hostname)) return '';
  return ` To let sandbox workspaces read pages of a server on this machine, start the backend with --allow-fetch-origin ${origin}.`;
}

export function unusable(
  kind: ApiErrorCode,
  code: string,
  message: string,
  pointer = '/url',
): RequestRefused {
  return new RequestRefused(kind, message, { errors: [{ code, severity: 'error', message, pointer }] });
}

interface Refusing {
  readonly kind: ApiErrorCode;
  readonly code: string;
  readonly message: string;
}

const INSTEAD = 'If you may read it, copy its text and send it as `text`.';

const STATUSES: Readonly<Record<number, Refusing>> = {
  401: {
    kind: 'url_unreadable',
    code: 'page_needs_login',
    message: `The page requires a login (401). ${INSTEAD}`,
  },
  402: { kind: 'url_unreadable', code: 'paywalled', message: `The page requires payment (402). ${INSTEAD}` },
  403: {
    kind: 'url_unreadable',
    code: 'page_forbidden',
    message: `The site does not serve the page to programs (403). ${INSTEAD}`,
  },
  404: {
    kind: 'url_unreadable',
    code: 'page_not_found',
    message: 'There is no page at this URL (404). Check the URL.',
  },
  410: { kind: 'url_unreadable', code: 'page_gone', message: 'The page was removed permanently (410).' },
  429: {
    kind: 'url_unavailable',
    code: 'page_rate_limited',
    message: 'The site is rate limiting requests (429). Try again later.',
  },
  451: {
    kind: 'url_unreadable',
    code: 'page_forbidden',
    message: 'The page is unavailable for legal reasons (451).',
  },
};

function refuseStatus(answer: GuardedAnswer): void {
  const { status } = answer;
  if (status >= 200 && status < 300) return;
  answer.discard();
  const known = STATUSES[status];
  if (known !== undefined) throw unusable(known.kind, known.code, known.message);
  if (status >= 500) {
    throw unusable(
      'url_unavailable',
      'page_server_error',
      `The site returned a server error (${status}). Try again later.`,
    );
  }
  throw unusable('url_unreadable', 'page_refused', `The site returned ${status} instead of a page.`);
}
