/** In characters. */
export const MAX_REDIRECT_LENGTH = 2_000;

/** The names of this machine that redirects may use (RFC 8252, 7.3). */
const LOOPBACK_HOSTS: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];

/** Schemes that a browser or system runs, opens or sends by itself. */
const UNSAFE_SCHEMES: readonly string[] = [
  ...['about', 'blob', 'chrome', 'chrome-extension', 'data', 'edge', 'file', 'filesystem', 'ftp', 'intent'],
  ...['jar', 'javascript', 'ldap', 'livescript', 'mailto', 'mhtml', 'res', 'shell', 'smb', 'sms', 'ssh'],
  ...['tel', 'vbscript', 'view-source', 'wais', 'ws', 'wss'],
];

/** `ms-msdt:` and its like start programs of Windows. */
const SYSTEM_SCHEME = /^(ms-|search-ms|x-)/;

/** Printable ASCII without quotes, backslashes and angle brackets, which browsers read differently from programs. */
const PLAIN = /^[!#-;=?-[\]_a-z~]+$/;

/** Why a client may not use a redirect address; null if it may. */
export function redirectProblem(uri: string): string | null {
  if (uri.length > MAX_REDIRECT_LENGTH) return 'is too long';
  if (!PLAIN.test(uri) || !URL.canParse(uri)) return 'is not an absolute URL in ASCII';
  const { protocol, username, password } = new URL(uri);
  if (uri.includes('#')) return 'has a fragment';
  if (username !== '' || password !== '') return 'has a user name or a password';
  if (protocol === 'https:') return null;
  if (protocol === 'http:') return isLoopbackRedirect(uri) ? null : 'must use https, except on this machine';
  const scheme = protocol.slice(0, -1);
  if (UNSAFE_SCHEMES.includes(scheme) || SYSTEM_SCHEME.test(scheme))
    return 'has a scheme that is not allowed';
  return null;
}

/** Whether a redirect leads to a program on the person's own machine, which any program there may be. */
export function isLoopbackRedirect(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' && LOOPBACK_HOSTS.includes(hostname);
}

/**
 * Whether a client may be answered at an address. On the person's machine the port may differ, because programs take a
 * free one (RFC 8252, 7.3); everything else must be equal, byte by byte.
 *
 * @param registered addresses without a {@link redirectProblem}
 */
export function isRegisteredRedirect(registered: readonly string[], asked: string): boolean {
  if (registered.includes(asked)) return true;
  if (redirectProblem(asked) !== null || !isLoopbackRedirect(asked)) return false;
  const wanted = withoutPort(asked);
  return registered.some((uri) => isLoopbackRedirect(uri) && withoutPort(uri) === wanted);
}

function withoutPort(uri: string): string {
  const { hostname, pathname, search } = new URL(uri);
  return `${hostname} ${pathname}${search}`;
}

/** Where a redirect leads, for people: `claude.ai`, `this computer`, `the app behind cursor://`. */
export function redirectPlace(uri: string): string {
  if (isLoopbackRedirect(uri)) return 'this computer';
  const { protocol, host } = new URL(uri);
  return protocol === 'https:' ? host : `the app behind ${protocol}//`;
}
