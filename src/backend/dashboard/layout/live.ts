/** The side bar’s rooms, with what waits in each. */
export const NAV_ID = 'rooms';

/**
 * The attributes of a part of a page that reads itself again whenever something changes in the workspace, and the
 * numbers in the side bar with it.
 *
 * @param id its own, by which it is found in the page that is read
 * @param path where it is read
 * @param every how often it is read besides, such as `2s`
 */
export function live(id: string, path: string, every?: string) {
  const changes = 'changed from:body, lengthened';
  return {
    id,
    'data-live': true,
    'hx-get': path,
    'hx-trigger': every === undefined ? changes : `${changes}, every ${every}`,
    'hx-select': `#${id}`,
    'hx-select-oob': `#${NAV_ID}:outerMorph`,
    'hx-swap': 'outerMorph',
    // What was asked for last is what is shown.
    'hx-sync': 'this:queue last',
  };
}
