/** The main navigation, with its counts. */
export const NAV_ID = 'nav';

/**
 * Attributes that make a part of a page reload itself, and the counts in the navigation, whenever something changes in
 * the workspace.
 *
 * @param id the id of the part, here and in the reloaded page
 * @param path the page to reload it from
 * @param every also reload it at this interval, such as `2s`
 * @param also ids of further parts that change with it
 */
export function live(id: string, path: string, every?: string, also: readonly string[] = []) {
  const changes = 'changed from:body, lengthened';
  return {
    id,
    'data-live': true,
    'hx-get': path,
    'hx-trigger': every === undefined ? changes : `${changes}, every ${every}`,
    'hx-select': `#${id}`,
    'hx-select-oob': [NAV_ID, ...also].map((part) => `#${part}:outerMorph`).join(','),
    'hx-swap': 'outerMorph',
    // The latest request wins.
    'hx-sync': 'this:queue last',
  };
}
