import { RULES } from '../../../networks/rules.js';
import type {
  Connection,
  Delivered,
  NetworkAdapter,
  OutgoingMedia,
  OutgoingPost,
  Prepared,
} from '../adapter.js';
import { ask, bearer, commit, notSent, required } from '../exchange.js';
import { textAt, timeAt } from '../json-answer.js';
import { CLOCK_SKEW_MS } from '../lookup.js';
import { bytesOf, isImage } from '../media-bytes.js';
import { poll } from '../polling.js';
import { mastodonErrors } from './errors.js';
import { findStatus } from './find-status.js';

/** Mastodon forgets a key after an hour (PostStatusService); ten minutes are left for clocks and slow calls. */
const KEY_LIFETIME_MS = 50 * 60 * 1000;
const PROCESSING = { everyMs: 1000, times: 60 };
const STILL_PROCESSING = 206;

const mediaIdKey = (place: number) => `media:${place}`;

async function upload(connection: Connection, image: OutgoingMedia): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([await bytesOf(image)], { type: image.contentType }), image.key);
  if (image.altText) form.set('description', image.altText);
  const headers = bearer(connection);
  const sent = await ask(mastodonErrors, connection, {
    method: 'POST',
    path: '/api/v2/media',
    headers,
    body: form,
  });
  const id = textAt(sent.body, 'id');
  if (id === null) throw notSent('media_processing_failed', 'Mastodon did not name the uploaded file.');
  // 202: taken, and still being worked on.
  if (sent.status === 200) return id;
  const done = await poll(PROCESSING, connection.signal, async () => {
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

function bodyOf(post: OutgoingPost, prepared: Prepared): Readonly<Record<string, unknown>> {
  const { content, media } = post;
  const visibility =
    content.privacy === null ? undefined : RULES.mastodon.options.privacy?.values.value[content.privacy];
  return {
    status: content.text,
    ...(visibility && { visibility }),
    ...(media.length > 0 && { media_ids: media.map((_, place) => prepared[mediaIdKey(place)] ?? '') }),
  };
}

function delivered(connection: Connection, body: unknown): Delivered | null {
  const id = textAt(body, 'id');
  if (id === null) return null;
  const url = textAt(body, 'url') ?? `${connection.wire.webUrl}/@${connection.account.handle}/${id}`;
  // Under a key that it knows Mastodon answers with the post it has.
  const madeAt = timeAt(body, 'created_at') ?? connection.now;
  return { networkPostId: id, url, adopted: madeAt < connection.now - CLOCK_SKEW_MS };
}

/** Mastodon: one server's API. Its `Idempotency-Key` makes the write repeatable for an hour. */
export const mastodonAdapter: NetworkAdapter = {
  platform: 'mastodon',
  recovery: 'key',
  keyLifetimeMs: KEY_LIFETIME_MS,

  async prepare(connection, { media }) {
    const ids: Record<string, string> = {};
    for (const [place, image] of media.entries()) {
      if (!isImage(image))
        throw notSent('media_invalid', 'Only images can be attached to a post on Mastodon here.');
      ids[mediaIdKey(place)] = await upload(connection, image);
    }
    return ids;
  },

  async create(connection, post, prepared) {
    const response = await commit(mastodonErrors, connection, {
      method: 'POST',
      path: '/api/v1/statuses',
      headers: { ...bearer(connection), 'content-type': 'application/json', 'idempotency-key': post.key },
      body: bodyOf(post, prepared),
    });
    return required(delivered(connection, response.body), response);
  },

  find: (connection, post) => findStatus(connection, post, post.content.text),

  async checkToken(connection) {
    await ask(mastodonErrors, connection, {
      method: 'GET',
      path: '/api/v1/accounts/verify_credentials',
      headers: bearer(connection),
    });
    return { status: 'healthy', reason: null, action: null, expiresAt: null };
  },
};
