import { htmlAnswer } from '../answers.js';
import type { PersonRoutes } from '../routes.js';
import { MediaItem } from './media-field.js';

/** Where the form for a post sends each file that is chosen; it is taken in as the API takes it. */
export function addMedia(routes: PersonRoutes): void {
  routes.take('/media', 'media.create', async ({ person, context, file }) => {
    const { media } = await person.ask('media.create', { file });
    const items = media.map((medium) => MediaItem({ storageKey: medium.key, medium, alt: '' }));
    return htmlAnswer(context, <ol>{items}</ol>);
  });
}
