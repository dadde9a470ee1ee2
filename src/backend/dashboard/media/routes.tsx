import type { Services } from '../../operations/services.js';
import { htmlResponse } from '../responses.js';
import type { PageRoutes } from '../routes.js';
import { addCrop } from './crop/crop-routes.js';
import { addLibrary } from './library/library-routes.js';
import { MediaItem } from './media-field.js';
import { trayNamed } from './trays.js';

/** The media library, and the uploads of its page and of the compose form, as in the API. */
export function addMedia(routes: PageRoutes, services: Pick<Services, 'media'>): void {
  addLibrary(routes);
  addCrop(routes, services);
  routes.upload('/media', 'media.create', async ({ user, context, file, query }) => {
    const tray = trayNamed(query.get('tray'));
    const { media } = await user.call('media.create', { file });
    const items = media.map((medium) =>
      MediaItem({ storageKey: medium.key, medium, alt: medium.altText ?? '', tray }),
    );
    return htmlResponse(context, <ol>{items}</ol>);
  });
}
