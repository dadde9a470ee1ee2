import { RULES } from '../../../networks/rules.js';
import type { OutgoingPost } from '../outgoing-post.js';

/** The video resource with which an upload is opened. */
export function metadataOf({ content }: OutgoingPost) {
  const { categoryId, tags, embeddable, license } = content.options;
  const privacy =
    content.privacy === null ? undefined : RULES.youtube.options.privacy?.values.value[content.privacy];
  return {
    snippet: {
      title: content.title ?? '',
      description: content.text,
      ...(typeof categoryId === 'string' && { categoryId }),
      ...(tags !== undefined && { tags: [tags].flat() }),
    },
    status: {
      ...(privacy && { privacyStatus: privacy }),
      ...(content.madeForKids !== null && { selfDeclaredMadeForKids: content.madeForKids }),
      ...(typeof embeddable === 'boolean' && { embeddable }),
      ...(typeof license === 'string' && { license }),
      ...(content.disclosure.includes('ai_generated') && { containsSyntheticMedia: true }),
    },
  };
}
