import type { Clock } from '../../base/clock.js';
import type { Random } from '../../base/random.js';
import { timestampId } from '../../networks/bluesky/timestamp-id.js';
import { networkMemory } from '../../simulators/network-memory.js';
import { base64UrlId, digits } from '../../simulators/shared/network-ids.js';
import { personAt } from '../../simulators/shared/people.js';
import type { SimulatedAttachment, SimulatedPerson } from '../../simulators/simulated-inbox.js';
import type { SimulatedMemory } from '../../simulators/simulator.js';
import type { AccountRow } from '../../store/schema.js';
import type { Store, Write } from '../../store/store.js';
import { insertNotice, type NoticeSubject } from '../inbox/intake/notices.js';

/** What a person writes at a simulated network. Instants are epoch milliseconds of workspace time. */
export type InboundContent =
  | {
      readonly kind: 'comment';
      readonly networkPostId: string;
      /** The network's id of the comment to reply to. */
      readonly parentId: string | null;
      readonly person: SimulatedPerson;
      readonly texts: readonly string[];
      readonly hidden: boolean;
      readonly live: boolean;
      readonly at: number;
    }
  | {
      readonly kind: 'message';
      readonly person: SimulatedPerson;
      readonly texts: readonly string[];
      readonly attachments: readonly SimulatedAttachment[];
      readonly fromAd: boolean;
      readonly at: number;
    };

/**
 * The most comments or messages in one call. Writing and reading that many takes about 10 ms, during which other
 * requests wait.
 */
export const MAX_WRITTEN_AT_ONCE = 20;

interface Dependencies {
  readonly store: Store;
  readonly clock: Clock;
  /** The source of the networks' ids. */
  readonly random: Random;
}

/**
 * Writes as a person at a simulated network, which then sends a notification, as a real network's webhooks do. Both
 * are one transaction: nothing is written without a notification.
 *
 * @returns the network's ids of what was written
 */
export function writeAsPerson(
  { store, clock, random }: Dependencies,
  account: AccountRow,
  writes: InboundContent,
): Promise<string[]> {
  return store.write(async (trx) => {
    const { vault } = store;
    const within = { db: trx, vault, write: <Result>(work: (trx: Write) => Promise<Result>) => work(trx) };
    const memory = networkMemory(within, account.workspace_id, account.platform);
    const person = personAt(account.platform, writes.person);
    const { ids, subject } =
      writes.kind === 'comment'
        ? await writeComments(memory, account, { ...writes, person }, random)
        : await writeMessages(memory, account, { ...writes, person }, random);
    await insertNotice(trx, account, subject, clock.now());
    return ids;
  });
}

interface Written {
  readonly ids: string[];
  readonly subject: NoticeSubject;
}

async function writeComments(
  memory: SimulatedMemory,
  { platform }: AccountRow,
  { person, texts, at, networkPostId, parentId, hidden, live }: Extract<InboundContent, { kind: 'comment' }>,
  random: Random,
): Promise<Written> {
  const parent = parentId === null ? null : await memory.commentById(parentId);
  const ids: string[] = [];
  for (const text of texts) {
    const id = commentId(platform, networkPostId, person, at, random);
    await memory.addComment({
      commentId: id,
      networkPostId,
      // Networks have one level of replies: a reply to a reply becomes a reply to its parent.
      parentId: parent ? (parent.parentId ?? parent.commentId) : null,
      networkUserId: person.networkUserId,
      author: person,
      text,
      hidden,
      live,
      createdAt: at,
    });
    ids.push(id);
  }
  return { ids, subject: { kind: 'comments', networkPostId, commentIds: ids } };
}

async function writeMessages(
  memory: SimulatedMemory,
  { network_user_id: networkUserId }: AccountRow,
  { person, texts, at, attachments, fromAd }: Extract<InboundContent, { kind: 'message' }>,
  random: Random,
): Promise<Written> {
  const { conversationId } = await memory.conversationWith({
    conversationId: `t_${digits(17, random)}`,
    networkUserId,
    person,
    updatedAt: at,
  });
  const ids: string[] = [];
  for (const text of texts) {
    const messageId = `m_${base64UrlId(40, random)}`;
    await memory.addMessage({
      ...{ messageId, conversationId, text, attachments, fromAd },
      fromBusiness: false,
      answersComment: null,
      createdAt: at,
    });
    ids.push(messageId);
  }
  return { ids, subject: { kind: 'conversation', networkConversationId: conversationId } };
}

function commentId(
  platform: AccountRow['platform'],
  networkPostId: string,
  { networkUserId }: SimulatedPerson,
  at: number,
  random: Random,
): string {
  if (platform === 'bluesky') {
    const key = timestampId(
      BigInt(at) * 1000n + BigInt(Math.floor(random() * 1000)),
      Math.floor(random() * 1024),
    );
    return `at://${networkUserId}/app.bsky.feed.post/${key}`;
  }
  const number = digits(15, random);
  return platform === 'facebook' ? `${networkPostId.split('_').at(-1) ?? ''}_${number}` : `17${number}`;
}
