import { RULES } from '../../../networks/rules.js';
import { type NetworkAdapter, NetworkRefusal } from '../adapter.js';
import type { Connection } from '../connection.js';
import type {
  Delivered,
  OutgoingMedia,
  OutgoingPart,
  OutgoingPost,
  Prepared,
  SoughtPost,
} from '../outgoing-post.js';
import { ask, bearer, commit, notSent, required } from '../requests/exchange.js';
import { textAt, timeAt, valueAt } from '../requests/json-answer.js';
import { CLOCK_SKEW_MS, soughtPart } from '../requests/lookup.js';
import { formWith } from '../requests/media-bytes.js';
import { missingFiles } from '../requests/missing-files.js';
import { poll } from '../requests/polling.js';
import { Steps } from '../requests/progress.js';
import type { WireResponse } from '../wire.js';
import { mastodonComments } from './comments.js';
import { mastodonErrors } from './errors.js';
import { findStatus } from './find-status.js';
import { readLimits } from './instance.js';
import { mastodonMessages } from './messages.js';
import { mastodonMetrics } from './metrics.js';
import { mastodonNews } from './news.js';
import { getIfThere, isGone, pageOf, statusPath } from './statuses.js';

const PROCESSING = { everyMs: 1000, times: 60 };
const STILL_PROCESSING = 206;

const mediaIdKey = (place: number) => `media:${place}`;

async function upload(connection: Connection, medium: OutgoingMedia): Promise<string> {
  const headers = bearer(connection);
  const sent = await ask(mastodonErrors, connection, {
    method: 'POST',
    path: '/api/v2/media',
    headers,
    body: formWith('file', medium, medium.altText ? { description: medium.altText } : {}),
  });
  const id = textAt(sent.body, 'id');
  if (id === null)
    throw notSent('media_processing_failed', 'Mastodon did not return an id for the uploaded file.');
  // 202: accepted, and still processing.
  if (sent.status === 200) return id;
  const done = await poll(PROCESSING, connection, async () => {
    const { status } = await ask(mastodonErrors, connection, {
      method: 'GET',
      path: `/api/v1/media/${id}`,
      headers,
    });
    return status === STILL_PROCESSING ? null : id;
  });
  if (done === null) throw notSent('media_processing_failed', 'Mastodon did not finish processing the file.');
  return done;
}

/** Postrider's option names to Mastodon's fields. */
const SETTINGS = {
  contentWarning: 'spoiler_text',
  sensitive: 'sensitive',
  language: 'language',
  quotePolicy: 'quote_approval_policy',
} as const;

function settingsOf(options: OutgoingPost['content']['options']): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(SETTINGS).flatMap(([ours, theirs]) => {
      const value = options[ours];
      return value === undefined || value === '' ? [] : [[theirs, value]];
    }),
  );
}

function readStatus(connection: Connection, id: string): Promise<WireResponse> {
  return ask(mastodonErrors, connection, {
    method: 'GET',
    path: `/api/v1/statuses/${id}`,
    headers: bearer(connection),
  });
}

/**
 * A later post of a thread, with the visibility and content warning of the previous one. Without them the account's
 * defaults apply, and these may be more public.
 */
async function replyBody(connection: Connection, { text, parent }: OutgoingPart) {
  const { body } = await readStatus(connection, parent.networkPostId);
  const visibility = textAt(body, 'visibility');
  const warning = textAt(body, 'spoiler_text');
  const language = textAt(body, 'language');
  return {
    status: text,
    in_reply_to_id: parent.networkPostId,
    ...(visibility && { visibility }),
    ...(warning && { spoiler_text: warning }),
    ...(language && { language }),
  };
}

async function send(
  connection: Connection,
  key: string,
  body: unknown,
  media: readonly OutgoingMedia[] = [],
): Promise<Delivered> {
  const response = await commit(mastodonErrors, connection, {
    method: 'POST',
    path: '/api/v1/statuses',
    headers: { ...bearer(connection), 'content-type': 'application/json', 'idempotency-key': key },
    body,
  });
  const status = required(delivered(connection, response.body), response);
  // A server that does not list any files says nothing about them.
  const shown = valueAt(response.body, 'media_attachments');
  const warnings = Array.isArray(shown) ? missingFiles(media, shown.length) : [];
  return warnings.length === 0 ? status : { ...status, warnings };
}

/** Mastodon's name of the post's privacy; null: the account's default. */
function visibilityOf({ content }: SoughtPost): string | null {
  if (content.privacy === null) return null;
  return RULES.mastodon.options.privacy?.values.value[content.privacy] ?? null;
}

function bodyOf(post: OutgoingPost, prepared: Prepared): Readonly<Record<string, unknown>> {
  const { content, media } = post;
  const visibility = visibilityOf(post);
  return {
    status: content.text,
    ...(visibility && { visibility }),
    ...settingsOf(content.options),
    ...(media.length > 0 && { media_ids: media.map((_, place) => prepared[mediaIdKey(place)] ?? '') }),
  };
}

function delivered(connection: Connection, body: unknown): Delivered | null {
  const id = textAt(body, 'id');
  if (id === null) return null;
  const url = pageOf(connection, body, id);
  // Mastodon answers a known key with the existing status.
  const madeAt = timeAt(body, 'created_at') ?? connection.now;
  return { networkPostId: id, url, adopted: madeAt < connection.now - CLOCK_SKEW_MS };
}

/** Whose token it is. A server that says no here, in whatever words, does not accept the token. */
async function verifyCredentials(connection: Connection): Promise<void> {
  try {
    await ask(mastodonErrors, connection, {
      method: 'GET',
      path: '/api/v1/accounts/verify_credentials',
      headers: bearer(connection),
    });
  } catch (refusal) {
    const isUnknown = refusal instanceof NetworkRefusal && refusal.code === 'network_refused';
    if (!isUnknown || !TOKEN_REFUSED.includes(refusal.answer.status)) throw refusal;
    throw new NetworkRefusal(
      'account_reconnect_required',
      'The server no longer accepts the account’s access token.',
      refusal.answer,
    );
  }
}

/** Programs that speak Mastodon's API differ in how they refuse a token. */
const TOKEN_REFUSED: readonly (number | null)[] = [401, 403, 422];

/**
 * Mastodon: the API of one server, which may be another program. Mastodon itself returns the first status for a repeated
 * `Idempotency-Key`, for an hour; but before 4.6 it stores the key after the status (mastodon#37879), some versions
 * answer a repeated one with 500 (mastodon#40399), and other programs refuse or ignore it. So a lost response is looked
 * up, and the key is sent as well.
 */
export const mastodonAdapter: NetworkAdapter = {
  platform: 'mastodon',
  recovery: 'lookup',
  storesLate: true,

  async prepare(connection, { media }, progress) {
    const steps = new Steps(progress);
    for (const [place, medium] of media.entries()) {
      await steps.once(mediaIdKey(place), () => upload(connection, medium));
    }
    return steps.done;
  },

  create: (connection, post, prepared) => send(connection, post.key, bodyOf(post, prepared), post.media),

  find: (connection, post) =>
    findStatus(connection, {
      sought: post,
      text: post.content.text,
      mediaCount: post.content.mediaUrls.length,
      visibility: visibilityOf(post),
    }),

  async createPart(connection, part) {
    return send(connection, part.key, await replyBody(connection, part));
  },

  async findPart(connection, part) {
    // It was sent with the visibility of the status that it replies to.
    const { body } = await readStatus(connection, part.parent.networkPostId);
    return findStatus(connection, {
      sought: soughtPart(part),
      text: part.text,
      mediaCount: 0,
      visibility: textAt(body, 'visibility'),
    });
  },

  async remove(connection, networkPostId) {
    try {
      await ask(mastodonErrors, connection, {
        method: 'DELETE',
        path: statusPath(networkPostId),
        // Otherwise a server keeps the files for a day, for a new draft (from Mastodon 4.4).
        query: { delete_media: 'true' },
        headers: bearer(connection),
      });
    } catch (refusal) {
      // A program without this request answers 404 as well.
      if (!isGone(refusal) || (await getIfThere(connection, statusPath(networkPostId))) !== null)
        throw refusal;
    }
  },

  readLimits,

  comments: mastodonComments,
  messages: mastodonMessages,
  news: mastodonNews,
  metrics: mastodonMetrics,

  async checkToken(connection) {
    await verifyCredentials(connection);
    return { status: 'healthy', reason: null, action: null, expiresAt: null };
  },
};
