import type { CommentThread } from '../../../contract/inbox/comments.js';
import { refusal } from '../../errors/error-answer.js';
import { handle } from '../../handler.js';
import { fittingPage, restOf } from '../shared/fitting-page.js';
import { toolCall } from '../shared/tool-call.js';
import { commentEntry, requestedComment, threadComments } from './comment-facts.js';
import { getComment } from './get-comment.definition.js';
import { CONTINUATION_BYTES, LISTED_BYTES, measured, READ_BYTES } from './inbox-text.js';
import { listedEntries } from './listed-entries.js';

const DEFAULT_LIMIT = 30;

/** Bytes reserved for the comment itself. */
const FOR_COMMENT = 2_000;

export const callGetComment = handle(getComment, async ({ id, offset, limit, cursor }, call) => {
  if (offset !== undefined && offset > 0) {
    const comment = requestedComment(await call.client.comments.get(id, { limit: 1 }, call.request()));
    const { length } = comment.text;
    if (offset >= length) {
      return refusal({
        code: 'offset_invalid',
        message: `The comment has ${length} characters; there is no text at offset ${offset}.`,
        facts: { id },
        next: `${toolCall('get_comment', { id })} starts from the beginning`,
      });
    }
    const { row, words } = commentEntry(comment, { longest: CONTINUATION_BYTES, detailed: false, offset });
    return {
      message: `The text from character ${offset} of ${length}.`,
      facts: { id, rest: row['rest'] },
      untrusted: words,
      next: typeof row['rest'] === 'string' ? toolCallIn(row['rest']) : answering(id),
    };
  }
  const others = (thread: CommentThread) =>
    threadComments(thread)
      .filter((comment) => comment.id !== thread.requestedId)
      .map((comment, index) =>
        commentEntry(comment, {
          number: index + 1,
          longest: LISTED_BYTES,
          detailed: false,
          without: ['postId', 'accountId', 'platform'],
        }),
      );
  const { page, shortened } = await fittingPage(
    limit ?? DEFAULT_LIMIT,
    (most) => call.client.comments.get(id, { limit: most, ...(cursor && { cursor }) }, call.request()),
    (thread) => others(thread).map(measured),
    READ_BYTES + FOR_COMMENT,
  );
  const asked = requestedComment(page);
  const main = commentEntry(asked, { longest: READ_BYTES, detailed: true });
  const rest = others(page);
  const { all, rows } = listedEntries(rest);
  return {
    message: `1 comment${rest.length === 0 ? '' : ` and ${rest.length} from its thread`}${page.nextCursor === null ? '' : '; there are more'}.${shortened}`,
    facts: { comment: main.row, all, thread: rows, nextCursor: page.nextCursor },
    untrusted: [...main.words, ...rest.flatMap(({ words }) => words)],
    next:
      [asked.awaitingReply && asked.canReply ? answering(id) : undefined, restOf(page.nextCursor)]
        .filter((step) => step !== undefined)
        .join('. ') || undefined,
  };
});

function answering(id: string): string {
  return toolCall('reply_to_comment', { commentId: id, text: '…' });
}

/** The call in `4000 more characters: postrider_get_comment {…}`. */
function toolCallIn(rest: string): string {
  return rest.slice(rest.indexOf('postrider_'));
}
