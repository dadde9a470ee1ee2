import { FetchFailure } from '../../fetching/fetch-failure.js';
import { type FetchPolicy, fetchFor } from '../../fetching/fetch-policy.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { FetchedFile, FetchMedia, FetchMediaOptions } from './fetch-media.js';

/** Over everything, in milliseconds: a large video over a slow line. */
const DEADLINE_MS = 10 * 60 * 1000;

/** Fetches files from the public web: the guards, and the backend's policy, say which addresses may be asked. */
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
      deadlineMs: DEADLINE_MS,
      accept: 'image/jpeg,image/png,image/webp,video/mp4,video/quicktime,*/*;q=0.1',
    });
    if (answer.status !== 200) {
      answer.discard();
      throw refused(`${answer.finalUrl} answered with HTTP ${answer.status} and not with a file.`);
    }
    return {
      body: inOurWords(answer.body),
      contentType: answer.headers['content-type'] ?? null,
      finalUrl: answer.finalUrl,
    };
  } catch (error) {
    throw ours(error);
  }
}

async function* inOurWords(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* body;
  } catch (error) {
    throw ours(error);
  }
}

function ours(error: unknown): unknown {
  if (!(error instanceof FetchFailure)) return error;
  return error.code === 'too_large'
    ? new RequestRefused('payload_too_large', error.message)
    : refused(error.message);
}

function refused(detail: string): RequestRefused {
  return new RequestRefused('media_fetch_failed', `${detail} Nothing was stored.`);
}
