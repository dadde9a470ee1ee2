import type { Comment, CommentThread } from '../../../contract/inbox/comments.js';
import type { Message } from '../../../contract/inbox/messages.js';
import { pictureOf } from '../media/library/library-grid.js';
import { shownMedia } from '../media/shown-media.js';
import type { FormVisit, PageRoutes, Visit } from '../routes.js';
import { doneToast } from './done-toast.js';
import { commentPath, postOf } from './inbox-view.js';
import { listBeside, thenNext } from './list-beside.js';
import { type RefusedReply, sendReply } from './reply-form.js';
import { ThreadPage } from './thread-page.js';

/** A comment with its thread and actions. */
export function addComments(routes: PageRoutes): void {
  routes.get('/inbox/comments/:id', (visit) => threadPage(visit, null));
  routes.post('/inbox/comments/:id/reply', (visit) =>
    sendReply(visit, {
      path: `/inbox/comments/${visit.param('id')}`,
      send: () => reply(visit),
      page: (refused) => threadPage(visit, refused),
    }),
  );
  routes.post('/inbox/comments/:id/done', (visit) =>
    thenNext(visit, commentPath(visit.param('id')), 'done', () =>
      visit.user.call('comments.read', { path: { commentId: visit.param('id') } }),
    ),
  );
  for (const act of ['read', 'hide', 'unhide', 'delete'] as const) {
    routes.post(`/inbox/comments/:id/${act}`, async ({ user, param, redirect }) => {
      const comment = await user.call(`comments.${act}`, { path: { commentId: param('id') } });
      return redirect(act === 'delete' ? afterDeletion(comment) : `/inbox/comments/${comment.id}`);
    });
  }
  routes.post('/inbox/comments/:id/resolve', async ({ user, param, form, redirect }) => {
    const { id, threadId } = await user.call('comments.resolve', {
      path: { commentId: param('id') },
      body: { outcome: form.text('outcome') },
      key: form.text('key') || undefined,
    });
    return redirect(`/inbox/comments/${threadId}#${id}`);
  });
}

const afterDeletion = ({ parentCommentId }: Comment): string =>
  parentCommentId === null ? '/inbox' : `/inbox/comments/${parentCommentId}`;

async function reply({ user, param, form }: FormVisit): Promise<void> {
  const isPrivate = form.text('way') === 'private';
  await user.call('comments.create', {
    body: {
      parentCommentId: param('id'),
      text: form.words('text'),
      ...(isPrivate && { private: true }),
      ...(form.ticked('again') && { allowDuplicate: true }),
    },
    key: form.text('key') || undefined,
  });
}

async function threadPage({ user, param, query }: Visit, refused: RefusedReply | null) {
  const commentId = param('id');
  const thread = await user.call('comments.get', {
    path: { commentId },
    query: { cursor: query.get('cursor') ?? undefined },
  });
  const [list, post, privateReply] = await Promise.all([
    listBeside(user, query),
    postOf(user, thread.postId),
    privateReplyIn(thread, commentId, (messageId) => user.call('messages.get', { path: { messageId } })),
  ]);
  const [first] = await shownMedia(user, post.mediaUrls.slice(0, 1), []);
  const picture = first?.medium ? pictureOf(first.medium) : null;
  return ThreadPage({ user, thread, list, toast: doneToast(query), post, picture, privateReply, refused });
}

async function privateReplyIn(
  thread: CommentThread,
  commentId: string,
  read: (messageId: string) => Promise<Message>,
): Promise<Message | null> {
  const all = (comment: Comment): Comment[] => [comment, ...comment.replies.flatMap(all)];
  const asked = all(thread).find(({ id }) => id === commentId);
  const messageId = asked?.replyRules.private?.messageId ?? null;
  return messageId === null ? null : read(messageId);
}
