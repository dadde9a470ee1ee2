/**
 * The attributes of a part of a page that reads itself again whenever something changes in the workspace.
 *
 * @param id its own, by which it is found in the page that is read
 * @param path where it is read
 * @param every how often it is read besides, such as `2s`
 */
export function live(id: string, path: string, every?: string) {
  return {
    id,
    'data-live': true,
    'hx-get': path,
    'hx-trigger': every === undefined ? 'changed from:body' : `changed from:body, every ${every}`,
    'hx-select': `#${id}`,
    'hx-swap': 'outerMorph',
  };
}
