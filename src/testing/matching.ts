import { idOf, withAt } from './accounts.js';
import type { PostMatch } from './test-backend.js';

/** What the API filters by. */
export function queryOf({ platform, account }: PostMatch) {
  return {
    ...(platform !== undefined && { platform }),
    ...(account !== undefined && { accountId: idOf(account) }),
  };
}

/** What the API cannot filter by: handle and text. */
export function isMeant(
  seen: { readonly handle: string | null; readonly text: string },
  { handle, text }: PostMatch,
): boolean {
  if (handle !== undefined && seen.handle !== withAt(handle)) return false;
  if (text === undefined) return true;
  // `test` on an expression with the g flag continues where it stopped.
  return typeof text === 'string' ? seen.text.includes(text) : seen.text.search(text) >= 0;
}

/** @param what `a post` */
export function inWords(what: string, { platform, handle, account, text }: PostMatch): string {
  return [
    what,
    ...(platform === undefined ? [] : [`on ${platform}`]),
    ...(handle === undefined ? [] : [`by ${withAt(handle)}`]),
    ...(account === undefined ? [] : [`by the account ${idOf(account)}`]),
    ...(text === undefined
      ? []
      : [
          typeof text === 'string' ? `that contains ${JSON.stringify(text)}` : `that matches ${String(text)}`,
        ]),
  ].join(' ');
}
