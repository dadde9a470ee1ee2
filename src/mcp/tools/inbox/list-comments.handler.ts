import type { Comment } from '../../../contract/inbox/comments.js';
import { handle } from '../../handler.js';
import { fittingPage, noneOf, restOf } from '../shared/fitting-page.js';
import { listRange } from '../shared/list-range.js';
import { timeRefused } from '../shared/written-time.js';
import { commentEntry } from './comment-facts.js';
import { DETAILED_BYTES, LISTED_BYTES, measured } from './inbox-text.js';
import { listComments } from './list-comments.definition.js';
import { listedEntries } from './listed-entries.js';

const DEFAULT_LIMIT = 20;

export const callListComments = handle(listComments, async (input, call) => {
  const { postId, accountId, platform, unanswered, unread, since, state, cursor } = input;
  const range = await listRange({ from: since }, call);
  if (!range.ok) return timeRefused(range.refusal, 'since');
  // The time for a private reply starts when the comment is written: the oldest runs out first.
  const order = input.order ?? (unanswered === true ? 'asc' : undefined);
  const query = {
    ...(postId && { postId }),
    ...(accountId && { accountId }),
    ...(platform && { platform: [platform] }),
    ...(unanswered !== undefined && { unanswered }),
    ...(unread !== undefined && { unread }),
    ...(range.query.from && { since: range.query.from }),
    ...(state && { state }),
    ...(order && { order }),
    ...(cursor && { cursor }),
  };
  const detailed = input.response_format === 'detailed';
  const without = [...(postId ? (['postId'] as const) : []), ...(accountId ? (['accountId'] as const) : [])];
  const toEntry = (comment: Comment, index: number) =>
    commentEntry(comment, {
      longest: detailed ? DETAILED_BYTES : LISTED_BYTES,
      detailed,
      without,
      number: index + 1,
    });
  const { page, shortened } = await fittingPage(
    input.limit ?? DEFAULT_LIMIT,
    (limit) => call.client.comments.list({ ...query, limit }, call.request()),
    ({ data }) => data.map(toEntry).map(measured),
  );
  const shown = page.data.map(toEntry);
  const { all, rows } = listedEntries(shown);
  const { nextCursor } = page;
  const waiting = page.data.some(({ awaitingReply }) => awaitingReply);
  return {
    message:
      shown.length === 0
        ? noneOf('comments', nextCursor)
        : `${shown.length} comment${shown.length === 1 ? '' : 's'}${order === 'asc' ? ', oldest first' : ''}${nextCursor === null ? '' : '; there are more'}.${shortened}`,
    facts: { all, comments: rows, nextCursor },
    untrusted: shown.flatMap(({ words }) => words),
    next:
      [
        waiting ? 'postrider_reply_to_comment answers up to 20 at once, with replies' : undefined,
        restOf(nextCursor),
      ]
        .filter((step) => step !== undefined)
        .join('. ') || undefined,
  };
});
