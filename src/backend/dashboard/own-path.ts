/**
 * A path of this server, from an address or a form that anybody may have made: `//elsewhere` and `/\elsewhere` lead to
 * other servers.
 *
 * @returns null if it is none
 */
export function ownPath(path: string | null | undefined): string | null {
  return typeof path === 'string' && /^\/(?![/\\])[\x21-\x7e]*$/.test(path) ? path : null;
}
