import type { TargetPreview } from '../../../../contract/posts/posts.js';
import { type PostBody, resolveContent, type TargetContent } from '../../../../networks/content.js';

/** A target with the texts that are sent for it: stored, or of a dry run. */
export type SentTarget = Pick<TargetPreview, 'platform' | 'accountId' | 'text' | 'link' | 'board'> & {
  /** The post and what follows it; absent: nothing is stored or checked yet. */
  readonly parts?: readonly { readonly kind: string; readonly text: string | null }[];
};

/** What a target publishes: its texts as they are sent, the rest from the body of its post. */
export function sentContent(target: SentTarget, body: PostBody): TargetContent {
  const { accountId, platform, text, link, board, parts = [] } = target;
  const content = resolveContent(body, { id: accountId, platform });
  const sent = (kind: 'thread' | 'first_comment') =>
    parts.flatMap((part) => (part.kind === kind && part.text !== null ? [part.text] : []));
  return {
    ...content,
    text,
    link,
    // A body can have the board's name, or leave it to the account's default.
    boardId: board?.id ?? content.boardId,
    thread: content.thread.map((one, place) => sent('thread')[place] ?? one),
    firstComment: content.firstComment && (sent('first_comment')[0] ?? content.firstComment),
  };
}
