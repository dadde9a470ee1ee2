import { idOf, withAt } from './accounts.js';
import type { PostMatch } from './test-backend.js';

/** The filters that the API supports. */
export function queryOf({ platform, account }: PostMatch) {
  return {
    ...(platform !== undefined && { platform }),
    ...(account !== undefined && { accountId: idOf(account) }),
  };
}

/** Applies the filters that the API does not support: handle and text. */
export function isMatch(
  seen: { readonly handle: string | null; readonly text: string },
  { handle, text }: PostMatch,
): boolean {
  if (handle !== undefined && seen.handle !== withAt(handle)) return false;
  if (text === undefined) return true;
  // `test` on an expression with the g flag continues where it stopped.
  return typeof text === 'string' ? seen.text.includes(text) : seen.text.search(text) >= 0;
}

/** `post on x that matches /launch/` */
export function describeMatch(noun: string, { platform, handle, account, text }: PostMatch): string {
  return [
    noun,
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
