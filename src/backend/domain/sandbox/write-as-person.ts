import type { Clock } from '../../base/clock.js';
import type { Random } from '../../base/random.js';
import { networkMemory } from '../../simulators/network-memory.js';
import { base64UrlId, digits } from '../../simulators/shared/network-ids.js';
import type { SimulatedAttachment, SimulatedPerson } from '../../simulators/simulated-inbox.js';
import type { AccountRow } from '../../store/schema.js';
import type { Store } from '../../store/store.js';
import { insertNotice } from '../inbox/intake.js';

/** What somebody at a simulated network writes. Instants are epoch milliseconds of workspace time. */
export type PersonMessage =
  | {
      readonly kind: 'comment';
      readonly networkPostId: string;
      /** The network's id of the comment that is answered. */
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

/** So many comments are named one by one in a notice; of more the newest of the post are read. */
const MAX_NAMED_COMMENTS = 20;

interface Ports {
  readonly store: Store;
  readonly clock: Clock;
  /** By which the networks make the ids of what is written. */
  readonly random: Random;
}

/**
 * Writes as a person at a simulated network, and has the network tell us that something is new, as its
 * webhooks would.
 *
 * @returns the network's ids of what was written
 */
export async function writeAsPerson(
  { store, clock, random }: Ports,
  account: AccountRow,
  writes: PersonMessage,
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
          // There is one level of replies: an answer to a reply moves up.
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
    const named = ids.length <= MAX_NAMED_COMMENTS || parent !== null;
    const subject = { kind: 'comments', networkPostId, ...(named && { commentIds: ids }) } as const;
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
