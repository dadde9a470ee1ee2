import type { Form } from '../form.js';
import { shownMedia } from '../media/shown-media.js';
import type { FormVisit, PersonRoutes, Visit } from '../routes.js';
import { readRows, rowsIn } from '../rows.js';
import { COMING, type ListFilter, PostsPage, STEP } from './list-page.js';
import { inOwnZone } from './own-zone.js';
import { PostPage } from './post-page.js';

/** The list of posts, one post, and what a person does to it. */
export function addPosts(routes: PersonRoutes): void {
  routes.show('/posts', listPosts);
  routes.show('/posts/:id', async ({ person, param }) => {
    const post = await person.ask('posts.get', { path: { id: param('id') } });
    const media = await shownMedia(person, post.mediaUrls, post.altTexts);
    return PostPage({ person, post: inOwnZone(post, person), media });
  });

  const change = (
    act: 'publish' | 'approve' | 'reject' | 'retry' | 'resolve',
    body: (form: Form, visit: FormVisit) => Readonly<Record<string, unknown>>,
  ) =>
    routes.act(`/posts/:id/${act}`, async (visit) => {
      const { person, param, form, goTo } = visit;
      const id = param('id');
      await person.ask(`posts.${act}`, {
        path: { id },
        body: { version: form.whole('version'), ...body(form, visit) },
      });
      return goTo(`/posts/${id}`);
    });

  change('publish', (form, visit) => ({
    scheduleMode: form.text('scheduleMode') || undefined,
    ...timeIn(form, visit),
  }));
  change('approve', (form, visit) => timeIn(form, visit));
  change('reject', (form) => ({ note: form.words('note').trim() || undefined }));
  change('retry', () => ({}));
  change('resolve', (form) => ({
    accountId: form.text('accountId'),
    outcome: form.text('outcome'),
    url: form.text('url') || undefined,
  }));

  routes.act('/posts/:id/delete', async ({ person, param, form, goTo }) => {
    const id = param('id');
    const { outcome } = await person.ask('posts.delete', {
      path: { id },
      query: { version: form.text('version') },
    });
    return goTo(outcome === 'deleted' ? '/posts?status=draft' : `/posts/${id}`);
  });
}

async function listPosts({ person, query }: Visit) {
  const filter: ListFilter = {
    status: query.get('status') ?? '',
    platform: query.get('platform') ?? '',
    text: query.get('text')?.trim() ?? '',
  };
  const rows = rowsIn(query, 'rows', STEP);
  const cursor = query.get('cursor') ?? '';
  // What is to come stands soonest first, also what is going out at this moment.
  const order = filter.status === COMING ? 'asc' : undefined;
  const listed = await readRows(rows, cursor, (asked) =>
    person.ask('posts.list', { query: { ...filter, order, ...asked } }),
  );
  const page = { ...listed, data: listed.data.map((post) => inOwnZone(post, person)) };
  return PostsPage({ person, page, filter, at: { rows, cursor } });
}

/** A time that a form's field gave, which the workspace's zone makes an instant. */
function timeIn(form: Form, { person }: Visit): Readonly<Record<string, unknown>> {
  const scheduledAt = form.text('scheduledAt');
  return scheduledAt === '' ? {} : { scheduledAt, timezone: person.workspace.timezone };
}
