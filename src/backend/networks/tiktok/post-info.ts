import { RULES } from '../../../networks/rules.js';
import type { OutgoingPost } from '../outgoing-post.js';
import { isVideo } from '../requests/media-bytes.js';
import { goesToInbox } from './inbox.js';

/** Postrider's option names to TikTok's fields. */
const SETTINGS = {
  disableComment: 'disable_comment',
  disableDuet: 'disable_duet',
  disableStitch: 'disable_stitch',
  coverTimestampMs: 'video_cover_timestamp_ms',
} as const;

function settingsOf(options: OutgoingPost['content']['options']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(SETTINGS).flatMap(([ours, theirs]) =>
      options[ours] === undefined ? [] : [[theirs, options[ours]]],
    ),
  );
}

/** The fields of a post: title and description for photos, only a title for a video. A draft takes nothing else. */
export function postInfoOf(post: OutgoingPost): Readonly<Record<string, unknown>> {
  const { content, media } = post;
  const privacy =
    content.privacy === null ? undefined : RULES.tiktok.options.privacy?.values.value[content.privacy];
  const words =
    media.length === 0 || media.some(isVideo)
      ? { title: content.text }
      : { description: content.text, ...(content.title !== null && { title: content.title }) };
  if (goesToInbox(post)) return words;
  return {
    ...words,
    ...(privacy && { privacy_level: privacy }),
    brand_content_toggle: content.disclosure.includes('paid_partnership'),
    brand_organic_toggle: content.disclosure.includes('own_brand'),
    ...(content.disclosure.includes('ai_generated') && { is_aigc: true }),
    ...settingsOf(content.options),
  };
}
