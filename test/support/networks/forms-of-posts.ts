import type { Platform } from '../../../src/contract/platforms.js';
import type { PostType } from '../../../src/contract/posts/content.js';
import { formOf } from '../../../src/networks/post-form.js';
import { RULES } from '../../../src/networks/rules.js';

type Kind = 'image' | 'video';

/** What of a post decides in which form a network publishes it. */
export interface FormedPost {
  /** The kinds of its files, in order. */
  readonly kinds: readonly Kind[];
  readonly postType?: PostType;
  /** It is a draft in the network's app. */
  readonly isDraft?: boolean;
  readonly hasLink?: boolean;
  readonly hasCover?: boolean;
  readonly hasThread?: boolean;
  readonly hasFirstComment?: boolean;
}

function filesIn(kinds: readonly Kind[]): string {
  const [first, second] = kinds;
  if (first === undefined) return 'text';
  if (second === undefined) return first;
  return kinds.includes('video') ? 'images and videos' : 'images';
}

/** The forms of a post that one post shows: what is published, and what goes with it. */
export function formsIn(platform: Platform, post: FormedPost): readonly string[] {
  const { kinds, postType = null, isDraft, hasLink, hasCover, hasThread, hasFirstComment } = post;
  const files = kinds.map((kind) => ({ kind }));
  const place = isDraft ? 'draft' : formOf(RULES[platform], postType, files);
  return [
    `${place}: ${filesIn(kinds)}`,
    ...(hasLink ? ['link'] : []),
    ...(hasCover ? ['cover'] : []),
    ...(hasThread ? ['thread'] : []),
    ...(hasFirstComment ? ['first comment'] : []),
  ];
}

/** Every form of post that a network's rules know. */
export function formsOn(platform: Platform): readonly string[] {
  const { forms, options, thread, firstComment, inboxDraft } = RULES[platform];
  const all = Object.entries(forms).flatMap(([type, rules]) => {
    const postType = type as PostType;
    const files: readonly (readonly Kind[])[] = [
      ...(rules.mediaRequired.value ? [] : [[]]),
      ...(rules.images ? [['image'] as const] : []),
      ...(rules.images && rules.images.max.value > 1 ? [['image', 'image'] as const] : []),
      ...(rules.videos ? [['video'] as const] : []),
      ...(rules.mixedMax ? [['image', 'video'] as const] : []),
    ];
    return files.flatMap((kinds) => [
      ...formsIn(platform, { kinds, postType }),
      ...(inboxDraft && kinds.length > 0 ? formsIn(platform, { kinds, postType, isDraft: true }) : []),
    ]);
  });
  return [
    ...new Set(all),
    ...(options.link ? ['link'] : []),
    ...(options.cover ? ['cover'] : []),
    ...(thread ? ['thread'] : []),
    ...(firstComment ? ['first comment'] : []),
  ];
}
