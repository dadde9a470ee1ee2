import type { TargetContent } from '../../../networks/content.js';
import type { MeasuredForm } from '../../../networks/metric-rules.js';
import { formOf } from '../../../networks/post-form.js';
import { RULES } from '../../../networks/rules.js';
import type { PostRow, TargetRow } from '../../store/schema.js';

/** In which form a target was published, and whether with a video: networks count such posts in other ways. */
export function formOfTarget(
  { platform, content_json }: Pick<TargetRow, 'platform' | 'content_json'>,
  kind: PostRow['kind'],
): MeasuredForm {
  const { postType = null, mediaUrls = [] }: Partial<TargetContent> = JSON.parse(content_json);
  const fileKind = kind === 'video' ? 'video' : 'image';
  const form = formOf(
    RULES[platform],
    postType,
    mediaUrls.map(() => ({ kind: fileKind })),
  );
  return { form, hasVideo: kind === 'video' && mediaUrls.length > 0 };
}
