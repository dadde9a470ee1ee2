import type { Connection } from '../connection.js';
import type { NewComment, News, NewsAdapter } from '../inbox-adapter.js';
import { lookBack } from '../requests/look-back.js';
import { orWithheld } from '../requests/or-withheld.js';
import { conversationPage, newestPosts } from './comments.js';

/** The newest posts whose replies one look reads, with a request for each. */
const MAX_POSTS = 20;

const WITHHELD = 'Threads does not let your app read replies (threads_read_replies).';

function lookForReplies(connection: Connection, cursor: string | null, found: NewComment[]) {
  return lookBack(cursor, async () => {
    const entries = [];
    for (const postId of await newestPosts(connection, MAX_POSTS)) {
      const { replies } = await conversationPage(connection, postId, null);
      for (const comment of replies) {
        const { networkCommentId, isOwn, createdAt } = comment;
        const take = () => {
          if (!isOwn) found.push({ networkCommentId, answers: postId, isPost: true, comment });
        };
        entries.push({ id: networkCommentId, at: createdAt, take });
      }
    }
    return { entries: entries.sort((one, other) => other.at - one.at), next: null };
  });
}

/** Replies to the newest posts of the account: Threads has no list of all replies to it. */
export const threadsNews: NewsAdapter = {
  async look(connection, cursor): Promise<News> {
    const comments: NewComment[] = [];
    const looked = await orWithheld({ cursor, withheld: WITHHELD }, (from) =>
      lookForReplies(connection, from, comments),
    );
    return {
      comments,
      conversationIds: [],
      // Nothing was read yet: the next look is the first one again.
      cursor: looked.cursor,
      more: false,
      withheld: looked.withheld === null ? [] : [looked.withheld],
    };
  },
};
