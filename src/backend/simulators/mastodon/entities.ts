import { linksIn, replaceLinks } from '../../../networks/count/links.js';
import { HASHTAGS, MENTIONS } from '../../../networks/count/mentions-and-tags.js';
import { textAt, valueAt } from '../../networks/requests/json-answer.js';
import { profilePath } from '../../networks/web-addresses.js';
import { AUDIENCES, followersOf, responseTo } from '../shared/audience.js';
import { answeredBy, countReplies, warningOf } from '../shared/thread-of.js';
import type { SimulatedAccount, SimulatedMedia, SimulatedPost, SimulatorContext } from '../simulator.js';

/** The entities of Mastodon's API, with the fields that clients rely on (abraham/mastodon-openapi). */

/** When the simulated accounts joined the server. */
const JOINED_AT = '2023-04-01T00:00:00.000Z';
/** Posts that are counted for an account: its page says no more. */
const MAX_COUNTED = 1000;

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** HTML in which links can be followed. Servers show a link without its scheme, which is there but not seen. */
function linked(text: string): string {
  let at = 0;
  let html = '';
  for (const { start, url } of linksIn(text)) {
    const scheme = url.slice(0, url.indexOf('//') + 2);
    const shown = `<span class="invisible">${scheme}</span><span>${escaped(url.slice(scheme.length))}</span>`;
    const opening = `<a href="${escaped(url)}" target="_blank" rel="nofollow noopener">`;
    html += `${escaped(text.slice(at, start))}${opening}${shown}</a>`;
    at = start + url.length;
  }
  return html + escaped(text.slice(at));
}

export async function accountEntity(account: SimulatedAccount, { memory, webUrl, now }: SimulatorContext) {
  const { networkUserId, handle, displayName } = account;
  const url = profilePath(webUrl, { handle });
  const image = (name: string) => `${webUrl}/${name}/original/missing.png`;
  const posts = await memory.postsOf(networkUserId, 0, MAX_COUNTED);
  const last = posts[0];
  return {
    id: networkUserId,
    username: handle,
    acct: handle,
    display_name: displayName,
    locked: false,
    bot: false,
    discoverable: true,
    indexable: false,
    group: false,
    created_at: JOINED_AT,
    note: '',
    url,
    uri: `${webUrl}/users/${handle}`,
    avatar: image('avatars'),
    avatar_static: image('avatars'),
    header: image('headers'),
    header_static: image('headers'),
    followers_count: followersOf(networkUserId, now),
    following_count: 0,
    statuses_count: posts.length,
    last_status_at: last ? new Date(last.createdAt).toISOString().slice(0, 10) : null,
    hide_collections: null,
    noindex: false,
    emojis: [],
    roles: [],
    fields: [],
  };
}

/** The account as it sees itself. */
export async function credentialEntity(account: SimulatedAccount, context: SimulatorContext) {
  return {
    ...(await accountEntity(account, context)),
    source: {
      privacy: 'public',
      sensitive: false,
      language: null,
      note: '',
      fields: [],
      follow_requests_count: 0,
      hide_collections: null,
      discoverable: true,
      indexable: false,
      attribution_domains: [],
      quote_policy: 'public',
    },
    role: { id: '-99', name: '', permissions: '0', color: '', highlighted: false },
  };
}

/** @param isReady whether the server has processed the file */
export function attachmentEntity(
  id: string,
  { contentType, altText }: Pick<SimulatedMedia, 'contentType' | 'altText'>,
  isReady: boolean,
  { webUrl }: SimulatorContext,
) {
  const url = isReady ? `${webUrl}/media/${id}` : null;
  return {
    id,
    type: contentType.startsWith('video/') ? 'video' : 'image',
    url,
    preview_url: url,
    remote_url: null,
    preview_remote_url: null,
    text_url: null,
    meta: isReady ? {} : null,
    description: altText,
    blurhash: null,
  };
}

/** @param account who wrote it */
export async function statusEntity(
  post: SimulatedPost,
  account: SimulatedAccount,
  context: SimulatorContext,
) {
  const { memory, webUrl, now } = context;
  const reactions = responseTo(post, AUDIENCES.mastodon, now);
  const paragraphs = post.text
    .split(/\n{2,}/)
    .map((part) => `<p>${linked(part).replaceAll('\n', '<br />')}</p>`);
  const answered = answeredBy('mastodon', post.rawCall);
  const parent = answered === null ? null : await memory.postById(answered);
  const media = (post.media ?? []).map((one, place) =>
    attachmentEntity(post.mediaIds[place] ?? '', one, true, context),
  );
  return {
    id: post.networkPostId,
    created_at: new Date(post.createdAt).toISOString(),
    in_reply_to_id: answered,
    in_reply_to_account_id: parent?.networkUserId ?? null,
    sensitive: valueAt(post.rawCall, 'sensitive') === true,
    spoiler_text: warningOf('mastodon', post.rawCall) ?? '',
    visibility: textAt(post.rawCall, 'visibility') ?? 'public',
    language: textAt(post.rawCall, 'language'),
    uri: `${webUrl}/users/${account.handle}/statuses/${post.networkPostId}`,
    url: `${webUrl}${post.path}`,
    replies_count: await countReplies('mastodon', post, memory),
    reblogs_count: reactions.reposts,
    favourites_count: reactions.likes,
    quotes_count: reactions.quotes,
    edited_at: null,
    favourited: false,
    reblogged: false,
    muted: false,
    bookmarked: false,
    pinned: false,
    content: paragraphs.join(''),
    filtered: [],
    reblog: null,
    application: { name: 'Postrider', website: null },
    account: await accountEntity(account, context),
    media_attachments: media,
    mentions: await mentionsIn(post.text, context),
    tags: tagsIn(post.text, webUrl),
    emojis: [],
    card: null,
    poll: null,
    quote: null,
  };
}

/** The accounts of this server that a text mentions. */
async function mentionsIn(text: string, { memory, webUrl }: SimulatorContext) {
  const handles = new Set(
    Array.from(replaceLinks(text, ' ').matchAll(MENTIONS), ([, handle = '']) => handle),
  );
  const found = [];
  for (const handle of handles) {
    const account = await memory.accountByHandle(handle);
    if (!account) continue;
    const { networkUserId: id, handle: username } = account;
    found.push({ id, username, acct: username, url: profilePath(webUrl, { handle: username }) });
  }
  return found;
}

function tagsIn(text: string, webUrl: string) {
  const names = new Set(
    Array.from(replaceLinks(text, ' ').matchAll(HASHTAGS), ([, name = '']) => name.toLowerCase()),
  );
  return Array.from(names, (name) => ({ name, url: `${webUrl}/tags/${encodeURIComponent(name)}` }));
}
