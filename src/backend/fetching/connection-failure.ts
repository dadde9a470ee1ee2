import { errnoOf } from '../../base/errno.js';
import { FetchFailure } from './fetch-failure.js';

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  ETIMEDOUT: 'did not answer',
  EHOSTUNREACH: 'cannot be reached from here',
  ENETUNREACH: 'cannot be reached from here',
  EADDRNOTAVAIL: 'cannot be reached from here',
};

const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH)/;

/** What went wrong between dialling and the first line of the answer, in words. */
export function connectionFailure(error: Error, url: URL, sent: boolean): FetchFailure {
  if (error instanceof FetchFailure) return error;
  const code = codeOf(error);
  const about = { url: url.href, sent, cause: error };
  if (TLS_CODE.test(code)) {
    return new FetchFailure(
      'tls_failed',
      `No secure connection to ${url.host} came about (${code}). Its certificate may be wrong or out of date.`,
      about,
    );
  }
  if (code.startsWith('HPE_')) {
    return new FetchFailure('answer_broken', `${url.host} answered with something that is not HTTP.`, about);
  }
  return new FetchFailure(
    'connection_failed',
    `${url.host} ${WORDS[code] ?? 'could not be reached'}. Check the address, or try again later.`,
    about,
  );
}

/** Nothing came from the server for as long as it is waited for. */
export function silence(url: URL, idleMs: number, sent: boolean): FetchFailure {
  return new FetchFailure(
    'stalled',
    `${url.host} did not answer within ${idleMs / 1000} s. Try again later.`,
    {
      url: url.href,
      sent,
    },
  );
}

function codeOf(error: Error): string {
  // Several addresses that all failed come as one error with one for each.
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return codeOf(error.errors[0]);
  return errnoOf(error) ?? '';
}
