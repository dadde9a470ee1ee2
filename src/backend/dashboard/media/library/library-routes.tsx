import { textOf } from '../../inbox/inbox-view.js';
import { firstLine } from '../../layout/first-line.js';
import { redirect } from '../../responses.js';
import type { PageRoutes, Visit } from '../../routes.js';
import { rowCount } from '../../rows.js';
import { FilePage } from './file-page.js';
import { readLibrary, readLibraryFilter, STEP, withUse } from './library-filter.js';
import { LibraryPage } from './library-page.js';

/** Characters of a post’s first line. */
const MAX_WORDS = 80;

/** The media library, and each of its files. */
export function addLibrary(routes: PageRoutes): void {
  routes.get('/media', showLibrary);
  routes.uploadForm('/media/add', 'media.create', async ({ user, context, file }) => {
    await user.call('media.create', { file });
    return redirect(context, '/media');
  });
  routes.get('/media/:key', showFile);
  routes.post('/media/:key/alt', async ({ user, form, param, redirect }) => {
    const key = param('key');
    await user.call('media.update', { path: { key }, body: { altText: form.text('altText') } });
    return redirect(form.text('back') === 'missing' ? '/media?alt=missing' : `/media/${key}`);
  });
  routes.post('/media/:key/delete', async ({ user, param, redirect }) => {
    await user.call('media.delete', { path: { key: param('key') } });
    return redirect('/media');
  });
}

async function showLibrary({ user, query }: Visit) {
  const filter = readLibraryFilter((name) => query.get(name) ?? '');
  const at = { rows: rowCount(query, 'rows', STEP), cursor: query.get('cursor') ?? '' };
  const { data, nextCursor } = await readLibrary(user, filter, at);
  return LibraryPage({ user, page: { data: await withUse(user, data), nextCursor }, filter, ...at });
}

async function showFile({ user, param }: Visit) {
  const medium = await user.call('media.get', { path: { key: param('key') } });
  const uses = await Promise.all(
    (medium.usedBy ?? []).map(async (postId) => ({
      postId,
      words: firstLine(await textOf(user, postId), MAX_WORDS),
    })),
  );
  return FilePage({ user, medium, uses });
}
