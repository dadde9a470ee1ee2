import type { Connection } from '../connection.js';
import { graphGet, graphPublish } from '../meta-graph/graph-call.js';
import type { Delivered, Prepared } from '../outgoing-post.js';
import { required } from '../requests/exchange.js';
import { textAt, valueAt } from '../requests/json-answer.js';
import { listedAt, notReadable } from '../requests/lookup.js';
import { API, withPermalink } from './api.js';
import { VIDEO_ID } from './phased-upload.js';
import { photoKey } from './posts.js';

const PHOTO = photoKey(0);

export async function publishPhotoStory(connection: Connection, prepared: Prepared): Promise<Delivered> {
  const path = `/${connection.account.networkUserId}/photo_stories`;
  const response = await graphPublish(API, connection, path, { photo_id: prepared[PHOTO] ?? '' });
  return withPermalink(connection, required(textAt(response.body, 'post_id'), response));
}

/** A story has no text: it is identified by its photo or video. */
export async function findStory(connection: Connection, prepared: Prepared): Promise<Delivered | null> {
  const mediaId = prepared[PHOTO] ?? prepared[VIDEO_ID];
  if (mediaId === undefined) return null;
  const { body } = await graphGet(API, connection, `/${connection.account.networkUserId}/stories`, {
    fields: 'post_id,media_id,url',
  });
  const stories = listedAt(body, 'data');
  const own = stories.find((story) => textAt(story, 'media_id') === mediaId);
  const networkPostId = textAt(own, 'post_id');
  if (networkPostId !== null) return { networkPostId, url: textAt(own, 'url') ?? '', adopted: true };
  const continues = (valueAt(body, 'paging', 'next') ?? null) !== null;
  if (!continues && stories.every((story) => textAt(story, 'media_id')) && own === undefined) return null;
  throw notReadable('The list of stories does not say whether this one is among them.');
}
