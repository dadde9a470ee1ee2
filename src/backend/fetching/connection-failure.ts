import { errnoOf } from '../../base/errno.js';
import { isPlainHost } from '../../contract/plain-names.js';
import { FetchFailure } from './fetch-failure.js';

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  ETIMEDOUT: 'did not answer',
  EHOSTUNREACH: 'cannot be reached from here',
  ENETUNREACH: 'cannot be reached from here',
  EADDRNOTAVAIL: 'cannot be reached from here',
};

const TLS_CODE = /^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH)/;

/** Describes an error between connecting and the first line of the response. */
export function connectionFailure(error: Error, url: URL, sent: boolean): FetchFailure {
  if (error instanceof FetchFailure) return error;
  const code = codeOf(error);
  const about = { url: url.href, sent, cause: error };
  if (TLS_CODE.test(code)) {
    return new FetchFailure(
      'tls_failed',
      `The TLS connection to ${isPlainHost(url.host) ? url.host : 'the server'} failed (${code}). Its certificate may be invalid or expired.`,
      about,
    );
  }
  if (code.startsWith('HPE_')) {
    return new FetchFailure('answer_broken', `${serverOf(url)} sent a response that is not HTTP.`, about);
  }
  return new FetchFailure(
    'connection_failed',
    `${serverOf(url)} ${DESCRIPTIONS[code] ?? 'could not be reached'}. Check the address, or try again later.`,
    about,
  );
}

/** The server sent nothing within the idle timeout. */
export function idleTimeout(url: URL, idleMs: number, sent: boolean): FetchFailure {
  return new FetchFailure(
    'stalled',
    `${serverOf(url)} did not answer within ${idleMs / 1000} s. Try again later.`,
    {
      url: url.href,
      sent,
    },
  );
}

/** A server at the start of a sentence. A page chooses the host of a redirect, which could be read as prose. */
function serverOf({ host }: URL): string {
  return isPlainHost(host) ? host : 'The server';
}

function codeOf(error: Error): string {
  // If several addresses failed, the error contains one error for each.
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return codeOf(error.errors[0]);
  return errnoOf(error) ?? '';
}
