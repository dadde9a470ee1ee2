import { htmlResponse } from '../responses.js';
import type { PageRoutes } from '../routes.js';
import { MediaItem } from './media-field.js';

/** Uploads a file from the compose form, as the API does. */
export function addMedia(routes: PageRoutes): void {
  routes.upload('/media', 'media.create', async ({ user, context, file }) => {
    const { media } = await user.call('media.create', { file });
    const items = media.map((medium) => MediaItem({ storageKey: medium.key, medium, alt: '' }));
    return htmlResponse(context, <ol>{items}</ol>);
  });
}
