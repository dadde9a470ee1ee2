import type { PostType } from '../../../contract/posts/content.js';
import type { TargetContent } from '../../../networks/content.js';
import { formOf } from '../../../networks/post-form.js';
import { RULES } from '../../../networks/rules.js';
import type { PostRow, TargetRow } from '../../store/schema.js';

/** The form in which a target was published: networks count stories and reels in another way than posts. */
export function formOfTarget(
  { platform, content_json }: Pick<TargetRow, 'platform' | 'content_json'>,
  kind: PostRow['kind'],
): PostType {
  const { postType = null, mediaUrls = [] }: Partial<TargetContent> = JSON.parse(content_json);
  const fileKind = kind === 'video' ? 'video' : 'image';
  return formOf(
    RULES[platform],
    postType,
    mediaUrls.map(() => ({ kind: fileKind })),
  );
}
