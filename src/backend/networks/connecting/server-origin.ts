import { ConnectRefused } from './connector.js';

/** The longest host name is 253 characters; a profile's address may be longer. */
const MAX_LENGTH = 300;

/**
 * The origin of a server as people write it: `mastodon.social`, `https://mastodon.social/@me`, `@me@mastodon.social`.
 * The origin is https, or as it is written if loopback servers are allowed.
 *
 * @throws ConnectRefused it is not the name of a server
 */
export function serverOrigin(written: string): string {
  const text = written.trim();
  if (text.length > MAX_LENGTH) throw notServer();
  const isAddress = /^https?:\/\//i.test(text);
  const host = isAddress ? text : `https://${text.slice(text.lastIndexOf('@') + 1)}`;
  const url = URL.canParse(host) ? new URL(host) : null;
  if (url === null || url.username !== '' || url.password !== '' || url.hostname === '') throw notServer();
  return url.origin;
}

function notServer(): ConnectRefused {
  return new ConnectRefused(
    'validation_failed',
    '`server` must be the name of a server, such as mastodon.social.',
  );
}
