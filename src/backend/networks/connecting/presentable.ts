import type { SignedInAccount } from './connector.js';

/** The longest handles are those of Mastodon: a name of 30 characters, `@`, and a host name of 253. */
const MAX_HANDLE = 300;
/** Networks allow 30 to 64 characters. */
const MAX_DISPLAY_NAME = 200;
const MAX_ADDRESS = 2000;

/**
 * An account as it can be stored and shown. The server may be anybody's, and says what it likes: texts are cut, and only
 * web addresses are links.
 */
export function presentable(account: SignedInAccount): SignedInAccount {
  const { handle, displayName, avatarUrl, profileUrl, origin } = account;
  return {
    ...account,
    handle: handle.slice(0, MAX_HANDLE),
    displayName: displayName.slice(0, MAX_DISPLAY_NAME),
    avatarUrl: webAddressIn(avatarUrl),
    profileUrl: webAddressIn(profileUrl) ?? origin,
  };
}

/** An address that a browser can open; null: it is another kind of address, such as a script, or too long. */
export function webAddressIn(text: string | null): string | null {
  if (text === null || text.length > MAX_ADDRESS || !URL.canParse(text)) return null;
  return /^https?:$/.test(new URL(text).protocol) ? text : null;
}
