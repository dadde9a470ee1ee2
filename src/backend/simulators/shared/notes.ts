import { createHash } from 'node:crypto';

/** Prefixes under which a simulated network stores facts about accounts among its uploads. */
const BEGINS = { access: 'token:', refresh: 'refresh:', failures: 'failures/' } as const;

/** Tokens are stored as hashes: they are random, so that a hash cannot be reversed. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** When an access token expires. */
export const accessNote = (token: string): string => `${BEGINS.access}${hashOfToken(token)}`;

/** When a refresh token expires. */
export const refreshNote = (token: string): string => `${BEGINS.refresh}${hashOfToken(token)}`;

/** How often an account has failed in the current round. */
export const failuresNote = (networkUserId: string): string => `${BEGINS.failures}${networkUserId}`;

/** What an entry holds, by its name. */
export type Kept =
  | { readonly kind: 'upload' | 'failures' }
  | { readonly kind: 'token'; readonly tokenHash: string };

export function keptUnder(name: string): Kept {
  if (name.startsWith(BEGINS.failures)) return { kind: 'failures' };
  for (const begins of [BEGINS.access, BEGINS.refresh]) {
    if (name.startsWith(begins)) return { kind: 'token', tokenHash: name.slice(begins.length) };
  }
  return { kind: 'upload' };
}
