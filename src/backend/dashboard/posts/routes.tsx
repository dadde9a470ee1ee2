import type { TargetMetrics } from '../../../contract/insights/metrics.js';
import type { RetriedPost } from '../../../contract/posts/changes.js';
import type { Post } from '../../../contract/posts/posts.js';
import type { Remark } from '../../../contract/posts/remarks.js';
import { mayDo } from '../../../contract/posts/status.js';
import type { Log } from '../../base/log.js';
import { authorRefusal } from '../../domain/posts/approval/other-approver.js';
import { keptHistory } from '../../domain/posts/history.js';
import { proposalsFor } from '../../domain/posts/list/proposals.js';
import { RequestRefused } from '../../operations/refusal.js';
import type { Services } from '../../operations/services.js';
import { accountsOf } from '../channels/accounts-of.js';
import { ConnectedNotice } from '../channels/connected-notice.js';
import { isConnectedAgain } from '../channels/return-path.js';
import { despiteDuplicate, type Form } from '../form.js';
import { labelColors, labelsFrom, mergedLabels } from '../labels/read-labels.js';
import { inOwnZone } from '../layout/local-times.js';
import { shownMedia } from '../media/shown-media.js';
import { htmlResponse } from '../responses.js';
import type { FormVisit, PageRoutes, Visit } from '../routes.js';
import { callerOf, may, type User } from '../user.js';
import { type RefusedAct, refusedAct } from './acts/refused-act.js';
import { addBulk } from './bulk/bulk-routes.js';
import { DeletePublishedPage } from './delete-published-page.js';
import { addPostList } from './list/list-routes.js';
import { postIfExists } from './post-if-exists.js';
import { RetriedNotice } from './post-notices.js';
import { PostPage } from './post-page.js';
import { postPreviews } from './post-previews.js';
import { SHOWN_REMARKS } from './remarks/remarks-section.js';
import { fieldsOfDeleted } from './undo/deleted-draft.js';
import { DeletedDraftPage } from './undo/deleted-draft-page.js';
import { commonTime } from './undo/undo.js';
import { addUndo } from './undo/undo-routes.js';
import { UndoOffer } from './undo/undo-toast.js';

/** The list of posts, and a post with its actions. */
export function addPosts(routes: PageRoutes, { store }: Pick<Services, 'store'>, log: Log): void {
  addPostList(routes);
  addBulk(routes, log);
  addUndo(routes, store.vault);
  routes.get('/posts/:id', ({ user, param, query }) =>
    postPage(user, param('id'), {
      connected: query.get('connected'),
      isConnectedAgain: isConnectedAgain(query),
      offersUndo: query.get('undo') === 'offer',
      decided: query.get('decided'),
    }),
  );

  const change = (
    act: 'publish' | 'approve' | 'reject' | 'resolve',
    body: (form: Form, visit: FormVisit) => Readonly<Record<string, unknown>>,
  ) =>
    routes.post(`/posts/:id/${act}`, async (visit) => {
      const { user, param, form, redirect } = visit;
      const id = param('id');
      return orPostPage(visit, act, async () => {
        const isMove =
          act === 'publish' && form.text('scheduleMode') === 'schedule' && (await isMovable(user, id));
        await user.call(`posts.${act}`, {
          path: { id },
          body: { version: form.whole('version'), ...body(form, visit) },
          key: form.text('key') || undefined,
        });
        if (act === 'approve' || act === 'reject') {
          const next = await nextApproval(user, id);
          return redirect(next === null ? `/posts/${id}?undo=offer` : `/posts/${next}?decided=${id}`);
        }
        return redirect(isMove ? `/posts/${id}?undo=offer` : `/posts/${id}`);
      });
    });

  change('publish', (form, visit) => ({
    scheduleMode: form.text('scheduleMode') || undefined,
    ...timeFrom(form, visit),
    ...despiteDuplicate(form),
  }));
  change('approve', (form, visit) => ({ ...timeFrom(form, visit), ...despiteDuplicate(form) }));
  change('reject', (form) => ({ note: form.words('note').trim() || undefined }));
  change('resolve', (form) => ({
    accountId: form.text('accountId'),
    outcome: form.text('outcome'),
    url: form.text('url') || undefined,
  }));

  routes.post('/posts/:id/retry', (visit) =>
    orPostPage(visit, 'retry', async () => {
      const { user, param, form, redirect, context } = visit;
      const id = param('id');
      const accountIds = form.all('accountId');
      const result = await user.call('posts.retry', {
        path: { id },
        body: { version: form.whole('version'), ...(accountIds.length > 0 && { accountIds }) },
        key: form.text('key') || undefined,
      });
      const left =
        result.held.length + result.skipped.filter(({ code }) => code !== 'already_published').length;
      if (left === 0 && result.retried.length > 0) return redirect(`/posts/${id}`);
      return htmlResponse(context, await postPage(user, id, { retried: result }));
    }),
  );

  routes.post('/posts/:id/labels', (visit) =>
    orPostPage(visit, 'labels', async () => {
      const { user, param, form, redirect } = visit;
      const id = param('id');
      const { labels } = await user.call('posts.get', { path: { id } });
      const entered = labelsFrom(form.all('label'), form.text('newLabel'));
      const body = { labels: mergedLabels(labels, form.all('labelBefore'), entered) };
      await user.call('posts.update', { path: { id }, body });
      return redirect(`/posts/${id}`);
    }),
  );

  routes.post('/posts/:id/remarks', (visit) =>
    orPostPage(visit, 'remark', async () => {
      const { user, param, form, redirect } = visit;
      const id = param('id');
      const body = { text: form.words('note') };
      await user.call('posts.addRemark', { path: { id }, body, key: form.text('key') || undefined });
      return redirect(`/posts/${id}#remarks`);
    }),
  );
  routes.post('/posts/:id/remarks/:remark/delete', (visit) =>
    orPostPage(visit, 'delete-remark', async () => {
      const { user, param, redirect } = visit;
      const id = param('id');
      await user.call('posts.deleteRemark', { path: { id, remarkId: param('remark') } });
      return redirect(`/posts/${id}#remarks`);
    }),
  );

  routes.get('/posts/:id/delete-published', async ({ user, param }) => {
    const post = await user.call('posts.get', { path: { id: param('id') } });
    return DeletePublishedPage({ user, post });
  });
  routes.post('/posts/:id/delete-published', async (visit) => {
    const { user, param, form, redirect, context } = visit;
    const id = param('id');
    return orPostPage(visit, 'delete-published', async () => {
      const { kept, post } = await user.call('posts.deletePublished', {
        path: { id },
        body: { version: form.whole('version') },
        key: form.text('key') || undefined,
      });
      if (kept.length === 0) return redirect(`/posts/${id}`);
      return htmlResponse(context, DeletePublishedPage({ user, post, kept }));
    });
  });

  routes.post('/posts/:id/delete', async (visit) => {
    const { user, param, form, redirect, context } = visit;
    const id = param('id');
    return orPostPage(visit, 'delete', async () => {
      const history = await keptHistory(user.db, id);
      // The version ties the history to what is deleted.
      const version = form.text('version') || String(history.at(-1)?.version ?? '');
      const { outcome, post } = await user.call('posts.delete', { path: { id }, query: { version } });
      if (outcome === 'deleted') {
        const restoring = fieldsOfDeleted(store.vault, post, history, user);
        return htmlResponse(context, DeletedDraftPage({ user, post, restoring }));
      }
      return redirect(`/posts/${id}?undo=offer`);
    });
  });
}

/** What led to the page of a post. */
interface Happened {
  readonly refused?: RefusedAct;
  /** The id of an account that has just been connected. */
  readonly connected?: string | null;
  /** It was connected before. */
  readonly isConnectedAgain?: boolean;
  readonly retried?: RetriedPost;
  /** Whether the page offers to undo the last change. */
  readonly offersUndo?: boolean;
  /** The id of the draft that was approved or rejected before this one. */
  readonly decided?: string | null;
}

async function postPage(user: User, id: string, happened: Happened) {
  const { refused, connected, retried, offersUndo = false, decided = null } = happened;
  const [found, accounts] = await Promise.all([user.call('posts.get', { path: { id } }), accountsOf(user)]);
  const post = inOwnZone(found, user);
  const [media, previews, labels, numbers, remarks, own, ownRetry] = await Promise.all([
    shownMedia(user, post.mediaUrls, post.altTexts),
    postPreviews(user, post, accounts),
    labelColors(user),
    numbersOf(user, post),
    remarksOf(user, post),
    mayDo('publish', post.status) && may(user, 'posts:publish')
      ? authorRefusal(user.db, callerOf(user), post, 'publish')
      : null,
    mayDo('retry', post.status) ? authorRefusal(user.db, callerOf(user), post, 'retry') : null,
  ]);
  const account = accounts.find((one) => one.id === connected);
  const notice = (
    <>
      {account && <ConnectedNotice account={account} isAgain={happened.isConnectedAgain ?? false} />}
      {retried && <RetriedNotice user={user} result={retried} />}
    </>
  );
  const before = decided === null ? null : await postIfExists(user, decided);
  const toast = offersUndo ? (
    <UndoOffer user={user} post={post} />
  ) : (
    before && <UndoOffer user={user} post={inOwnZone(before, user)} isElsewhere />
  );
  return PostPage({
    user,
    post,
    media,
    accounts,
    labels,
    previews,
    numbers,
    remarks,
    own: own?.message ?? null,
    mayRetry: ownRetry === null,
    notice,
    refused,
    toast,
  });
}

/** What the networks have counted of a post, if it is published anywhere. */
async function numbersOf(user: User, { id, targets }: Post): Promise<readonly TargetMetrics[]> {
  if (!targets.some(({ status }) => status === 'published')) return [];
  return (await user.call('posts.metrics', { path: { id } })).targets;
}

/** The newest remarks about a post, newest first. */
async function remarksOf(user: User, { id, remarkCount }: Post): Promise<readonly Remark[]> {
  if (remarkCount === 0) return [];
  const { data } = await user.call('posts.remarks', {
    path: { id },
    query: { limit: String(SHOWN_REMARKS) },
  });
  return data;
}

/** The newest draft that the user can approve, besides the one that was just decided; null if there is none. */
async function nextApproval(user: User, decided: string): Promise<string | null> {
  const { own } = await proposalsFor(user.db, callerOf(user));
  const limit = String(Math.min(2 + own.size, 100));
  const { data } = await user.call('posts.list', { query: { status: 'approval', limit } });
  return data.find(({ id }) => id !== decided && !own.has(id))?.id ?? null;
}

/** Whether all channels of a scheduled post publish at one time, so that a move can be taken back. */
async function isMovable(user: User, id: string): Promise<boolean> {
  const { status, targets } = await user.call('posts.get', { path: { id } });
  return status === 'scheduled' && commonTime(targets) !== null;
}

/** Shows a refusal on the page of the post as it is now, with the refused input in its form. */
async function orPostPage(
  { user, param, form, context, byScript }: FormVisit,
  act: string,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RequestRefused) || error.code === 'post_not_found' || byScript) throw error;
    const problem = error.toProblem(context.requestId);
    const page = await postPage(user, param('id'), { refused: refusedAct(act, problem, form) });
    return htmlResponse(context, page, { status: problem.status });
  }
}

/** The time from a form, in the workspace’s zone. */
function timeFrom(form: Form, { user }: Visit): Readonly<Record<string, unknown>> {
  const scheduledAt = form.text('scheduledAt');
  return scheduledAt === '' ? {} : { scheduledAt, timezone: user.workspace.timezone };
}
