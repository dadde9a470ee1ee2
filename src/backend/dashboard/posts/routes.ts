import { RequestRefused } from '../../operations/refusal.js';
import { htmlAnswer } from '../answers.js';
import type { Form } from '../form.js';
import { shownMedia } from '../media/shown-media.js';
import type { Person } from '../person.js';
import type { FormVisit, PersonRoutes, Visit } from '../routes.js';
import { readRows, rowsIn } from '../rows.js';
import { COMING, type ListFilter, PostsPage, STEP } from './list-page.js';
import { inOwnZone } from './own-zone.js';
import { PostPage } from './post-page.js';
import { type RefusedAct, refusedAct } from './refused-act.js';

/** The list of posts, one post, and what a person does to it. */
export function addPosts(routes: PersonRoutes): void {
  routes.show('/posts', listPosts);
  routes.show('/posts/:id', ({ person, param }) => postPage(person, param('id'), null));

  const change = (
    act: 'publish' | 'approve' | 'reject' | 'retry' | 'resolve',
    body: (form: Form, visit: FormVisit) => Readonly<Record<string, unknown>>,
  ) =>
    routes.act(`/posts/:id/${act}`, async (visit) => {
      const { person, param, form, goTo } = visit;
      const id = param('id');
      return orPageAgain(visit, act, async () => {
        await person.ask(`posts.${act}`, {
          path: { id },
          body: { version: form.whole('version'), ...body(form, visit) },
        });
        return goTo(`/posts/${id}`);
      });
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

  routes.act('/posts/:id/delete', async (visit) => {
    const { person, param, form, goTo } = visit;
    const id = param('id');
    return orPageAgain(visit, 'delete', async () => {
      const { outcome } = await person.ask('posts.delete', {
        path: { id },
        query: { version: form.text('version') },
      });
      return goTo(outcome === 'deleted' ? '/posts?status=draft' : `/posts/${id}`);
    });
  });
}

async function postPage(person: Person, id: string, refused: RefusedAct | null) {
  const post = await person.ask('posts.get', { path: { id } });
  const media = await shownMedia(person, post.mediaUrls, post.altTexts);
  return PostPage({ person, post: inOwnZone(post, person), media, refused });
}

/** What was refused is told on the post's page, as the post is now; what was written stands in its form again. */
async function orPageAgain(
  { person, param, form, context, byScript }: FormVisit,
  act: string,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RequestRefused) || error.code === 'post_not_found' || byScript) throw error;
    const problem = error.toProblem(context.requestId);
    const page = await postPage(person, param('id'), refusedAct(act, problem, form));
    return htmlAnswer(context, page, { status: problem.status });
  }
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
