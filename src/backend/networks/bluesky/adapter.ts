import type { NetworkAdapter } from '../adapter.js';
import type { Connection } from '../connection.js';
import type { OutgoingPart } from '../outgoing-post.js';
import { afterCommit, ask, bearer, notSent } from '../requests/exchange.js';
import { textAt, valueAt } from '../requests/json-answer.js';
import { notReadable } from '../requests/lookup.js';
import { isImage } from '../requests/media-bytes.js';
import { Steps } from '../requests/progress.js';
import { prepareCard, withCardWarnings } from '../requests/sent-card.js';
import { blueskyComments } from './comments.js';
import { blueskyErrors } from './errors.js';
import { blueskyHealth } from './health.js';
import { blueskyMessages } from './messages.js';
import { blueskyMetrics } from './metrics.js';
import { blueskyNews } from './news.js';
import { ownRecord, put, readRecord, resolveMentions, sendRecord } from './own-records.js';
import {
  blobKey,
  gateOf,
  jobKey,
  linkOf,
  POSTS,
  recordKeyOf,
  recordOf,
  replyRecordOf,
  THREADGATES,
} from './record.js';
import { blobOfJob, uploadImage, uploadVideo } from './upload.js';

/** The post that a reply references, with the content identifier that the reference needs. */
async function parentOf(connection: Connection, { parent }: OutgoingPart) {
  const uri = parent.networkPostId;
  const body = await readRecord(connection, uri.slice(uri.lastIndexOf('/') + 1));
  const cid = textAt(body, 'cid');
  if (cid === null) throw notSent('content_refused', 'The post it replies to no longer exists.');
  return { uri, cid, value: valueAt(body, 'value') };
}

/**
 * Bluesky: atproto records. Choosing the record key makes the write idempotent: writing the same record again
 * succeeds without a new commit.
 */
export const blueskyAdapter: NetworkAdapter = {
  platform: 'bluesky',
  recovery: 'key',

  async prepare(connection, post, progress) {
    const { content, media } = post;
    const steps = new Steps(progress);
    if (content.link !== null && media.length === 0) {
      linkOf(content.link);
      await prepareCard(steps, post, (image) => uploadImage(connection, image));
    }
    for (const medium of media) {
      const name = blobKey(medium.key);
      if (isImage(medium)) await steps.once(name, () => uploadImage(connection, medium));
      else {
        const job = await steps.once(jobKey(medium.key), () => uploadVideo(connection, medium));
        await steps.once(name, () => blobOfJob(connection, job));
      }
    }
    return { ...(await resolveMentions(connection, content.text)), ...steps.done };
  },

  async create(connection, post, prepared) {
    const recordKey = recordKeyOf(post);
    const made = await sendRecord(connection, recordKey, recordOf(post, prepared));
    const gate = gateOf(post, made.networkPostId);
    // If the response is lost, this repeats together with the post: writing the same record again changes nothing.
    if (gate) await afterCommit(() => put(connection, THREADGATES, recordKey, gate));
    return withCardWarnings(made, prepared);
  },

  async find(connection, post) {
    const recordKey = recordKeyOf(post);
    const made = await ownRecord(connection, recordKey, post.content.text);
    const gate = made && gateOf(post, made.networkPostId);
    if (gate && (await readRecord(connection, recordKey, THREADGATES)) === null) {
      throw notReadable('The post is there, but everybody can reply to it.');
    }
    return made;
  },

  async createPart(connection, part) {
    const dids = await resolveMentions(connection, part.text);
    const record = replyRecordOf(part, await parentOf(connection, part), dids);
    return sendRecord(connection, recordKeyOf(part), record);
  },

  findPart: (connection, part) => ownRecord(connection, recordKeyOf(part), part.text),

  async remove(connection, networkPostId) {
    const repo = connection.account.networkUserId;
    const own = `at://${repo}/${POSTS}/`;
    if (!networkPostId.startsWith(own)) {
      throw notSent('network_refused', `${networkPostId} is not a post of this account.`);
    }
    // Deleting a record that does not exist succeeds.
    for (const collection of [POSTS, THREADGATES]) {
      await ask(blueskyErrors, connection, {
        method: 'POST',
        path: '/xrpc/com.atproto.repo.deleteRecord',
        headers: { ...bearer(connection), 'content-type': 'application/json' },
        body: { repo, collection, rkey: networkPostId.slice(own.length) },
      });
    }
  },

  checkToken: blueskyHealth,

  comments: blueskyComments,
  messages: blueskyMessages,
  news: blueskyNews,
  metrics: blueskyMetrics,
};
