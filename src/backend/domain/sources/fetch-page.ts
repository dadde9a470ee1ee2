import type { ApiErrorCode } from '../../../contract/errors.js';
import { FetchFailure, type FetchFailureKind } from '../../fetching/fetch-failure.js';
import type { WorkspaceFetch } from '../../fetching/fetch-policy.js';
import type { GuardedAnswer } from '../../fetching/guarded-fetch.js';
import { RequestRefused } from '../../operations/refusal.js';

/** Pages may be this large, over the wire and unpacked. */
const PAGE_MAX_BYTES = 5_000_000;

/** Over everything, in milliseconds: the client gives a call 45 s. */
const PAGE_DEADLINE_MS = 20_000;

const ACCEPT = 'text/html, application/xhtml+xml, text/markdown;q=0.9, text/plain;q=0.8, */*;q=0.1';

export interface FetchedPage {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly robotsHeader: string;
  readonly url: string;
}

/**
 * Fetches a page under the guards.
 *
 * @throws RequestRefused with what stood in the way
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
    if (error instanceof FetchFailure) throw refusedFetch(error, '/url');
    throw error;
  }
}

const CODES: Readonly<Record<FetchFailureKind, ApiErrorCode>> = {
  refused: 'url_refused',
  unreachable: 'url_unavailable',
  answer: 'url_unreadable',
};

/** What could not be fetched, as a refusal of the request that named it. */
function refusedFetch({ code, kind, message }: FetchFailure, pointer: string): RequestRefused {
  return unusable(CODES[kind], code, message, pointer);
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
  readonly words: string;
}

const INSTEAD = 'If you may read it, copy its text and send it as `text`.';

const STATUSES: Readonly<Record<number, Refusing>> = {
  401: {
    kind: 'url_unreadable',
    code: 'page_needs_login',
    words: `The page asks for a login (401). ${INSTEAD}`,
  },
  402: { kind: 'url_unreadable', code: 'paywalled', words: `The page has to be paid for (402). ${INSTEAD}` },
  403: {
    kind: 'url_unreadable',
    code: 'page_forbidden',
    words: `The site does not give the page to programs (403). ${INSTEAD}`,
  },
  404: {
    kind: 'url_unreadable',
    code: 'page_not_found',
    words: 'There is no page at that address (404). Check it.',
  },
  410: { kind: 'url_unreadable', code: 'page_gone', words: 'The page was taken away for good (410).' },
  429: {
    kind: 'url_unavailable',
    code: 'page_rate_limited',
    words: 'The site takes no more requests for now (429). Try again later.',
  },
  451: {
    kind: 'url_unreadable',
    code: 'page_forbidden',
    words: 'The page is withheld for legal reasons (451).',
  },
};

function refuseStatus(answer: GuardedAnswer): void {
  const { status } = answer;
  if (status >= 200 && status < 300) return;
  answer.discard();
  const known = STATUSES[status];
  if (known !== undefined) throw unusable(known.kind, known.code, known.words);
  if (status >= 500) {
    throw unusable(
      'url_unavailable',
      'page_server_error',
      `The site has a fault of its own (${status}). Try again later.`,
    );
  }
  throw unusable('url_unreadable', 'page_refused', `The site answered ${status} instead of a page.`);
}
