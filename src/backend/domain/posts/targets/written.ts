import type { Platform } from '../../../../contract/platforms.js';
import { type PostBody, resolveContent, type TargetContent } from '../../../../networks/content.js';
import type { SentTexts } from '../../../../networks/link-tags.js';
import type { WrittenTarget } from '../../../../networks/preflight/target.js';
import { RULES } from '../../../../networks/rules.js';
import type { StoredPost } from '../repository.js';
import { contentOf } from '../stored-content.js';

/**
 * The targets of a stored post, by account. The tags of links and the board are decided when a post is written: a target
 * whose texts, or whose board, `content` leaves as they are keeps what is stored, whatever has been chosen for its account
 * since, and whatever its boards are called now.
 */
export function writtenTargets(
  { post, targets }: StoredPost,
  content: PostBody,
): ReadonlyMap<string, WrittenTarget> {
  const before = contentOf(post);
  return new Map(
    targets.map(({ id, account_id, platform, content_json }) => {
      const account = { id: account_id, platform };
      const [old, now] = [resolveContent(before, account), resolveContent(content, account)];
      const stored: StoredContentOfTarget = JSON.parse(content_json);
      return [
        account_id,
        {
          targetId: id,
          texts: isSameText(old, now) ? storedTexts(stored) : null,
          boardId: old.boardId === now.boardId ? storedBoard(platform, stored) : null,
        },
      ];
    }),
  );
}

/** What is stored of a target. Posts of earlier versions lack fields. */
type StoredContentOfTarget = Pick<TargetContent, 'text'> & Partial<TargetContent>;

/** The id of the board that is stored; null: there is none, or the name in its place was not known to be a board. */
function storedBoard(platform: Platform, { boardId = null }: StoredContentOfTarget): string | null {
  const rule = RULES[platform].options.boardId;
  return rule && boardId !== null && new RegExp(rule.pattern.value).test(boardId) ? boardId : null;
}

function isSameText(one: TargetContent, other: TargetContent): boolean {
  const textsOf = ({ text, link, thread, firstComment }: TargetContent) =>
    JSON.stringify([text, link, thread, firstComment]);
  return textsOf(one) === textsOf(other);
}

function storedTexts({
  text,
  link = null,
  thread = [],
  firstComment = null,
}: StoredContentOfTarget): SentTexts {
  return { text, link, thread, firstComment };
}
