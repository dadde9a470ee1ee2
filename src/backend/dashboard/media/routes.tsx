import { htmlResponse } from '../responses.js';
import type { PageRoutes } from '../routes.js';
import { MediaItem } from './media-field.js';

/** Where the form for a post sends each file that is chosen; it is taken in as the API takes it. */
export function addMedia(routes: PageRoutes): void {
  routes.upload('/media', 'media.create', async ({ user, context, file }) => {
    const { media } = await user.call('media.create', { file });
    const items = media.map((medium) => MediaItem({ storageKey: medium.key, medium, alt: '' }));
    return htmlResponse(context, <ol>{items}</ol>);
  });
}
