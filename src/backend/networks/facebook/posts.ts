import type { Connection } from '../connection.js';
import { graphPost, graphPublish } from '../meta-graph/graph-call.js';
import type { Delivered, OutgoingMedia, OutgoingPost, Prepared } from '../outgoing-post.js';
import { notSent, required } from '../requests/exchange.js';
import { textAt } from '../requests/json-answer.js';
import { formWith } from '../requests/media-bytes.js';
import { API, videoWithPermalink, withPermalink } from './api.js';

export const photoKey = (place: number) => `photo:${place}`;

/** An unpublished photo, for a post to attach. */
export async function uploadPhoto(connection: Connection, image: OutgoingMedia): Promise<string> {
  const fields = { published: 'false', ...(image.altText && { alt_text_custom: image.altText }) };
  const form = formWith('source', image, fields);
  const { body } = await graphPost(API, connection, `/${connection.account.networkUserId}/photos`, form);
  const id = textAt(body, 'id');
  if (id === null)
    throw notSent('media_processing_failed', 'Facebook did not return an id for the uploaded photo.');
  return id;
}

/** A post of the page: text, with a link or photos. */
export async function publishPost(
  connection: Connection,
  { content, media }: OutgoingPost,
  prepared: Prepared,
): Promise<Delivered> {
  const photos = media.map((_, place) => [
    `attached_media[${place}]`,
    JSON.stringify({ media_fbid: prepared[photoKey(place)] ?? '' }),
  ]);
  const response = await graphPublish(API, connection, `/${connection.account.networkUserId}/feed`, {
    message: content.text,
    ...(content.link !== null && media.length === 0 && { link: content.link }),
    ...Object.fromEntries(photos),
  });
  return withPermalink(connection, required(textAt(response.body, 'id'), response));
}

/** A video of the page. Facebook fetches it from a URL. */
export async function publishVideo(
  connection: Connection,
  { content, media }: OutgoingPost,
): Promise<Delivered> {
  const address = media[0]?.publicUrl;
  if (!address) {
    throw notSent(
      'media_invalid',
      'Facebook fetches videos itself: this backend has no public address to fetch them from.',
    );
  }
  const response = await graphPublish(API, connection, `/${connection.account.networkUserId}/videos`, {
    file_url: address,
    description: content.text,
    published: 'true',
  });
  return videoWithPermalink(connection, required(textAt(response.body, 'id'), response));
}
