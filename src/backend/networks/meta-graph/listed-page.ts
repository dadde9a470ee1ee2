import { textAt, valueAt } from '../requests/json-answer.js';
import { type ListedPage, type ListedPost, listedAt, notReadable } from '../requests/lookup.js';

/**
 * One page of a Graph API list in which a lookup searches.
 *
 * @param limit the number of items that the request asked for
 * @throws OutcomeInDoubt the response is not a list, or does not say where it continues
 */
export function listedPage(body: unknown, limit: number, postOf: (one: unknown) => ListedPost): ListedPage {
  const data = listedAt(body, 'data');
  const continues = (valueAt(body, 'paging', 'next') ?? null) !== null;
  const after = textAt(body, 'paging', 'cursors', 'after');
  // The Graph API leaves `next` out of the last page. A full page without it may not be the last.
  if (continues ? after === null : data.length >= limit) {
    throw notReadable('The list may continue, but the response does not say where.');
  }
  return { posts: data.map(postOf), next: continues ? after : null };
}
