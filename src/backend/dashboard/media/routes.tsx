import type { Services } from '../../operations/services.js';
import { htmlResponse } from '../responses.js';
import type { PageRoutes } from '../routes.js';
import { addCrop } from './crop/crop-routes.js';
import { addLibrary } from './library/library-routes.js';
import { MediaItem } from './media-field.js';

/** The media library, and the uploads of its page and of the compose form, as in the API. */
export function addMedia(routes: PageRoutes, services: Pick<Services, 'media'>): void {
  addLibrary(routes);
  addCrop(routes, services);
  routes.upload('/media', 'media.create', async ({ user, context, file }) => {
    const { media } = await user.call('media.create', { file });
    const items = media.map((medium) =>
      MediaItem({ storageKey: medium.key, medium, alt: medium.altText ?? '' }),
    );
    return htmlResponse(context, <ol>{items}</ol>);
  });
}
