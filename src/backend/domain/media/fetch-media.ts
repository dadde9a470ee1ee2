import { MAX_DOWNLOAD_MS } from '../../../contract/time-limits.js';
import { FetchFailure } from '../../fetching/fetch-failure.js';
import { type FetchingWorkspace, type FetchPolicy, fetchFor } from '../../fetching/fetch-policy.js';
import { RequestRefused } from '../../operations/refusal.js';

/** A file that is being fetched. */
export interface FetchedFile {
  readonly body: AsyncIterable<Uint8Array>;
  readonly contentType: string | null;
  /** The URL after all redirects. */
  readonly finalUrl: string;
}

interface FetchMediaOptions {
  /** A sandbox may fetch from origins that other workspaces may not. */
  readonly workspace: FetchingWorkspace;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

/**
 * Fetches a file from the public web with the guarded fetch: addresses of this machine and its network are refused,
 * at every redirect.
 *
 * @throws RequestRefused `media_fetch_failed`, with the reason
 */
export type FetchMedia = (url: string, options: FetchMediaOptions) => Promise<FetchedFile>;

/** How much a server must send within 10 s, in bytes: 16 KB/s. */
const MIN_PROGRESS_BYTES = 160_000;

/** @param policy decides, with the guards, which addresses may be fetched */
export function fetchFromWeb(policy: FetchPolicy): FetchMedia {
  return (url, options) => fetchFile(url, options, policy);
}

async function fetchFile(
  url: string,
  { workspace, signal, maxBytes }: FetchMediaOptions,
  policy: FetchPolicy,
): Promise<FetchedFile> {
  try {
    const answer = await fetchFor(policy, workspace)(url, {
      signal,
      maxBytes,
      deadlineMs: MAX_DOWNLOAD_MS,
      minProgressBytes: MIN_PROGRESS_BYTES,
      accept: 'image/jpeg,image/png,image/webp,video/mp4,video/quicktime,*/*;q=0.1',
    });
    if (answer.status !== 200) {
      answer.discard();
      throw fetchFailed(`${answer.finalUrl} returned HTTP ${answer.status} instead of a file.`);
    }
    return {
      body: withRefusals(answer.body),
      contentType: answer.headers['content-type'] ?? null,
      finalUrl: answer.finalUrl,
    };
  } catch (error) {
    throw refusalOf(error);
  }
}

async function* withRefusals(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* body;
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof FetchFailure)) return error;
  if (error.code === 'too_large') return new RequestRefused('payload_too_large', error.message);
  return error.code === 'timed_out' ? downloadTooSlow() : fetchFailed(error.message);
}

function downloadTooSlow(): RequestRefused {
  return fetchFailed(
    `The file could not be downloaded within ${MAX_DOWNLOAD_MS / 60_000} minutes. Try again later, or download it yourself and upload it.`,
  );
}

function fetchFailed(detail: string): RequestRefused {
  return new RequestRefused('media_fetch_failed', detail);
}
