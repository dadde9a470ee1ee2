/**
 * An account in text: `@fernhill`. LinkedIn members, and Facebook Pages without a username, have a name instead, which gets
 * no @. No network's handles have spaces.
 */
export function shownHandle(handle: string): string {
  return /\s/.test(handle) ? handle : `@${handle}`;
}
