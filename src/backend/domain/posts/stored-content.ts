import type { Override } from '../../../contract/posts/content.js';
import type { PostRow } from '../../store/schema.js';

/** A post's content, in the shape that requests use. */
export interface StoredContent {
  readonly text: string;
  readonly mediaUrls: string[];
  readonly altTexts: string[];
  readonly overrides: Override[];
  readonly link: string | null;
}

export function contentOf(post: PostRow): StoredContent {
  return {
    text: post.text,
    mediaUrls: JSON.parse(post.media_urls_json),
    altTexts: JSON.parse(post.alt_texts_json),
    overrides: JSON.parse(post.overrides_json),
    link: post.link,
  };
}

/** The columns that hold a post's content. */
export function contentRow({ text, mediaUrls, altTexts, overrides, link }: StoredContent) {
  return {
    text,
    media_urls_json: JSON.stringify(mediaUrls),
    alt_texts_json: JSON.stringify(altTexts),
    overrides_json: JSON.stringify(overrides),
    link,
  } satisfies Partial<PostRow>;
}
