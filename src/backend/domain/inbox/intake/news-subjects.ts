import type { NewComment, News } from '../../../networks/inbox-adapter.js';
import type { NoticeSubject } from './notices.js';
import { PostSearch } from './post-search.js';
import type { SubjectDependencies } from './subject-reads.js';
import { type EarlyComment, hasUnsettledPost, perhapsOurs } from './unsettled-posts.js';

/** Posts that one look reads to find out what its comments stand under: anybody can mention the account. */
const MAX_READS = 50;

/**
 * Comments belong to a post that Postrider has published: others are left out. One whose post cannot be found out now
 * becomes a notice of its own, so that it does not hold up the others; those that may be on a post that is still being
 * published become one for each post.
 */
export async function subjectsOf(
  dependencies: Omit<SubjectDependencies, 'ids'>,
  news: News,
): Promise<NoticeSubject[]> {
  const { db, account } = dependencies;
  const byPost = new Map<string, NewComment[]>();
  const open: NewComment[] = [];
  const early: EarlyComment[] = [];
  const seenAt = dependencies.now();
  const mayBeEarly =
    news.comments.length > 0 && (await hasUnsettledPost(db, account, { seenAt, now: seenAt }));
  const search = new PostSearch(dependencies, MAX_READS);
  // Oldest first: a reply to a reply is then under a known comment.
  for (const comment of [...news.comments].reverse()) {
    const above = await search.postAbove(comment);
    if (above.is === 'open') open.push(comment);
    if (above.is === 'own' && mayBeEarly) early.push({ networkPostId: above.networkPostId, comment });
    if (above.is !== 'known') continue;
    byPost.set(above.networkPostId, [...(byPost.get(above.networkPostId) ?? []), comment]);
  }
  return [
    ...perhapsOurs(early, seenAt),
    ...Array.from(byPost, ([networkPostId, comments]) => ({
      kind: 'comments' as const,
      networkPostId,
      commentIds: comments.map(({ networkCommentId }) => networkCommentId),
      read: comments.flatMap(({ comment }) => comment ?? []),
    })),
    ...open.map(({ networkCommentId, answers }) => ({
      ...{ kind: 'mention' as const, networkCommentId, answers, seenAt },
    })),
    ...news.conversationIds.map((networkConversationId) => ({
      kind: 'conversation' as const,
      networkConversationId,
    })),
  ];
}
