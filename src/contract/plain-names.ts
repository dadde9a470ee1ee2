/**
 * Names that strangers choose. Only a short and plain one may stand in a message, which a model may read as an
 * instruction. All others are quoted as other people's text, or left out.
 */

/**
 * A handle in the form that networks allow: ASCII letters, digits, dots, hyphens and underscores, with at most one
 * host (Mastodon). Longer handles exist where they are domain names, but could be sentences.
 */
const HANDLE = /^@?(?=.{1,40}$)\w(?:[\w.-]*\w)?(?:@[A-Za-z0-9.-]+)?$/;

/** `published-but-response-lost.example` has five words. */
const MAX_HANDLE_WORDS = 5;

export function isPlainHandle(handle: string): boolean {
  return HANDLE.test(handle) && wordsIn(handle) <= MAX_HANDLE_WORDS;
}

/** An account in a message: its handle, or its id if the handle could be read as prose. */
export function accountInMessage({ id, handle }: { readonly id: string; readonly handle: string }): string {
  const name = handle.startsWith('@') ? handle : `@${handle}`;
  return isPlainHandle(name) ? name : id;
}

const NAME = /^(?=.{1,40}$)[\p{L}\p{N}][\p{L}\p{M}\p{N} .'’-]*$/u;
const MAX_WORDS_OF_NAME = 3;

/** Whether what somebody calls themselves, or a key, can stand in a message: `Ada Lovelace`, `Claude Code`. */
export function isPlainName(name: string): boolean {
  return NAME.test(name) && name.split(/[\s.-]+/).filter((word) => word !== '').length <= MAX_WORDS_OF_NAME;
}

const HOST = /^(?=.{1,60}$)(?:[A-Za-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
const MAX_HOST_WORDS = 6;

export function isPlainHost(host: string): boolean {
  return HOST.test(host) && wordsIn(host) <= MAX_HOST_WORDS;
}

const MAX_URL_LENGTH = 160;

/** An id, which may have any order of marks: no network's is longer. Longer parts are names or numbers. */
const URL_ID = /^[\w.:@~-]{0,12}$/;
const URL_NAME = /^@?[\w.:@~-]*$/;
const MAX_NAME_WORDS = 5;

/** Whether a URL consists of ids and names only: nothing in it could be read as prose. */
export function isPlainUrl(url: string): boolean {
  const [, host = '', path = ''] = /^https?:\/\/([^/?#]+)(.*)$/.exec(url) ?? [];
  if (url.length > MAX_URL_LENGTH || !isPlainHost(host)) return false;
  return path
    .split(/[/?&=#]/)
    .every((part) => URL_ID.test(part) || (URL_NAME.test(part) && wordsIn(part) <= MAX_NAME_WORDS));
}

function wordsIn(name: string): number {
  return name.split(/[._:@~-]+/).filter((word) => word !== '').length;
}
