import { htmlAnswer } from '../answers.js';
import type { Form } from '../form.js';
import { shownMedia } from '../media/shown-media.js';
import type { FormVisit, PersonRoutes, Visit } from '../routes.js';
import { waitingFor } from '../waiting.js';
import { type ListFilter, MoreRows, PostsPage } from './list-page.js';
import { inOwnZone } from './own-zone.js';
import { PostPage } from './post-page.js';

const PAGE_SIZE = '30';

/** The list of posts, one post, and what a person does to it. */
export function addPosts(routes: PersonRoutes): void {
  routes.show('/posts', listPosts);
  routes.show('/posts/:id', async ({ person, param }) => {
    const [post, waiting] = await Promise.all([
      person.ask('posts.get', { path: { id: param('id') } }),
      waitingFor(person),
    ]);
    const media = await shownMedia(person, post.mediaUrls, post.altTexts);
    return PostPage({ person, post: inOwnZone(post, person), media, waiting });
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

async function listPosts({ person, query, exchange, byScript }: Visit) {
  const filter: ListFilter = {
    status: query.get('status') ?? '',
    platform: query.get('platform') ?? '',
    text: query.get('text')?.trim() ?? '',
  };
  const cursor = query.get('cursor') ?? undefined;
  const listed = await person.ask('posts.list', { query: { ...filter, cursor, limit: PAGE_SIZE } });
  const page = { ...listed, data: listed.data.map((post) => inOwnZone(post, person)) };
  if (byScript && cursor !== undefined) return htmlAnswer(exchange, MoreRows({ person, page, filter }));
  return PostsPage({ person, page, filter, waiting: await waitingFor(person) });
}

/** A time that a form's field gave, which the workspace's zone makes an instant. */
function timeIn(form: Form, { person }: Visit): Readonly<Record<string, unknown>> {
  const scheduledAt = form.text('scheduledAt');
  return scheduledAt === '' ? {} : { scheduledAt, timezone: person.workspace.timezone };
}
