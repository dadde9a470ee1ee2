import { countText } from '../../../networks/count/count.js';
import { RULES } from '../../../networks/rules.js';
import { json } from '../../networks/answers.js';
import { PINTEREST_ERRORS, pinterestErrors } from '../../networks/pinterest/errors.js';
import { listAt, textAt, valueAt } from '../../networks/requests/json-answer.js';
import type { WireResponse } from '../../networks/wire.js';
import { AUDIENCES, followersOf, hasVideo, repliesTo, responseTo } from '../shared/audience.js';
import { digits } from '../shared/network-ids.js';
import { networkServer, type SimulatedCall, textOf } from '../shared/network-server.js';
import { publishNew } from '../shared/publish-new.js';
import type { Quota } from '../shared/quotas.js';
import { oauthTokens } from '../shared/tokens.js';
import type { NetworkSimulator, SimulatedPost } from '../simulator.js';
import { BOARDS } from './boards.js';
import { mediaOfPin, pinterestMediaRoutes, tokenOfUpload, withoutBytes } from './media-server.js';

const { text: TEXT, options: OPTIONS, forms } = RULES.pinterest;

/** Writes per user and app: 100 a minute with standard access. */
const QUOTAS: readonly Quota[] = [
  { of: 'posts', max: 100, window: { kind: 'fixed', ms: 60_000 }, refusal: PINTEREST_ERRORS.rateLimited },
];

function breach(fields: SimulatedCall['fields']): WireResponse | null {
  const board = textOf(fields, 'board_id');
  const [title, description] = [textOf(fields, 'title'), textOf(fields, 'description')];
  if (!/^\d+$/.test(board)) {
    return pinterestErrors.answer(
      PINTEREST_ERRORS.boardInvalid,
      `Invalid request: '${board}' does not match '^\\d+$' in 'board_id'`,
    );
  }
  if (countText(title, OPTIONS.title?.unit ?? 'utf16') > (OPTIONS.title?.max.value ?? 100)) {
    return pinterestErrors.answer(
      PINTEREST_ERRORS.titleTooLong,
      `Invalid request: '${title}' is too long in 'title'`,
    );
  }
  if (countText(description, TEXT.unit) > TEXT.max.value) {
    return pinterestErrors.answer(
      PINTEREST_ERRORS.textTooLong,
      `Invalid request: '${description}' is too long in 'description'`,
    );
  }
  if (valueAt(fields, 'media_source') === undefined)
    return pinterestErrors.answer(PINTEREST_ERRORS.mediaMissing);
  const tooMany = listAt(fields, 'media_source', 'items').length > (forms.feed.images?.max.value ?? 5);
  return tooMany ? pinterestErrors.answer(PINTEREST_ERRORS.tooManyImages) : null;
}

function shown({ networkPostId, title, text, link, createdAt, rawCall }: SimulatedPost) {
  return {
    id: networkPostId,
    created_at: new Date(createdAt).toISOString().replace(/\.\d+Z$/, '-00:00'),
    board_id: textAt(rawCall, 'board_id'),
    title,
    description: text,
    link,
  };
}

async function createPin(call: SimulatedCall): Promise<WireResponse> {
  const { context, fields } = call;
  const wrong = breach(fields);
  if (wrong) return wrong;
  const media = await mediaOfPin(call);
  if (media === null) return pinterestErrors.answer(PINTEREST_ERRORS.urlNotReached);
  const post = await publishNew(call, () => {
    const id = digits(18, context.random);
    return {
      networkPostId: id,
      path: `/pin/${id}`,
      text: textOf(fields, 'description'),
      title: textOf(fields, 'title') || null,
      link: textOf(fields, 'link') || null,
      mediaIds: media.map((_, place) => `${id}-${place}`),
      media,
      rawCall: withoutBytes(fields),
    };
  });
  return json(201, shown(post));
}

async function boardPins({ account, context, fields, params }: SimulatedCall): Promise<WireResponse> {
  const size = Number(textOf(fields, 'page_size') || '25');
  const offset = Number(textOf(fields, 'bookmark') || '0');
  const all = await context.memory.postsOf(account.networkUserId, 0, offset + size + 1);
  const items = all
    .slice(offset, offset + size)
    .map(shown)
    .filter((pin) => pin.board_id === params['id']);
  return json(200, { items, bookmark: all.length > offset + size ? String(offset + size) : null });
}

/** Analytics are about a day behind. */
const LAG_MS = 12 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** How far back the days of a request may be. */
const MAX_DAYS_BACK = 90;

async function analytics({ account, context, fields, params }: SimulatedCall): Promise<WireResponse> {
  const { memory, now } = context;
  const post = await memory.postById(params['id'] ?? '');
  if (post?.networkUserId !== account.networkUserId)
    return json(404, { code: 404, message: 'Pin not found.' });
  const start = Date.parse(textOf(fields, 'start_date'));
  if (Number.isNaN(start) || start < now - (MAX_DAYS_BACK + 1) * DAY_MS)
    return json(400, { code: 400, message: 'Invalid pins analytics parameters.' });
  const response = responseTo(post, AUDIENCES.pinterest, now - LAG_MS);
  const { impressions, saves, clicks, likes, people } = response;
  const comments = await memory.commentsOn(post.networkPostId);
  const summary = {
    ...{ IMPRESSION: impressions, SAVE: saves, OUTBOUND_CLICK: clicks },
    PIN_CLICK: Math.floor(people / 20),
    ...(hasVideo(post) && { VIDEO_MRC_VIEW: response.views, VIDEO_V50_WATCH_TIME: response.watchMs }),
  };
  const lifetime = { TOTAL_COMMENTS: repliesTo(post, comments.length), TOTAL_REACTIONS: likes };
  const asked = textOf(fields, 'metric_types').split(',');
  const only = (metrics: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(metrics).filter(([name]) => asked.includes(name)));
  return json(200, {
    all: { daily_metrics: [], lifetime_metrics: only(lifetime), summary_metrics: only(summary) },
  });
}

export const pinterestSimulator: NetworkSimulator = networkServer({
  platform: 'pinterest',
  errors: pinterestErrors,
  quotas: QUOTAS,
  publishing: { posts: ['POST /v5/pins'] },
  tokens: {
    ...oauthTokens('POST /v5/oauth/token', 'single-use refresh token', () =>
      pinterestErrors.answer(PINTEREST_ERRORS.authenticationFailed),
    ),
    granted: ({ accessToken, refreshToken, expiresInSeconds, now }) => {
      const lasts = RULES.pinterest.tokens.refresh.value ?? 0;
      return json(200, {
        response_type: 'refresh_token',
        access_token: accessToken,
        token_type: 'bearer',
        expires_in: expiresInSeconds,
        scope: 'user_accounts:read,boards:read,boards:write,pins:read,pins:write',
        refresh_token: refreshToken,
        refresh_token_expires_in: lasts,
        refresh_token_expires_at: Math.floor(now / 1000) + lasts,
      });
    },
  },
  shownToken: tokenOfUpload,
  unauthorized: () => pinterestErrors.answer(PINTEREST_ERRORS.authenticationFailed),
  notFound: () => json(404, { code: 404, message: 'Not found' }),
  routes: {
    'POST /v5/pins': createPin,
    ...pinterestMediaRoutes,
    'GET /v5/boards': async () =>
      json(200, { items: BOARDS.map((board) => ({ ...board, privacy: 'PUBLIC' })), bookmark: null }),
    'GET /v5/boards/:id/pins': boardPins,
    'GET /v5/pins/:id/analytics': analytics,
    'GET /v5/user_account': async ({ account, context }) =>
      json(200, {
        ...{ id: account.networkUserId, username: account.handle, business_name: account.displayName },
        profile_image: 'https://i.pinimg.com/60x60_RS/avatar.jpg',
        account_type: 'BUSINESS',
        follower_count: followersOf(account.networkUserId, context.now),
      }),
  },
});
