import { normalized } from '../../../base/normalized.js';
import { countText } from '../../../networks/count/count.js';
import { linksIn } from '../../../networks/count/links.js';
import { countCashtags } from '../../../networks/count/mentions-and-tags.js';
import { RULES } from '../../../networks/rules.js';
import { json } from '../../networks/answers.js';
import { listAt } from '../../networks/requests/json-answer.js';
import { comparable } from '../../networks/requests/lookup.js';
import type { WireResponse } from '../../networks/wire.js';
import { X_ERRORS, xErrors } from '../../networks/x/errors.js';
import { AUDIENCES, responseTo } from '../shared/audience.js';
import { spoilsMedia } from '../shared/failing.js';
import { base64UrlId, xSnowflake } from '../shared/network-ids.js';
import { networkServer, type SimulatedCall, textOf } from '../shared/network-server.js';
import { publishNew } from '../shared/publish-new.js';
import type { Quota } from '../shared/quotas.js';
import { answeredBy, canBeAnswered, countReplies } from '../shared/thread-of.js';
import { oauthTokens } from '../shared/tokens.js';
import { mediaOfUploads, ownUpload } from '../shared/uploads.js';
import type { SimulatedPerson } from '../simulated-inbox.js';
import type { NetworkSimulator, SimulatedPost, SimulatedUpload } from '../simulator.js';
import { isMixed, isUsable, xMediaRoutes } from './media-server.js';
import { MENTION_ROUTES, peopleShown, replyShown } from './mention-server.js';

/** X does not document how long it remembers a text. Publishers report a day. */
const DUPLICATE_WINDOW_MS = 24 * 60 * 60 * 1000;
const RECENT_POSTS = 200;
const { text: TEXT, cashtags: CASHTAGS, rareOptions: OPTIONS } = RULES.x;
const REPLY_SETTINGS: readonly string[] =
  OPTIONS['replySettings']?.kind === 'choice' ? OPTIONS['replySettings'].values.value : [];

/** POST /2/tweets: 100 in 15 minutes for each user (docs.x.com, rate limits). */
const QUOTAS: readonly Quota[] = [
  { of: 'posts', max: 100, window: { kind: 'fixed', ms: 15 * 60_000 }, refusal: X_ERRORS.rateLimited },
];

async function isRepeat({ account, context }: SimulatedCall, text: string): Promise<boolean> {
  const since = context.now - DUPLICATE_WINDOW_MS;
  const recent = await context.memory.postsOf(account.networkUserId, since, RECENT_POSTS);
  return recent.some((post) => post.mediaIds.length === 0 && comparable(post.text) === comparable(text));
}

async function createPost(call: SimulatedCall): Promise<WireResponse> {
  const { account, context, fields, request } = call;
  const text = normalized(textOf(fields, 'text'), 'NFC');
  const mediaIds = listAt(fields, 'media', 'media_ids').map(String);
  if (text.trim() === '' && mediaIds.length === 0) return xErrors.answer(X_ERRORS.textMissing);
  if (countText(text, TEXT.unit) > TEXT.max.value) return xErrors.answer(X_ERRORS.textTooLong);
  if (countCashtags(text) > (CASHTAGS.max?.value ?? 1)) return xErrors.answer(X_ERRORS.tooManyCashtags);
  const settings = textOf(fields, 'reply_settings');
  if (settings !== '' && !REPLY_SETTINGS.includes(settings))
    return xErrors.answer(X_ERRORS.replySettingsInvalid);
  const uploads: SimulatedUpload[] = [];
  for (const id of mediaIds) {
    const upload = await ownUpload(call, id);
    if (!upload || !isUsable(upload) || spoilsMedia(account)) return xErrors.answer(X_ERRORS.mediaInvalid);
    uploads.push(upload);
  }
  if (isMixed(uploads)) return xErrors.answer(X_ERRORS.mediaInvalid);
  const answered = answeredBy('x', fields);
  if (answered !== null && !(await canBeAnswered(context, answered)))
    return xErrors.answer(X_ERRORS.replyGone);
  if (mediaIds.length === 0 && (await isRepeat(call, text))) return xErrors.answer(X_ERRORS.duplicate);

  const post = await publishNew(call, () => {
    const id = xSnowflake(context.now, context.random);
    return {
      networkPostId: id,
      path: `/${account.handle}/status/${id}`,
      text,
      mediaIds,
      media: mediaOfUploads(uploads),
      rawCall: request.body,
    };
  });
  return json(201, {
    data: { id: post.networkPostId, text: shown(post).text, edit_history_tweet_ids: [post.networkPostId] },
  });
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A post as the API returns it: links shortened, three characters escaped. */
function shown({ text, networkPostId }: SimulatedPost) {
  let written = '';
  let from = 0;
  const urls = linksIn(text).map(({ start, url: value }, place) => {
    const short = `https://t.co/${shortName(networkPostId, place)}`;
    written += text.slice(from, start) + short;
    from = start + value.length;
    return { url: short, expanded_url: value, display_url: value.replace(/^https?:\/\//, '') };
  });
  written += text.slice(from);
  const escaped = written.replace(/[&<>]/g, (sign) => ESCAPES[sign] ?? sign);
  return { text: escaped, ...(urls.length > 0 && { entities: { urls } }) };
}

/** The ten characters of a short link: stable for each link of a post. */
function shortName(id: string, place: number): string {
  let state = Number(BigInt(id) % 2_147_483_647n) + place + 1;
  return base64UrlId(10, () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  }).replace(/[-_]/g, 'x');
}

async function timeline({ account, context, fields }: SimulatedCall): Promise<WireResponse> {
  const since = Date.parse(textOf(fields, 'start_time')) || 0;
  const limit = Number(textOf(fields, 'max_results') || '10');
  const offset = Number(textOf(fields, 'pagination_token') || '0');
  const all = await context.memory.postsOf(account.networkUserId, since, offset + limit + 1);
  const page = all.slice(offset, offset + limit);
  const data = page.map((post) => ({
    id: post.networkPostId,
    created_at: `${new Date(post.createdAt).toISOString().slice(0, 19)}.000Z`,
    ...shown(post),
    ...referenced(post),
  }));
  const next = all.length > offset + limit ? { next_token: String(offset + limit) } : {};
  return json(200, { ...(data.length > 0 && { data }), meta: { result_count: data.length, ...next } });
}

/** The post it replies to, as the API returns it. */
function referenced({ rawCall }: SimulatedPost) {
  const id = answeredBy('x', rawCall);
  return id === null ? {} : { referenced_tweets: [{ type: 'replied_to', id }] };
}

const PROBLEMS = 'https://api.x.com/2/problems/';

/** The most posts that one request names (docs.x.com, GET /2/tweets). */
const MAX_LOOKED_UP = 100;
const PRIVATE_FOR_MS = 30 * 24 * 60 * 60_000;

/** Posts by their ids, with their numbers. Those that X does not show are named under `errors`. */
async function lookUp({ account, context, fields }: SimulatedCall): Promise<WireResponse> {
  const { memory, now } = context;
  const ids = textOf(fields, 'ids').split(',');
  if (ids.length > MAX_LOOKED_UP) {
    const words = `The number of values in the \`ids\` query parameter list [${ids.length}] is not between 1 and 100`;
    return xErrors.answer(X_ERRORS.textMissing, words);
  }
  const wanted = textOf(fields, 'tweet.fields').split(',');
  const data: Record<string, unknown>[] = [];
  const errors = [];
  const people: (SimulatedPerson | undefined)[] = [];
  for (const id of ids) {
    const post = await memory.postById(id);
    const about = { resource_id: id, parameter: 'ids', resource_type: 'tweet' };
    const reply = await memory.commentById(id);
    if (reply) {
      data.push(replyShown(reply, account.handle));
      people.push(reply.author);
      continue;
    }
    if (!post) {
      const detail = `Could not find tweet with ids: [${id}].`;
      errors.push({ ...about, title: 'Not Found Error', detail, type: `${PROBLEMS}resource-not-found` });
      continue;
    }
    const hasPrivate = post.networkUserId === account.networkUserId && now - post.createdAt < PRIVATE_FOR_MS;
    if (wanted.includes('non_public_metrics') && !hasPrivate) {
      const detail = 'Sorry, you are not authorized to access the field non_public_metrics.';
      const title = 'Field Authorization Error';
      errors.push({ ...about, title, detail, type: `${PROBLEMS}not-authorized-for-field` });
    }
    const numbers = await numbersOf(post, context);
    data.push({
      ...{ id, ...shown(post), public_metrics: numbers.open },
      ...(wanted.includes('non_public_metrics') && hasPrivate && { non_public_metrics: numbers.own }),
    });
  }
  return json(200, {
    ...(data.length > 0 && { data }),
    ...peopleShown(people),
    ...(errors.length > 0 && { errors }),
  });
}

async function numbersOf(post: SimulatedPost, { memory, now }: SimulatedCall['context']) {
  const { impressions, likes, reposts, quotes, saves, clicks } = responseTo(post, AUDIENCES.x, now);
  const open = {
    ...{ retweet_count: reposts, reply_count: await countReplies('x', post, memory), like_count: likes },
    ...{ quote_count: quotes, bookmark_count: saves, impression_count: impressions },
  };
  const hasLink = linksIn(post.text).length > 0;
  return { open, own: { user_profile_clicks: 0, ...(hasLink && { url_link_clicks: clicks }) } };
}

export const xSimulator: NetworkSimulator = networkServer({
  platform: 'x',
  errors: xErrors,
  quotas: QUOTAS,
  publishing: { posts: ['POST /2/tweets'] },
  tokens: oauthTokens('POST /2/oauth2/token', 'single-use refresh token', () =>
    xErrors.answer(X_ERRORS.refreshInvalid),
  ),
  unauthorized: () => xErrors.answer(X_ERRORS.unauthorized),
  notFound: () => json(404, { title: 'Not Found', type: 'about:blank', status: 404, detail: 'Not Found' }),
  routes: {
    'POST /2/tweets': createPost,
    'GET /2/tweets': lookUp,
    'GET /2/users/me': async ({ account }) =>
      json(200, { data: { id: account.networkUserId, name: account.displayName, username: account.handle } }),
    'GET /2/users/:id/tweets': timeline,
    ...MENTION_ROUTES,
    ...xMediaRoutes,
  },
});
