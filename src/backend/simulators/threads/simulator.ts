import type { JsonObject } from '../../../base/json.js';
import { countText } from '../../../networks/count/count.js';
import { countLinks } from '../../../networks/count/mentions-and-tags.js';
import { RULES } from '../../../networks/rules.js';
import { THREADS_API } from '../../networks/threads/api.js';
import { THREADS_ERRORS, threadsErrors } from '../../networks/threads/errors.js';
import type { WireResponse } from '../../networks/wire.js';
import { containerServer } from '../meta-graph/container-server.js';
import { shortcodeOf } from '../shared/network-ids.js';
import { textOf } from '../shared/network-server.js';
import { LAST_DAY } from '../shared/windows.js';

const { text: TEXT, links: LINKS, postsPerDay } = RULES.threads;
/** Replies have a separate quota (Threads API, overview). */
const REPLIES_PER_DAY = 1000;
const DAILY = { window: LAST_DAY, refusal: THREADS_ERRORS.dailyLimit } as const;

function breach(fields: JsonObject): WireResponse | null {
  const text = textOf(fields, 'text');
  if (textOf(fields, 'media_type') === 'TEXT' && text === '')
    return threadsErrors.answer(THREADS_ERRORS.textMissing);
  if (countText(text, TEXT.unit) > TEXT.max.value) return threadsErrors.answer(THREADS_ERRORS.textTooLong);
  if (countLinks(text, textOf(fields, 'link_attachment') || null) > (LINKS.max?.value ?? 5)) {
    return threadsErrors.answer(THREADS_ERRORS.tooManyLinks);
  }
  return null;
}

export const threadsSimulator = containerServer({
  platform: 'threads',
  api: THREADS_API,
  idPrefix: '18',
  containerGone: THREADS_ERRORS.containerGone,
  notReady: THREADS_ERRORS.notReady,
  failedReason: THREADS_ERRORS.videoFailed.code,
  quotas: [
    { of: 'openings', max: postsPerDay.value ?? Number.POSITIVE_INFINITY, ...DAILY },
    { of: 'answers', max: REPLIES_PER_DAY, ...DAILY },
  ],
  answersEdge: 'replies',
  accountInsights: 'threads_insights',
  insights: {
    ...{ platform: 'threads', lagMs: 0, others: [], namesValid: true, leavesOutZero: false },
    insightsOf: (_post, { views, likes, replies, reposts, quotes, shares }) => ({
      ...{ views, likes, replies, reposts, quotes, shares },
    }),
  },
  breach,
  fileRefused: () => THREADS_ERRORS.mediaNotFetched,
  pathOf: ({ account }, id) => `/@${account.handle}/post/${shortcodeOf(`35${id}`)}`,
});
