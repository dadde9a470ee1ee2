import type { WalkedHost } from '../../../scripts/shipping/walked-hosts.js';

/** Whether a program waits at the documented address; a documented address without a port has any. */
export function isRedirect({ redirect }: WalkedHost, uri: string): boolean {
  const [documented, seen] = [new URL(redirect), new URL(uri)];
  if (documented.port === '') seen.port = '';
  return documented.href === seen.href;
}
