import type { JsonObject } from '../../../base/json.js';
import { countText } from '../../../networks/count/count.js';
import { countHashtags, countMentions } from '../../../networks/count/mentions-and-tags.js';
import { RULES } from '../../../networks/rules.js';
import { INSTAGRAM_API } from '../../networks/instagram/api.js';
import { INSTAGRAM_ERRORS, instagramErrors } from '../../networks/instagram/errors.js';
import { textAt } from '../../networks/requests/json-answer.js';
import type { WireResponse } from '../../networks/wire.js';
import { containerServer } from '../meta-graph/container-server.js';
import type { InsightEdge } from '../meta-graph/insight-server.js';
import { shortcodeOf } from '../shared/network-ids.js';
import { textOf } from '../shared/network-server.js';
import { LAST_DAY } from '../shared/windows.js';
import { INSTAGRAM_COMMENTS, INSTAGRAM_MESSAGES } from './inbox-server.js';

const { text: TEXT, hashtags: HASHTAGS, mentions: MENTIONS, postsPerDay } = RULES.instagram;

function isCaptionTooLong(caption: string): boolean {
  return (
    countText(caption, TEXT.unit) > TEXT.max.value ||
    countHashtags(caption) > (HASHTAGS.max?.value ?? 30) ||
    countMentions(caption) > (MENTIONS.max?.value ?? 20)
  );
}

function breach(fields: JsonObject): WireResponse | null {
  const isCarousel = textOf(fields, 'media_type') === 'CAROUSEL';
  if (isCaptionTooLong(textOf(fields, 'caption')))
    return instagramErrors.answer(INSTAGRAM_ERRORS.captionTooLong);
  if (isCarousel) {
    const items = textOf(fields, 'children').split(',').length;
    return items < 2 || items > 10 ? instagramErrors.answer(INSTAGRAM_ERRORS.carouselItems) : null;
  }
  if (textOf(fields, 'image_url') === '' && textOf(fields, 'video_url') === '') {
    return instagramErrors.answer(INSTAGRAM_ERRORS.mediaRequired);
  }
  return null;
}

/** Only a single video is a reel, which has a different URL. */
function pathOf(id: string, fields: JsonObject): string {
  const shortcode = shortcodeOf(`37${id}`);
  return textOf(fields, 'media_type') === 'REELS' ? `/reel/${shortcode}` : `/p/${shortcode}`;
}

const REEL_METRICS = ['ig_reels_video_view_total_time', 'ig_reels_avg_watch_time'];
const STORY_LIFE_MS = 24 * 60 * 60_000;
/** The documentation only promises at most 48 hours. */
const LAG_MS = 30 * 60_000;

const INSTAGRAM_INSIGHTS: InsightEdge = {
  platform: 'instagram',
  lagMs: LAG_MS,
  others: ['saved', 'comments', 'likes', 'replies', 'navigation', ...REEL_METRICS],
  namesValid: true,
  leavesOutZero: true,
  insightsOf({ rawCall, createdAt }, { people, views, likes, replies, saves, shares, watchMs }, now) {
    const type = textAt(rawCall, 'media_type');
    const common = { views, reach: people, shares };
    if (type === 'STORIES') return now > createdAt + STORY_LIFE_MS ? null : { ...common, replies };
    const feed = { ...common, likes, comments: replies, saved: saves };
    return type === 'REELS' ? { ...feed, ig_reels_video_view_total_time: watchMs } : feed;
  },
};

export const instagramSimulator = containerServer({
  platform: 'instagram',
  api: INSTAGRAM_API,
  idPrefix: '17',
  containerGone: INSTAGRAM_ERRORS.containerMissing,
  notReady: INSTAGRAM_ERRORS.notReady,
  failedReason: 'ERROR',
  quotas: [
    {
      of: 'posts',
      max: postsPerDay.value ?? Number.POSITIVE_INFINITY,
      window: LAST_DAY,
      refusal: INSTAGRAM_ERRORS.dailyLimit,
    },
  ],
  insights: INSTAGRAM_INSIGHTS,
  // `id` is one that only the app knows.
  profile: ({ networkUserId }) => ({
    id: `2${networkUserId.slice(1)}`,
    user_id: networkUserId,
    account_type: 'BUSINESS',
  }),
  comments: INSTAGRAM_COMMENTS,
  messages: INSTAGRAM_MESSAGES,
  breach,
  fileRefused: (why, isVideo) => {
    if (why === 'unreachable') return INSTAGRAM_ERRORS.notFetched;
    if (isVideo) return INSTAGRAM_ERRORS.videoFormat;
    return why === 'bytes' ? INSTAGRAM_ERRORS.imageTooLarge : INSTAGRAM_ERRORS.imageFormat;
  },
  pathOf: (_call, id, fields) => pathOf(id, fields),
});
