import type { Platform } from '../../../contract/platforms.js';
import { timestampId } from '../../networks/bluesky/timestamp-id.js';
import { urnOfComment } from '../../networks/linkedin/comment-urns.js';
import { base64UrlId, digits, linkedinNumber, mastodonSnowflake, xSnowflake } from '../shared/network-ids.js';
import { personAt, personOf } from '../shared/people.js';
import type { SimulatedPerson } from '../simulated-inbox.js';
import type { SimulatedPost } from '../simulator.js';
import type { ServedNetwork } from './served-network.js';

/** Where and when somebody comments. */
interface CommentPlace {
  readonly networkPostId: string;
  /** The comment that it replies to; null: the post. */
  readonly parentId: string | null;
  readonly authorId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

type Random = () => number;

/** The ids of comments in the form of each network on which Postrider reads them. */
const COMMENT_IDS: Readonly<Partial<Record<Platform, (place: CommentPlace, random: Random) => string>>> = {
  linkedin: ({ networkPostId, at }, random) =>
    urnOfComment({ thread: networkPostId, number: linkedinNumber(at, random) }),
  x: ({ at }, random) => xSnowflake(at, random),
  instagram: (_, random) => `17${digits(15, random)}`,
  youtube: ({ parentId }, random) =>
    parentId === null ? `Ug${base64UrlId(24, random)}` : `${parentId}.${base64UrlId(22, random)}`,
  threads: (_, random) => `18${digits(15, random)}`,
  bluesky: ({ authorId, at }, random) =>
    `at://${authorId}/app.bsky.feed.post/${timestampId(BigInt(at) * 1000n, Math.floor(random() * 1024))}`,
  mastodon: ({ at }, random) => mastodonSnowflake(at, random),
  facebook: ({ networkPostId }, random) => `${networkPostId.split('_').at(-1)}_${digits(15, random)}`,
};

/** The same ids for the same comments. Another generator than that of the simulated network: ids must not meet. */
function seededRandom(seed: number): Random {
  let state = seed + 1000;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** The network's id of a comment, in the network's own form. @param nth of the network, from 1 */
export function commentIdOn(platform: Platform, place: CommentPlace, nth = 1): string {
  const make = COMMENT_IDS[platform];
  if (make === undefined) throw new Error(`Postrider reads no comments on ${platform}.`);
  return make(place, seededRandom(nth));
}

/** Whether Postrider reads comments on a network. */
export function areCommentsRead(platform: Platform): boolean {
  return COMMENT_IDS[platform] !== undefined;
}

/** A comment at the network. */
export interface WrittenComment {
  readonly networkPostId: string;
  readonly commentId: string;
}

/** Somebody comments, Mia by default. @param on the post; absent: the first that was published */
export async function writeComment(
  network: ServedNetwork,
  text: string,
  on?: Pick<SimulatedPost, 'networkPostId'>,
  by: SimulatedPerson = personOf('mia', 'Mia'),
): Promise<WrittenComment> {
  const { memory, platform } = network.scene;
  const post = on ?? memory.posts[0];
  if (post === undefined) throw new Error('Nothing is published.');
  const author = personAt(platform, by);
  const { networkUserId } = author;
  const { networkPostId } = post;
  const createdAt = network.now();
  const place = { networkPostId, parentId: null, authorId: networkUserId, at: createdAt };
  const commentId = commentIdOn(platform, place, memory.comments.length + 1);
  const written = { commentId, networkPostId, parentId: null, networkUserId, author, text, createdAt };
  await memory.addComment(written);
  return { networkPostId, commentId };
}
