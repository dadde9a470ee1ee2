import type { Clock } from '../../base/clock.js';
import type { Random } from '../../base/random.js';
import { networkMemory } from '../../simulators/network-memory.js';
import { base64UrlId, digits } from '../../simulators/shared/network-ids.js';
import type { SimulatedAttachment, SimulatedPerson } from '../../simulators/simulated-inbox.js';
import type { AccountRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';
import { insertNotice } from '../inbox/intake/notices.js';

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

/** Up to this many comments, a notification names each; beyond it, the newest of the post are read. */
const MAX_NAMED_COMMENTS = 20;

interface Dependencies {
  readonly store: Store;
  readonly clock: Clock;
  /** The source of the networks' ids. */
  readonly random: Random;
}

/**
 * Writes as a person at a simulated network, which then sends a notification, as a real network's webhooks do.
 *
 * @returns the network's ids of what was written
 */
export async function writeAsPerson(
  { store, clock, random }: Dependencies,
  account: AccountRow,
  writes: InboundContent,
): Promise<string[]> {
  const memory = networkMemory(store, account.workspace_id, account.platform);
  const { person, texts, at } = writes;
  if (writes.kind === 'comment') {
    const { networkPostId, hidden, live } = writes;
    const parent = writes.parentId === null ? null : await memory.commentById(writes.parentId);
    const ids = texts.map(() => commentId(account.platform, networkPostId, random));
    await Promise.all(
      texts.map((text, place) =>
        memory.addComment({
          commentId: ids[place] ?? '',
          networkPostId,
          // Networks have one level of replies: a reply to a reply becomes a reply to its parent.
          parentId: parent ? (parent.parentId ?? parent.commentId) : null,
          networkUserId: person.networkUserId,
          author: person,
          text,
          hidden,
          live,
          createdAt: at,
        }),
      ),
    );
    const nameEach = ids.length <= MAX_NAMED_COMMENTS || parent !== null;
    const subject = { kind: 'comments', networkPostId, ...(nameEach && { commentIds: ids }) } as const;
    await store.write((trx) => insertNotice(trx, account, subject, clock.now()));
    return ids;
  }
  const conversation = await memory.conversationWith({
    conversationId: `t_${digits(17, random)}`,
    networkUserId: account.network_user_id,
    person,
    updatedAt: at,
  });
  const ids = texts.map(() => `m_${base64UrlId(40, random)}`);
  await Promise.all(
    texts.map((text, place) =>
      memory.addMessage({
        messageId: ids[place] ?? '',
        conversationId: conversation.conversationId,
        fromBusiness: false,
        text,
        attachments: writes.attachments,
        fromAd: writes.fromAd,
        answersComment: null,
        createdAt: at,
      }),
    ),
  );
  const subject = { kind: 'conversation', networkConversationId: conversation.conversationId } as const;
  await store.write((trx) => insertNotice(trx, account, subject, clock.now()));
  return ids;
}

function commentId(platform: AccountRow['platform'], networkPostId: string, random: Random): string {
  const number = digits(15, random);
  return platform === 'facebook' ? `${networkPostId.split('_').at(-1) ?? ''}_${number}` : `17${number}`;
}
