import { FetchFailure } from '../fetching/fetch-failure.js';
import { guardedFetch } from '../fetching/guarded-fetch.js';
import { RequestRefused } from '../http/refusal.js';
import type { FetchedFile, FetchMedia } from './fetch-media.js';

/** Over everything, in milliseconds: a large video over a slow line. */
const DEADLINE_MS = 10 * 60 * 1000;

/** Fetches a file from the public web: the guards say which addresses may be asked. */
export const fetchFromWeb: FetchMedia = async (url, { signal, maxBytes }) => {
  try {
    const answer = await guardedFetch(url, {
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
    } satisfies FetchedFile;
  } catch (error) {
    throw ours(error);
  }
};

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
