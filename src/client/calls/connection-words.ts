import { isLoopback } from '../../base/loopback.js';
import type { NoAnswer } from './attempt.js';

const CERTIFICATE_ERROR =
  /^(ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(GET|VERIFY)_|HOSTNAME_MISMATCH|UND_ERR_PRX_TLS)/;
const PROTOCOL_ERROR = /^(EPROTO|ERR_SSL_|HPE_)/;

/** Whether a retry cannot help: the certificate or the protocol is wrong. */
export function isLastingFault(code: string | null): boolean {
  return (
    code !== null &&
    (CERTIFICATE_ERROR.test(code) || PROTOCOL_ERROR.test(code) || code === 'UND_ERR_INVALID_ARG')
  );
}

/** What happened to a connection. */
export function connectionSummary(origin: string, { sent, code, message }: NoAnswer): string {
  const named = code === null || message.includes(code) ? message : `${message}, ${code}`;
  return sent
    ? `The connection to ${origin} was lost after the request was sent (${named}).`
    : `Cannot connect to ${origin} (${named}).`;
}

/** How to fix a connection that could not be established. */
export function connectionAdvice(origin: string, code: string | null): string {
  if (code !== null && CERTIFICATE_ERROR.test(code)) return 'Its certificate is not trusted on this machine.';
  if (code !== null && PROTOCOL_ERROR.test(code)) {
    return 'The server uses another protocol: check http:// and https:// in the base URL (POSTRIDER_BASE_URL).';
  }
  if (isLoopback(new URL(origin).hostname)) {
    return 'Is the backend running? Start it with `postrider serve`, or set POSTRIDER_BASE_URL.';
  }
  return 'Check the base URL (POSTRIDER_BASE_URL), the network and any proxy.';
}
