import type { Comment, CommentThread } from '../../../contract/inbox/comments.js';
import type { Message } from '../../../contract/inbox/messages.js';
import type { FormVisit, PersonRoutes, Visit } from '../routes.js';
import { answering, type RefusedAnswer } from './answer-form.js';
import { textOf } from './inbox-view.js';
import { ThreadPage } from './thread-page.js';

/** One comment's thread, and what a person does about it. */
export function addComments(routes: PersonRoutes): void {
  routes.show('/inbox/comments/:id', (visit) => threadPage(visit, null));
  routes.act('/inbox/comments/:id/reply', (visit) =>
    answering(visit, {
      path: `/inbox/comments/${visit.param('id')}`,
      send: () => reply(visit),
      page: (refused) => threadPage(visit, refused),
    }),
  );
  for (const act of ['read', 'hide', 'unhide', 'delete'] as const) {
    routes.act(`/inbox/comments/:id/${act}`, async ({ person, param, goTo }) => {
      const comment = await person.ask(`comments.${act}`, { path: { commentId: param('id') } });
      return goTo(act === 'delete' ? afterDeletion(comment) : `/inbox/comments/${comment.id}`);
    });
  }
  routes.act('/inbox/comments/:id/resolve', async ({ person, param, form, goTo }) => {
    const { id, threadId } = await person.ask('comments.resolve', {
      path: { commentId: param('id') },
      body: { outcome: form.text('outcome') },
      key: form.text('key') || undefined,
    });
    return goTo(`/inbox/comments/${threadId}#${id}`);
  });
}

const afterDeletion = ({ parentCommentId }: Comment): string =>
  parentCommentId === null ? '/inbox' : `/inbox/comments/${parentCommentId}`;

async function reply({ person, param, form }: FormVisit): Promise<void> {
  const isPrivate = form.text('way') === 'private';
  await person.ask('comments.create', {
    body: {
      parentCommentId: param('id'),
      text: form.words('text'),
      ...(isPrivate && { private: true }),
      ...(form.ticked('again') && { allowDuplicate: true }),
    },
    key: form.text('key') || undefined,
  });
}

async function threadPage({ person, param, query }: Visit, refused: RefusedAnswer | null) {
  const commentId = param('id');
  const thread = await person.ask('comments.get', {
    path: { commentId },
    query: { cursor: query.get('cursor') ?? undefined },
  });
  const [postText, privateReply] = await Promise.all([
    textOf(person, thread.postId),
    privateReplyIn(thread, commentId, (messageId) => person.ask('messages.get', { path: { messageId } })),
  ]);
  return ThreadPage({ person, thread, postText, privateReply, refused });
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
