/** What a simulated network remembers of accounts stands among its uploads, under names that begin so. */
const BEGINS = { access: 'token/', refresh: 'refresh/', failures: 'failures/' } as const;

/** Until when an access token is good. */
export const accessNote = (token: string): string => `${BEGINS.access}${token}`;

/** Until when a refresh token is good. */
export const refreshNote = (token: string): string => `${BEGINS.refresh}${token}`;

/** How often an account has failed in this round. */
export const failuresNote = (networkUserId: string): string => `${BEGINS.failures}${networkUserId}`;

/** What is kept under a name. */
export type Kept =
  | { readonly kind: 'upload' | 'failures' }
  | { readonly kind: 'token'; readonly token: string };

export function keptUnder(name: string): Kept {
  if (name.startsWith(BEGINS.failures)) return { kind: 'failures' };
  for (const begins of [BEGINS.access, BEGINS.refresh]) {
    if (name.startsWith(begins)) return { kind: 'token', token: name.slice(begins.length) };
  }
  return { kind: 'upload' };
}
