import { type PostBody, resolveContent, type TargetContent } from '../../../../networks/content.js';
import type { SentTexts } from '../../../../networks/link-tags.js';
import type { WrittenTarget } from '../../../../networks/preflight/target.js';
import type { StoredPost } from '../repository.js';
import { contentOf } from '../stored-content.js';

/**
 * The targets of a stored post, by account. The tags of links are decided when a text is written: a target whose texts
 * `content` leaves as they are keeps what is stored, whatever has been chosen for its account since.
 */
export function writtenTargets(
  { post, targets }: StoredPost,
  content: PostBody,
): ReadonlyMap<string, WrittenTarget> {
  const before = contentOf(post);
  return new Map(
    targets.map(({ id, account_id, platform, content_json }) => {
      const account = { id: account_id, platform };
      const isSame = isSameText(resolveContent(before, account), resolveContent(content, account));
      return [account_id, { targetId: id, texts: isSame ? storedTexts(content_json) : null }];
    }),
  );
}

function isSameText(one: TargetContent, other: TargetContent): boolean {
  const textsOf = ({ text, link, thread, firstComment }: TargetContent) =>
    JSON.stringify([text, link, thread, firstComment]);
  return textsOf(one) === textsOf(other);
}

function storedTexts(content_json: string): SentTexts {
  const content: Pick<TargetContent, 'text'> & Partial<TargetContent> = JSON.parse(content_json);
  const { text, link = null, thread = [], firstComment = null } = content;
  return { text, link, thread, firstComment };
}
